"use client";

import { Download } from "lucide-react";
import { Button } from "#src/web/components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#src/web/components/ui/dropdown-menu.tsx";

const forms = [
  { ending: "pdf", label: "PDF" },
  { ending: "md", label: "Markdown" },
  { ending: "json", label: "JSON, with the full manifest" },
] as const;

/** The report as a file, from the API with the session's cookie. */
export function DownloadMenu({ id, name }: { id: string; name: string }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary">
          <Download aria-hidden /> Download
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
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
