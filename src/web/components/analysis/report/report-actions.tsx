"use client";

import { Ellipsis, Share2 } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import { Button, LinkButton } from "#src/web/components/ui/elements.tsx";
import { measurePart, rerunPart } from "./closed-part.tsx";
import { startSharing, stopSharing } from "#src/web/actions/analyses.ts";
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { ActionButton } from "#src/web/components/ui/form.tsx";

const forms = [
  { ending: "pdf", label: "PDF" },
  { ending: "md", label: "Markdown" },
  { ending: "json", label: "JSON, with the full manifest" },
] as const;

interface MoreProps {
  readonly id: string;
  /** Of the files, without their ending. */
  readonly name: string;
  readonly canRerun: boolean;
}

/**
 * What can be done with a report besides reading it; files come from the API with the session's cookie. A popover of
 * the browser's own, which opens without script.
 */
export function MoreMenu({ id, name, canRerun }: MoreProps) {
  const menu = useId();
  return (
    <>
      <Button variant="secondary" popoverTarget={menu}>
        <Ellipsis aria-hidden /> More
      </Button>
      <div
        id={menu}
        popover="auto"
        className="popover-menu min-w-48 animate-appear rounded-lg border bg-surface p-1 text-sm text-ink shadow-raised"
      >
        <Item href={`/analyses/compare?id=${id}`} className="sm:hidden">
          Compare
        </Item>
        <Item href={`#${measurePart}`}>What did this rating rest on?</Item>
        {canRerun ? <Item href={`#${rerunPart}`}>Rerun from an agent</Item> : null}
        <p className="mt-1 border-t px-2.5 py-2 text-xs text-muted">Download</p>
        {forms.map(({ ending, label }) => (
          <Item key={ending} href={`/v1/analyses/${id}/report.${ending}`} download={`${name}.${ending}`}>
            {label}
          </Item>
        ))}
        <Item href={`/v1/analyses/${id}/proof`} download={`${name}.proof.html`}>
          Signed file that proves itself
        </Item>
      </div>
    </>
  );
}

function Item({ href, className = "", children, ...rest }: ComponentProps<"a">) {
  return (
    <a
      {...rest}
      href={href}
      // A link into the page leads to what the menu would cover.
      onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()}
      className={`flex min-h-9 items-center rounded-sm px-2.5 hover:bg-sunken ${className}`}
    >
      {children}
    </a>
  );
}

interface ShareProps {
  readonly id: string;
  readonly origin: string;
  /** The path of the link in force. */
  readonly shared: string | null;
}

/** Makes a link under which anybody reads the report, and takes it back. */
export function ShareButton({ id, origin, shared }: ShareProps) {
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
