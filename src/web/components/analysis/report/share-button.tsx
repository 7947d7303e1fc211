"use client";

import { Share2 } from "lucide-react";
import { useState, useTransition } from "react";
import { startSharing, stopSharing } from "#src/web/actions/analyses.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";

interface Props {
  readonly id: string;
  readonly origin: string;
  /** The path of the link in force. */
  readonly shared: string | null;
}

/** Makes a link under which anybody reads the report, and takes it back. */
export function ShareButton({ id, origin, shared }: Props) {
  const [path, setPath] = useState(shared);
  const [pending, startTransition] = useTransition();
  const show = useToast();
  const start = (): void =>
    startTransition(async () => {
      const answer = await startSharing(id);
      if (answer.ok) setPath(answer.value);
      else show({ title: "There is no link", text: answer.message, tone: "negative" });
    });
  const stop = (): void =>
    startTransition(async () => {
      const answer = await stopSharing(id);
      if (!answer.ok) return show({ title: "The link still works", text: answer.message, tone: "negative" });
      setPath(null);
      show({ title: "The link no longer works" });
    });
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="secondary">
          <Share2 aria-hidden /> {path === null ? "Share" : "Shared"}
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Share this report"
        description="Whoever has the link reads the whole report without signing in. It says nothing of you, search engines are told to leave it alone, and you can take it back at any time."
      >
        {path === null ? (
          <DialogFooter>
            <Button pending={pending} onClick={start}>
              Make a link
            </Button>
          </DialogFooter>
        ) : (
          <>
            <div className="flex items-end gap-2">
              <Field label="Link" className="min-w-0 flex-1">
                <Input readOnly value={`${origin}${path}`} onFocus={({ target }) => target.select()} />
              </Field>
              <CopyButton text={`${origin}${path}`} className="h-10" />
            </div>
            <DialogFooter>
              <Button variant="danger" pending={pending} onClick={stop}>
                Take the link back
              </Button>
              <Button asChild variant="secondary">
                <a href={path} target="_blank" rel="noreferrer">
                  Look at it
                </a>
              </Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}
