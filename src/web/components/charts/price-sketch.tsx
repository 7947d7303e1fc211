import { scaleLinear } from "d3-scale";
import type { ChartBar, Levels } from "#src/contract/run.ts";
import {
  emptyBars,
  margins,
  namedLevels,
  precisionOf,
  priceRange,
  priceScaleWidth,
  sessionsShown,
  timeScaleHeight,
  type LevelName,
} from "./price-scale.ts";

interface Props {
  /** Ascending by date. */
  readonly bars: readonly ChartBar[];
  readonly levels: Levels | null;
  /** `YYYY-MM-DD` */
  readonly asOf: string;
}

/** The candles as the server draws them, for a box of any size: what stands there without a script, and on paper. */
export function PriceSketch(props: Props) {
  if (props.bars.length === 0) return null;
  return (
    <>
      <Drawing {...props} sessions={sessionsShown.wide} steps={11} className="max-sm:hidden" />
      <Drawing {...props} sessions={sessionsShown.narrow} steps={7} className="sm:hidden" />
    </>
  );
}

const lines = { entry: "stroke-ink", stop: "stroke-negative", target: "stroke-positive" } as const;
const fills = { entry: "fill-ink", stop: "fill-negative", target: "fill-positive" } as const;
/** In units of the drawing, of which a screen shows less than one as a pixel: whole numbers keep the page small. */
const height = 1000;
const labelHeight = 50;

function Drawing({
  bars,
  levels,
  asOf,
  sessions,
  steps,
  className,
}: Props & { sessions: number; steps: number; className: string }) {
  const shown = bars.slice(-sessions);
  const units = shown.length + emptyBars;
  const { y, prices } = scaleOf(shown, levels, steps);
  const digits = precisionOf(bars);
  const marks = apart(namedLevels(levels).map((level) => ({ ...level, at: y(level.price) })));
  const ticks = prices.filter(({ at }) => marks.every(({ labelAt }) => Math.abs(labelAt - at) >= labelHeight));
  return (
    <div
      aria-hidden
      className={`grid size-full text-[11px] tabular-nums ${className}`}
      style={{ grid: `minmax(0, 1fr) ${timeScaleHeight}px / minmax(0, 1fr) ${priceScaleWidth(bars)}px` }}
    >
      <div className="relative border-r border-b">
        <svg viewBox={`0 0 ${units} ${height}`} preserveAspectRatio="none" className="absolute inset-0 size-full">
          <rect x={shown.length} y="0" width={emptyBars} height={height} className="fill-sunken" />
          <g fill="none" className="*:[vector-effect:non-scaling-stroke]">
            <path d={prices.map(({ at }) => `M0 ${at}H${units}`).join("")} className="stroke-line" />
            {marks.map(({ name, at }) => (
              <path key={name} d={`M0 ${at}H${units}`} className={lines[name]} strokeWidth="2" strokeDasharray="6 6" />
            ))}
            <path d={`M${shown.length} 0v${height}`} className="stroke-accent" strokeWidth="1.5" />
            <path d={wicks(shown, "up", y)} className="stroke-positive" />
            <path d={wicks(shown, "down", y)} className="stroke-negative" />
            {/* A body without height is a line of its own. */}
            <path d={bodies(shown, "up", y)} className="fill-positive stroke-positive" strokeWidth="0.75" />
            <path d={bodies(shown, "down", y)} className="fill-negative stroke-negative" strokeWidth="0.75" />
          </g>
        </svg>
        {/* Letters keep a rim of the ground around them where they cross a line. */}
        <svg className="absolute inset-0 size-full stroke-surface stroke-3 [paint-order:stroke]">
          <text x={percent(shown.length / units)} dx="-6" y="14" textAnchor="end" className="fill-accent font-medium">
            as of {asOf}
          </text>
          {marks.map(({ name, labelAt }) => (
            <text
              key={name}
              x="100%"
              dx="-6"
              y={percent(labelAt / height)}
              dy="-5"
              textAnchor="end"
              className={fills[name]}
            >
              {name}
            </text>
          ))}
        </svg>
      </div>
      <svg className="size-full overflow-visible">
        {ticks.map(({ price, at }) => (
          <text key={price} x="9" y={percent(at / height)} dy="4" className="fill-muted">
            {price.toFixed(digits)}
          </text>
        ))}
        {marks.map(({ name, price, labelAt }) => (
          <text key={name} x="9" y={percent(labelAt / height)} dy="4" className={`font-semibold ${fills[name]}`}>
            {price.toFixed(digits)}
          </text>
        ))}
      </svg>
      <svg className="size-full overflow-visible">
        {months(shown).map(({ index, text, year }) => (
          <text
            key={index}
            x={percent((index + 0.5) / units)}
            y="16"
            textAnchor="middle"
            className={year ? "fill-muted font-semibold" : "fill-muted"}
          >
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** Heights from the top, and the round prices that have room. */
function scaleOf(shown: readonly ChartBar[], levels: Levels | null, steps: number) {
  const { low, high } = priceRange(shown, levels);
  // A flat line stands in the middle of something.
  const span = high > low ? high - low : Math.max(Math.abs(high) / 50, Number.MIN_VALUE * 1e12);
  const each = span / (1 - margins.top - margins.bottom);
  const top = high + each * margins.top;
  const scale = scaleLinear()
    .domain([top - each, top])
    .range([height, 0]);
  const y = (price: number): number => Math.round(scale(price));
  const prices = scale
    .ticks(steps)
    .map((price) => ({ price, at: y(price) }))
    .filter(({ at }) => at > 20 && at < height - 20);
  return { y, prices };
}

type Way = "up" | "down";
type Height = (price: number) => number;

function ofWay(bars: readonly ChartBar[], way: Way, draw: (bar: ChartBar, index: number) => string): string {
  return bars.map((bar, index) => ((bar.close >= bar.open ? "up" : "down") === way ? draw(bar, index) : "")).join("");
}

function wicks(bars: readonly ChartBar[], way: Way, y: Height): string {
  return ofWay(bars, way, ({ high, low }, index) => `M${index}.5 ${y(high)}V${y(low)}`);
}

function bodies(bars: readonly ChartBar[], way: Way, y: Height): string {
  return ofWay(bars, way, ({ open, close }, index) => {
    const [above, below] = [y(Math.max(open, close)), y(Math.min(open, close))];
    return `M${index}.2 ${above}h.6V${below}h-.6z`;
  });
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The first session of each month; with January stands the year. */
function months(bars: readonly ChartBar[]): { index: number; text: string; year: boolean }[] {
  return bars.flatMap(({ date }, index) => {
    const before = bars[index - 1];
    if (before === undefined || before.date.slice(0, 7) === date.slice(0, 7)) return [];
    const month = monthNames[Number(date.slice(5, 7)) - 1] ?? "";
    return [{ index, text: month === "Jan" ? date.slice(0, 4) : month, year: month === "Jan" }];
  });
}

/** Labels of levels that lie close together, moved down until none covers another. */
function apart<T extends { readonly name: LevelName; readonly at: number }>(marks: readonly T[]) {
  let free = 0;
  return marks
    .toSorted((a, b) => a.at - b.at)
    .map((mark) => {
      const labelAt = Math.max(mark.at, free);
      free = labelAt + labelHeight;
      return { ...mark, labelAt };
    });
}

function percent(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`;
}
