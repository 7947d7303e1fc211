import { scaleLinear } from "d3-scale";
import type { ChartBar, Levels } from "#src/contract/run.ts";
import type { ChartData } from "#src/contract/chart.ts";
import { chartSlots, gapsOf, type Slot } from "#src/contract/chart-slots.ts";
import { namedLevels, type LevelName } from "#src/contract/level-outcomes.ts";
import { countText } from "#src/platform/number-text.ts";
import { firstPlace, marksAt, openingIndicators, openingRange } from "./chart-view.ts";
import { markLetters, markRadius, markRow } from "./mark-look.ts";
import { toneOf } from "./indicator-tones.ts";
import {
  emptyBars,
  margins,
  precisionOf,
  priceRange,
  priceScaleWidth,
  timeScaleHeight,
  volumeShare,
} from "./price-scale.ts";
import { RatingSketch } from "./rating-sketch.tsx";

/** The chart as the server draws it, for a box of any size: what stands there without a script, and on paper. */
export function PriceSketch({ data }: { data: ChartData }) {
  return (
    <>
      <Drawing data={data} isNarrow={false} steps={9} className="max-sm:hidden" />
      <Drawing data={data} isNarrow steps={7} className="sm:hidden" />
    </>
  );
}

const lines = { entry: "stroke-ink", stop: "stroke-negative", target: "stroke-positive" } as const;
const fills = { entry: "fill-ink", stop: "fill-negative", target: "fill-positive" } as const;
/** In units of the drawing, of which a screen shows less than one as a pixel: whole numbers keep the page small. */
const height = 1000;
const labelHeight = 50;

interface DrawingProps {
  readonly data: ChartData;
  readonly isNarrow: boolean;
  readonly steps: number;
  readonly className: string;
}

function Drawing({ data, isNarrow, steps, className }: DrawingProps) {
  const { bars, levels, asOf } = data;
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
        <svg className="absolute inset-0 size-full stroke-surface stroke-3 [paint-order:stroke]">
          <text x={percent(shown.length / units)} dx="-6" y="14" textAnchor="end" className="fill-accent font-medium">
            as of {asOf}
          </text>
          {gapLabels(shown, isNarrow).map(({ middle, text }) => (
            <text key={middle} x={percent(middle / units)} y="32" textAnchor="middle" className="fill-muted">
              {text}
            </text>
          ))}
          {eventMarks(data, shown, isNarrow).map(({ at, row, letter }) => (
            <svg key={`${at} ${row}`} x={percent((at + 0.5) / units)} y="100%" className="overflow-visible stroke-none">
              <g transform={`translate(0 ${-markRadius - 3 - row * (2 * markRadius + 3)})`}>
                <circle
                  r={markRadius}
                  className={row === 0 ? "fill-surface stroke-accent" : "fill-surface stroke-muted"}
                  strokeWidth="1"
                />
                <text
                  y="3"
                  textAnchor="middle"
                  className={`text-[9px] font-semibold ${row === 0 ? "fill-accent" : "fill-muted"}`}
                >
                  {letter}
                </text>
              </g>
            </svg>
          ))}
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

/** Events in two rows, each with room for its circle on a box of the usual width. */
function eventMarks(data: ChartData, slots: readonly Slot[], isNarrow: boolean) {
  const apartBy = (2 * markRadius + 1) / placeWidth(slots, isNarrow);
  const free = [0, 0];
  return slots.flatMap((_, at) =>
    marksAt(slots, data.marks, at).flatMap(({ type }) => {
      const row = markRow(type);
      if (at < (free[row] ?? 0)) return [];
      free[row] = at + apartBy;
      return [{ at, row, letter: markLetters[type] }];
    }),
  );
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

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Places that a month's label needs. */
const sessionsPerMonthLabel = 6;

/** The first session of each month, where it has room; with January stands the year. */
function months(slots: readonly Slot[]): { index: number; text: string; year: boolean }[] {
  let free = 0;
  return slots.flatMap(({ date, missing }, index) => {
    const before = slots[index - 1];
    if (before === undefined || before.date.slice(0, 7) === date.slice(0, 7) || missing > 0 || index < free) return [];
    free = index + sessionsPerMonthLabel;
    const month = monthNames[Number(date.slice(5, 7)) - 1] ?? "";
    return [{ index, text: month === "Jan" ? date.slice(0, 4) : month, year: month === "Jan" }];
  });
}

/** How many sessions a gap is, where it has room for the words. */
function gapLabels(slots: readonly Slot[], isNarrow: boolean): { middle: number; text: string }[] {
  return gapsOf(slots).flatMap(({ from, to, missing }) => {
    const text = `${countText(missing)} missing`;
    const fits = (to - from) * placeWidth(slots, isNarrow) >= text.length * letterWidth;
    return fits ? [{ middle: (from + to) / 2, text }] : [];
  });
}

/** Of a letter, about, in pixels. */
const letterWidth = 6;

/** Of a place on a box of the usual width, in pixels. */
function placeWidth(slots: readonly Slot[], isNarrow: boolean): number {
  return (isNarrow ? 280 : 900) / (slots.length + emptyBars);
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
