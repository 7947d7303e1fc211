import type { ReactNode } from "react";
import { classNames } from "#src/web/components/ui/class-names.ts";

interface Props {
  readonly id: string;
  readonly title: string;
  readonly note?: ReactNode;
  /**
   * About how high a long one becomes, as a CSS length. It is then laid out only when it comes near the screen, is
   * searched for or led to by a link.
   */
  readonly height?: string;
  readonly children: ReactNode;
}

/** A part of a report, reached by its name in the address. */
export function Section({ id, title, note, height, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classNames(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4",
        // Rings of focus at its edges would be cut off without some room; paper has all of it.
        height !== undefined && "-m-1.5 p-1.5 print:[content-visibility:visible]!",
      )}
      style={height === undefined ? {} : { contentVisibility: "auto", containIntrinsicBlockSize: `auto ${height}` }}
    >
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
