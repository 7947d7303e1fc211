import type { TrackRecord } from "#src/contract/track-record.ts";
import { returnText } from "./signal-text.ts";

/** The letters of a drawing shrink with it, so a phone gets one of its own. */
const wide = { width: 720, height: 280 };
const narrow = { width: 340, height: 240 };
const margin = { top: 14, bottom: 26, left: 46, right: 8 };

/** What became of 1 under the rule and under buy and hold, at each close. */
export function EquityCurve({ equity }: Pick<TrackRecord, "equity">) {
  const lines = [
    { name: "Rule", values: equity.rule, stroke: "stroke-accent", key: "bg-accent" },
    { name: "Buy and hold", values: equity.buy_and_hold, stroke: "stroke-muted", key: "bg-muted" },
  ] as const;
  return (
    <figure className="grid gap-3">
      <Drawing equity={equity} lines={lines} size={wide} className="max-sm:hidden" />
      <Drawing equity={equity} lines={lines} size={narrow} className="sm:hidden" />
      <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
        {lines.map(({ name, values, key }) => (
          <span key={name} className="inline-flex items-center gap-2 tabular-nums">
            <span aria-hidden className={`h-0.5 w-4 ${key}`} />
            {name} {returnText((values.at(-1) ?? 1) - 1)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

interface Line {
  readonly name: string;
  readonly values: readonly number[];
  readonly stroke: string;
}

interface Props {
  readonly equity: TrackRecord["equity"];
  readonly lines: readonly Line[];
  readonly size: typeof wide;
  readonly className: string;
}

function Drawing({ equity: { sessions }, lines, size, className }: Props) {
  const all = [1, ...lines.flatMap(({ values }) => values)];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = Math.max((high - low) * 0.08, 0.005);
  const right = size.width - margin.right;
  const bottom = size.height - margin.bottom;
  const steps = Math.max(sessions.length - 1, 1);
  const x = (index: number): number => margin.left + ((right - margin.left) * index) / steps;
  const y = (value: number): number =>
    bottom - ((value - low + room) / (high - low + 2 * room)) * (bottom - margin.top);
  const [first = "", last = ""] = [sessions[0], sessions.at(-1)];
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is no img
      role="img"
      aria-label={`Growth of a capital of 1 from ${first} to ${last}: ${lines.map(({ name, values }) => `${name} ${returnText((values.at(-1) ?? 1) - 1)}`).join(", ")}.`}
      className={`w-full font-sans text-[11px] tabular-nums ${className}`}
    >
      {[...new Set([low, 1, high])].map((value) => (
        <g key={value}>
          <line
            x1={margin.left}
            x2={right}
            y1={y(value)}
            y2={y(value)}
            className={value === 1 ? "stroke-line-strong" : "stroke-line"}
            strokeDasharray={value === 1 ? "3 3" : undefined}
          />
          {value !== 1 && Math.abs(y(value) - y(1)) < 14 ? null : (
            <text x={margin.left - 6} y={y(value) + 4} textAnchor="end" className="fill-muted">
              {value.toFixed(2)}
            </text>
          )}
        </g>
      ))}
      {lines.toReversed().map(({ name, values, stroke }) => (
        <polyline
          key={name}
          points={values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
          fill="none"
          className={stroke}
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
      ))}
      <text x={margin.left} y={size.height - 6} className="fill-muted">
        {first}
      </text>
      <text x={right} y={size.height - 6} textAnchor="end" className="fill-muted">
        {last}
      </text>
    </svg>
  );
}
