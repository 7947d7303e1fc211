import { ChevronLeft, ChevronRight } from "lucide-react";
import { LinkButton } from "./button.tsx";

interface Props {
  /** Null where there is no such page. */
  readonly newer: string | null;
  readonly older: string | null;
  readonly label?: string;
}

/** Pages of a list with a cursor: there is no count, so there are no numbers. */
export function Pagination({ newer, older, label = "Pages" }: Props) {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label={label} className="flex justify-between gap-3 pt-4">
      {newer === null ? (
        <span />
      ) : (
        <LinkButton href={newer} variant="secondary" size="sm">
          <ChevronLeft aria-hidden /> Newer
        </LinkButton>
      )}
      {older === null ? null : (
        <LinkButton href={older} variant="secondary" size="sm">
          Older <ChevronRight aria-hidden />
        </LinkButton>
      )}
    </nav>
  );
}
