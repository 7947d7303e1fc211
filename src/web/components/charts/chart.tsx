import type { ReactNode } from "react";
import { type ChartData, chartSlots, type Slot } from "#src/contract/chart.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { scaleLinear } from "d3-scale";
import type { ChartBar, Levels } from "#src/contract/run/run.ts";
import { namedLevels, type LevelName } from "#src/contract/backtests/levels.ts";
import { firstPlace, openingIndicators, openingRange } from "./chart-view.ts";
import {
  toneOf,
  emptyBars,
  margins,
  precisionOf,
  priceRange,
  priceScaleWidth,
  timeScaleHeight,
  volumeShare,
} from "./chart-look.ts";
import { fills, height, Labels, Months, percent } from "./price-sketch-labels.tsx";
import { RatingSketch } from "./rating-sketch.tsx";

interface Props {
  readonly data: ChartData;
  /** Below the chart: what it shows, in a sentence. */
  readonly caption?: ReactNode;
  /** Prices after the as-of date are behind a switch; `shown` turns it on from the start. Without such prices there is none. */
  readonly later?: "hidden" | "shown";
  /** Beside other things on one screen. */
  readonly isShort?: boolean;
}

/**
 * The one chart of prices, for a report, a live run, a signal and an instrument.
 *
 * - Its data come from `chartData` in `src/report/charts/chart-data.ts`, or of a finished run from `runChart` in
 *   `src/report/charts/run-chart.ts`. Prices after the as-of date come from `readLaterPrices` in
 *   `src/product/analyses/reading.ts`, which says who may see them.
 * - It is drawn on the server (`PriceSketch`), and again by the library once the reader reaches for it: by pointer,
 *   by touch, by keyboard or by a button. Both are the same size and show the same.
 * - `showOnChart(id)` in `show-on-chart.ts` brings the chart that holds a piece of evidence into view, draws the
 *   indicator that the evidence is a value of, and points at its day. `data.places` says which evidence that is.
 */
export function Chart({ data, caption, later = "hidden", isShort = false }: Props) {
  return (
    <figure
      aria-label={`Prices of ${data.symbol} up to ${data.asOf}`}
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] ${isShort ? "gap-1" : "gap-3"}`}
    >
      <ChartFrame data={data} later={later} isShort={isShort}>
        <PriceSketch data={data} />
      </ChartFrame>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-2xs text-muted">
        {caption}
        <span>
          Drawn with{" "}
          <a href="https://www.tradingview.com/" className="underline underline-offset-4" rel="noreferrer">
            TradingView Lightweight Charts
          </a>
        </span>
      </figcaption>
    </figure>
  );
}

/** The chart as the server draws it, for a box of any size: what stands there without a script, and on paper. */
function PriceSketch({ data }: { data: ChartData }) {
  return (
    <>
      <Drawing data={data} isNarrow={false} steps={9} className="max-sm:hidden" />
      <Drawing data={data} isNarrow steps={7} className="sm:hidden" />
    </>
  );
}

const lines = { entry: "stroke-ink", stop: "stroke-negative", target: "stroke-positive" } as const;
const labelHeight = 50;

interface DrawingProps {
  readonly data: ChartData;
  readonly isNarrow: boolean;
  readonly steps: number;
  readonly className: string;
}

function Drawing({ data, isNarrow, steps, className }: DrawingProps) {
  const { bars, levels } = data;
  const all = chartSlots({ ...data, later: [] });
  const shown = all.slice(firstPlace(all, openingRange(data, isNarrow)));
  const units = shown.length + emptyBars;
  const drawn = shown.flatMap(({ bar }) => bar ?? []);
  const { y, prices } = scaleOf(drawn, levels, steps);
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
          <path d={gaps(shown)} className="fill-line" fillOpacity="0.6" />
          <path d={volumes(shown)} className="fill-line" />
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
            {indicatorPaths(data, shown, y).map(({ id, path, stroke }) => (
              <path key={id} d={path} className={stroke} strokeWidth="2" />
            ))}
          </g>
        </svg>
        <RatingSketch tracks={data.tracks} slots={shown} units={units} y={(price) => y(price) / height} />
        <Labels data={data} slots={shown} units={units} isNarrow={isNarrow} marks={marks} />
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
      <Months slots={shown} units={units} />
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

function ofWay(slots: readonly Slot[], way: Way, draw: (bar: ChartBar, index: number) => string): string {
  return slots
    .map(({ bar }, index) => (bar !== null && (bar.close >= bar.open ? "up" : "down") === way ? draw(bar, index) : ""))
    .join("");
}

function wicks(bars: readonly Slot[], way: Way, y: Height): string {
  return ofWay(bars, way, ({ high, low }, index) => `M${index}.5 ${y(high)}V${y(low)}`);
}

function bodies(bars: readonly Slot[], way: Way, y: Height): string {
  return ofWay(bars, way, ({ open, close }, index) => {
    const [above, below] = [y(Math.max(open, close)), y(Math.min(open, close))];
    return `M${index}.2 ${above}h.6V${below}h-.6z`;
  });
}

/** Places without a price in between. */
function gaps(slots: readonly Slot[]): string {
  return slots.map(({ missing }, index) => (missing === 0 ? "" : `M${index} 0h1v${height}h-1z`)).join("");
}

function volumes(slots: readonly Slot[]): string {
  const most = Math.max(...slots.map(({ bar }) => bar?.volume ?? 0));
  if (most <= 0) return "";
  return slots
    .map(({ bar }, index) => {
      const tall = Math.round(((bar?.volume ?? 0) / most) * volumeShare * height);
      return tall === 0 ? "" : `M${index}.1 ${height}h.8v-${tall}h-.8z`;
    })
    .join("");
}

/** Those that are drawn from the start; a line is broken where it has no value. */
function indicatorPaths(data: ChartData, slots: readonly Slot[], y: Height) {
  const opening = openingIndicators(data);
  return data.indicators
    .filter(({ id }) => opening.includes(id))
    .map(({ id, lines: drawn }, place) => {
      const values = drawn[0]?.values ?? [];
      let joined = false;
      const path = slots
        .map(({ index }, at) => {
          const value = index === null ? null : (values[index] ?? null);
          if (value === null) return "";
          const step = `${joined ? "L" : "M"}${at}.5 ${y(value)}`;
          joined = true;
          return step;
        })
        .join("");
      return { id, path, stroke: toneOf(place).stroke };
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
