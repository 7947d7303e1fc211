import { Fragment } from "react";

/** The letters of a drawing shrink with it, so a phone gets one of its own. */
const wide = { width: 900, height: 280 };
const narrow = { width: 340, height: 240 };
const margin = { top: 16, bottom: 22, left: 4, right: 62 };

export interface DrawnLine {
  readonly name: string;
  /** At the place of each session; `null` where there is none. */
  readonly values: readonly (number | null)[];
  readonly stroke: string;
  /** Of the line's mark in the legend. */
  readonly key: string;
}

export interface DrawnLevel {
  readonly name: string;
  readonly value: number;
  readonly stroke: string;
}

interface Props {
  readonly label: string;
  readonly sessions: readonly string[];
  readonly lines: readonly DrawnLine[];
  /** Across the whole picture, dashed. */
  readonly levels?: readonly DrawnLevel[];
  /** Sessions that a line stands at, from top to bottom. */
  readonly marks?: readonly { readonly session: string; readonly name: string }[];
  readonly text: (value: number) => string;
}

/** Of a mark's, at most. */
const nameWidth = 44;

/** Lines over sessions, with levels across and dates marked. Drawn by the server; it needs no script. */
export function LineDrawing(props: Props) {
  const { lines } = props;
  return (
    <figure className="grid gap-3">
      <Drawing {...props} size={wide} className="max-sm:hidden" />
      <Drawing {...props} size={narrow} className="sm:hidden" />
      {lines.length < 2 ? null : (
        <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
          {lines.map(({ name, key }) => (
            <span key={name} className="inline-flex items-center gap-2">
              <span aria-hidden className={`h-0.5 w-4 ${key}`} />
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

function Drawing({
  label,
  sessions,
  lines,
  levels = [],
  marks = [],
  text,
  size,
  className,
}: Props & { size: typeof wide; className: string }) {
  const all = [
    ...lines.flatMap(({ values }) => values.filter((value) => value !== null)),
    ...levels.map((one) => one.value),
  ];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const right = size.width - margin.right;
  const bottom = size.height - margin.bottom;
  const x = (index: number): number => margin.left + ((right - margin.left) * index) / Math.max(sessions.length - 1, 1);
  const y = (value: number): number =>
    high === low ? bottom / 2 : bottom - ((value - low) / (high - low)) * (bottom - margin.top);
  const atSession = (session: string): number => {
    const place = sessions.findIndex((one) => one >= session);
    return x(place === -1 ? sessions.length - 1 : place);
  };
  const ticks = [low, (low + high) / 2, high].filter((tick) =>
    levels.every(({ value }) => Math.abs(y(value) - y(tick)) > 13),
  );
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is no img
      role="img"
      aria-label={label}
      className={`w-full font-sans text-[11px] tabular-nums ${className}`}
    >
      {ticks.map((tick) => (
        <Fragment key={tick}>
          <line x1={margin.left} x2={right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={right + 6} y={y(tick) + 4} className="fill-muted">
            {text(tick)}
          </text>
        </Fragment>
      ))}
      {marks.map(({ session, name }, index) => {
        const at = atSession(session);
        // Where dates are near to each other their names stand below each other.
        const row = marks.slice(0, index).filter((one) => Math.abs(atSession(one.session) - at) < nameWidth).length;
        const isRight = at > (margin.left + right) / 2;
        return <Mark key={`${name} ${session}`} name={name} at={at} row={row} isRight={isRight} bottom={bottom} />;
      })}
      {levels.map((level) => (
        <Level key={level.name} level={level} right={right} at={y(level.value)} text={text} />
      ))}
      {lines.map(({ name, values, stroke }) => (
        <polyline
          key={name}
          points={values
            .flatMap((value, index) => (value === null ? [] : `${x(index).toFixed(1)},${y(value).toFixed(1)}`))
            .join(" ")}
          fill="none"
          className={stroke}
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
      ))}
      <text x={margin.left} y={size.height - 6} className="fill-muted">
        {sessions[0]}
      </text>
      <text x={right} y={size.height - 6} textAnchor="end" className="fill-muted">
        {sessions.at(-1)}
      </text>
    </svg>
  );
}

interface LevelProps {
  readonly level: DrawnLevel;
  readonly right: number;
  readonly at: number;
  readonly text: (value: number) => string;
}

function Level({ level: { name, value, stroke }, right, at, text }: LevelProps) {
  return (
    <>
      <line x1={margin.left} x2={right} y1={at} y2={at} strokeDasharray="6 4" strokeWidth="1.5" className={stroke} />
      <text x={margin.left + 2} y={at - 4} className="fill-ink">
        {name}
      </text>
      <text x={right + 6} y={at + 4} className="fill-ink">
        {text(value)}
      </text>
    </>
  );
}

interface MarkProps {
  readonly name: string;
  readonly at: number;
  readonly row: number;
  readonly isRight: boolean;
  readonly bottom: number;
}

function Mark({ name, at, row, isRight, bottom }: MarkProps) {
  return (
    <>
      <line x1={at} x2={at} y1={margin.top} y2={bottom} strokeDasharray="2 3" className="stroke-line-strong" />
      <text x={at + (isRight ? -4 : 4)} y={10 + 13 * row} textAnchor={isRight ? "end" : "start"} className="fill-muted">
        {name}
      </text>
    </>
  );
}
