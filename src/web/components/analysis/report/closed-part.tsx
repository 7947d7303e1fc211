import type { ReactNode } from "react";

/* Names in an address of what stands below a report. */

export const askPart = "ask";
export const measurePart = "measure";
export const rerunPart = "rerun";

interface Props {
  readonly id: string;
  readonly title: string;
  readonly note?: string | null;
  readonly isOpen?: boolean;
  /** Not on paper. */
  readonly isAction?: boolean;
  readonly children: ReactNode;
}

/** What few readers need, below its title. Links into it open it, so its name stands inside. */
export function ClosedPart({ id, title, note = null, isOpen = false, isAction = false, children }: Props) {
  return (
    <section aria-labelledby={`${id}-title`} className={`min-w-0 border-t pt-3 ${isAction ? "print:hidden" : ""}`}>
      <details open={isOpen}>
        <summary className="w-fit rounded-sm">
          <h2 id={`${id}-title`} className="inline text-lg font-semibold text-ink">
            {title}
          </h2>
          {note === null ? null : <span className="ml-3 text-xs text-muted">{note}</span>}
        </summary>
        <div id={id} className="mt-3 grid min-w-0 scroll-mt-18 grid-cols-[minmax(0,1fr)] gap-4">
          {children}
        </div>
      </details>
    </section>
  );
}
