import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { Button } from "./button.tsx";

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
        <Button asChild variant="secondary" size="sm">
          <Link href={newer}>
            <ChevronLeft aria-hidden /> Newer
          </Link>
        </Button>
      )}
      {older === null ? null : (
        <Button asChild variant="secondary" size="sm">
          <Link href={older}>
            Older <ChevronRight aria-hidden />
          </Link>
        </Button>
      )}
    </nav>
  );
}
