import { classNames } from "#src/web/components/ui/class-names.ts";
import type { Bar, Figure, Step } from "#src/content/figure.ts";

/** A figure of an article: its words are text, and the drawing adds to them. */
export function DocumentFigure({ figure }: { figure: Figure }) {
  return (
    <figure className="rounded-lg border bg-surface p-4 sm:p-5">
      {figure.form === "bars" ? <Bars bars={figure.bars} /> : <Steps steps={figure.steps} />}
      <figcaption className="mt-4 text-sm text-muted">{figure.caption}</figcaption>
    </figure>
  );
}

function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  return (
    <dl className="grid gap-3 text-sm">
      {bars.map(({ label, text, value }) => (
        <div key={label} className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr_6rem] sm:items-center">
          <dt>{label}</dt>
          <dd className="contents">
            <span aria-hidden className="order-last h-3 rounded-sm bg-sunken sm:order-none">
              <span
                className={classNames("block h-3 rounded-sm", value < 0 ? "bg-faint" : "bg-accent")}
                style={{ width: `${Math.max(0.5, (100 * Math.abs(value)) / most)}%` }}
              />
            </span>
            <span className="tabular-nums sm:text-right">{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid gap-2 text-sm">
      {steps.map(({ label, parts }, index) => (
        <li key={label} className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr] sm:items-center">
          <span>
            <span className="mr-2 text-faint tabular-nums">{index + 1}</span>
            {label}
          </span>
          <ul className="flex flex-wrap gap-2">
            {parts.map((part) => (
              <li key={part} className="rounded-md border bg-sunken px-2 py-1">
                {part}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
