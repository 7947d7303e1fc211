import type { ReactNode } from "react";

interface Props {
  readonly id: string;
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a report, reached by its name in the address. */
export function Section({ id, title, note, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={`${id}-title`} className="text-lg font-semibold text-ink">
          {title}
        </h2>
        {note === undefined ? null : <p className="text-xs text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}
