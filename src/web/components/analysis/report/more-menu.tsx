"use client";

import { Ellipsis } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { Button } from "#src/web/components/ui/elements.tsx";
import { measurePart, rerunPart } from "./parts.ts";

const forms = [
  { ending: "pdf", label: "PDF" },
  { ending: "md", label: "Markdown" },
  { ending: "json", label: "JSON, with the full manifest" },
] as const;

interface Props {
  readonly id: string;
  /** Of the files, without their ending. */
  readonly name: string;
  readonly canRerun: boolean;
}

/**
 * What can be done with a report besides reading it; files come from the API with the session's cookie. A popover of
 * the browser's own, which opens without script.
 */
export function MoreMenu({ id, name, canRerun }: Props) {
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
