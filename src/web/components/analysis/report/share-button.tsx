"use client";

import { Share2 } from "lucide-react";
import { useState } from "react";
import { startSharing, stopSharing } from "#src/web/actions/analyses.ts";
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Button } from "#src/web/components/ui/elements.tsx";
import { LinkButton } from "#src/web/components/ui/links.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { ActionButton } from "#src/web/components/ui/form.tsx";

interface Props {
  readonly id: string;
  readonly origin: string;
  /** The path of the link in force. */
  readonly shared: string | null;
}

/** Makes a link under which anybody reads the report, and takes it back. */
export function ShareButton({ id, origin, shared }: Props) {
  const [path, setPath] = useState(shared);
  const show = useToast();
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="secondary">
          <Share2 aria-hidden /> {path === null ? "Share" : "Shared"}
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Share this report"
        description="Anyone with the link can read the full report without signing in. It does not reveal who you are, search engines do not index it, and you can revoke it at any time."
      >
        {path === null ? (
          <DialogFooter>
            <ActionButton
              action={startSharing}
              given={[id]}
              done={setPath}
              failed="The link was not created"
              variant="primary"
            >
              Create link
            </ActionButton>
          </DialogFooter>
        ) : (
          <>
            <div className="flex items-end gap-2">
              <TextField
                label="Link"
                className="min-w-0 flex-1"
                readOnly
                value={`${origin}${path}`}
                onFocus={({ target }) => target.select()}
              />
              <CopyButton text={`${origin}${path}`} className="h-10" />
            </div>
            <DialogFooter>
              <ActionButton
                action={stopSharing}
                given={[id]}
                done={() => {
                  setPath(null);
                  show({ title: "Link revoked" });
                }}
                failed="The link could not be revoked"
                variant="danger"
              >
                Revoke link
              </ActionButton>
              <LinkButton href={path} target="_blank" rel="noreferrer" variant="secondary">
                Open link
              </LinkButton>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}
