import { priceDigits } from "#src/platform/number-text.ts";
import type { DemoRun } from "./demo-run.ts";

/** The letters of a drawing shrink with it, so a phone gets one of its own. */
const wide = { width: 640, height: 280, right: 118 };
const narrow = { width: 350, height: 230, right: 92 };
const margin = { top: 14, bottom: 26, left: 4 };
/** Of the drawing's width, how much belongs to what the run could not know. */
const unknown = 0.14;

/** Closes up to the run's date, the levels it proposed, and an empty field where the run saw nothing. */
export function PriceFigure({ run }: { run: DemoRun }) {
  return (
    <>
      <Drawing run={run} size={wide} className="max-sm:hidden" />
      <Drawing run={run} size={narrow} className="sm:hidden" />
    </>
  );
}

function Drawing({ run, size, className }: { run: DemoRun; size: typeof wide; className: string }) {
  const { entry, stop, target } = run.levels;
  const levels = [
    { label: "Stop", value: stop, line: "stroke-negative", text: "fill-negative" },
    { label: "Entry", value: entry, line: "stroke-muted", text: "fill-muted" },
    { label: "Target", value: target, line: "stroke-positive", text: "fill-positive" },
  ].flatMap((level) => (level.value === null ? [] : [{ ...level, value: level.value }]));
  const closes = run.chart.map(({ close }) => close);
  const all = [...closes, ...levels.map(({ value }) => value)];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const right = size.width - size.right;
  const bottom = size.height - margin.bottom;
  const asOf = margin.left + (right - margin.left) * (1 - unknown);
  const x = (index: number): number => margin.left + ((asOf - margin.left) * index) / (closes.length - 1);
  const y = (value: number): number => margin.top + ((high - value) / (high - low)) * (bottom - margin.top);
  const line = closes.map((close, index) => `${x(index).toFixed(1)},${y(close).toFixed(1)}`).join(" ");
  const labels = apart(levels.map(({ value }) => y(value)));
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      className={`w-full font-sans text-[13px] tabular-nums ${className}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is no img
      role="img"
      aria-label={`Closing prices of ${run.symbol} over ${closes.length} sessions to ${run.session}, from ${closes[0]} to ${closes.at(-1)} ${run.levels.currency}; stop ${stop}, entry ${entry}, target ${target}.`}
    >
      <rect x={asOf} y={margin.top} width={right - asOf} height={bottom - margin.top} className="fill-sunken" />
      {levels.map(({ label, value, line: stroke, text }, index) => (
        <g key={label}>
          <line
            x1={x(closes.length - 45)}
            x2={right}
            y1={y(value)}
            y2={y(value)}
            className={stroke}
            strokeDasharray="3 3"
          />
          <text x={right + 8} y={(labels[index] ?? y(value)) + 4} className={text}>
            {label} {priceDigits(value)}
          </text>
        </g>
      ))}
      <polyline points={line} fill="none" className="stroke-ink" strokeWidth="1.6" strokeLinejoin="round" />
      <line x1={asOf} x2={asOf} y1={margin.top} y2={bottom} className="stroke-accent" strokeWidth="1.5" />
      <text x={right} y={size.height - 8} textAnchor="end" className="fill-accent">
        as of {run.session}
      </text>
      <text x={margin.left} y={size.height - 8} className="fill-muted">
        {run.chart[0]?.date}
      </text>
    </svg>
  );
}

/** Label heights moved so far apart that no two overlap; from top to bottom. */
function apart(heights: readonly number[]): number[] {
  const gap = 17;
  let last = Number.NEGATIVE_INFINITY;
  return heights.map((wanted) => {
    last = Math.max(wanted, last + gap);
    return last;
  });
}
