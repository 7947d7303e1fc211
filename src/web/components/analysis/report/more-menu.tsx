"use client";

import { Ellipsis } from "lucide-react";
import { Button } from "#src/web/components/ui/elements.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#src/web/components/ui/dropdown-menu.tsx";
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

/** What can be done with a report besides reading it; files come from the API with the session's cookie. */
export function MoreMenu({ id, name, canRerun }: Props) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary">
          <Ellipsis aria-hidden /> More
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem asChild>
          <a href={`#${measurePart}`}>What did this rating rest on?</a>
        </DropdownMenuItem>
        {canRerun ? (
          <DropdownMenuItem asChild>
            <a href={`#${rerunPart}`}>Rerun from an agent</a>
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Download</DropdownMenuLabel>
        {forms.map(({ ending, label }) => (
          <DropdownMenuItem key={ending} asChild>
            <a href={`/v1/analyses/${id}/report.${ending}`} download={`${name}.${ending}`}>
              {label}
            </a>
          </DropdownMenuItem>
        ))}
        <DropdownMenuItem asChild>
          <a href={`/v1/analyses/${id}/proof`} download={`${name}.proof.html`}>
            Signed file that proves itself
          </a>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
