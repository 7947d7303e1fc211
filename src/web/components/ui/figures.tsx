import type { ReactNode } from "react";

/** A row of figures with their names. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">{children}</dl>;
}

interface Props {
  readonly name: string;
  readonly note?: string | undefined;
  /** For words and dates, which are longer than figures. */
  readonly small?: boolean;
  readonly children: ReactNode;
}

export function Figure({ name, note, small, children }: Props) {
  return (
    <div className="grid content-start gap-0.5 rounded-lg border bg-surface px-4 py-3.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={small === true ? "text-sm font-medium" : "text-xl font-semibold tabular-nums"}>{children}</dd>
      {note === undefined ? null : <dd className="text-xs text-muted">{note}</dd>}
    </div>
  );
}
