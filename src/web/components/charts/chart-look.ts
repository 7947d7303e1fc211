import type { SeriesAttachedParameter, Time } from "lightweight-charts";
import type { ChartMark, Slot } from "#src/contract/chart.ts";
import type { ChartBar, Levels } from "#src/contract/run/run.ts";
import { namedLevels } from "#src/contract/backtests/levels.ts";

const names = {
  ink: "--color-ink",
  muted: "--color-muted",
  line: "--color-line",
  surface: "--color-surface",
  sunken: "--color-sunken",
  accent: "--color-accent",
  positive: "--color-positive",
  negative: "--color-negative",
  warning: "--color-warning",
  review: "--color-review",
} as const;

export type ChartColours = Readonly<Record<keyof typeof names, string>>;

/** The theme's colours as they are now: a drawing on canvas does not follow the page's styles by itself. */
export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: keyof typeof names): string => style.getPropertyValue(names[name]).trim();
  return {
    ink: of("ink"),
    muted: of("muted"),
    line: of("line"),
    surface: of("surface"),
    sunken: of("sunken"),
    accent: of("accent"),
    positive: of("positive"),
    negative: of("negative"),
    warning: of("warning"),
    review: of("review"),
  };
}

/** Calls `redraw` when the reader changes the theme. @returns how to stop */
export function onThemeChange(redraw: () => void): () => void {
  const observer = new MutationObserver(redraw);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** What stands in a circle on the day of an event. */
export const markLetters = {
  split: "S",
  dividend: "D",
  earnings: "E",
  filing: "F",
  news: "N",
  post: "P",
} as const satisfies Record<ChartMark["type"], string>;

/** Of the circle, in pixels. */
export const markRadius = 6.5;

/** What the company did stands at the bottom, what was written about it above. */
export function markRow(type: ChartMark["type"]): 0 | 1 {
  return type === "news" || type === "post" ? 1 : 0;
}

/** One after the other, so that two that are drawn side by side differ; the same beside their names. */
const indicatorTones = [
  { colour: "accent", swatch: "border-accent", stroke: "stroke-accent" },
  { colour: "warning", swatch: "border-warning", stroke: "stroke-warning" },
  { colour: "review", swatch: "border-review", stroke: "stroke-review" },
  { colour: "ink", swatch: "border-ink", stroke: "stroke-ink" },
  { colour: "muted", swatch: "border-muted", stroke: "stroke-muted" },
] as const satisfies readonly {
  readonly colour: keyof ChartColours;
  readonly swatch: string;
  readonly stroke: string;
}[];

export function toneOf(place: number): (typeof indicatorTones)[number] {
  return indicatorTones[place % indicatorTones.length] ?? indicatorTones[0];
}

/** The left edge of a place on a chart, in pixels; of the one behind the last, that one's right edge. */
export function leftOf(
  chart: SeriesAttachedParameter<Time>["chart"] | undefined,
  slots: readonly Slot[],
  place: number,
): number | null {
  const scale = chart?.timeScale();
  const slot = slots[place];
  const before = slots[place - 1];
  if (scale === undefined) return null;
  const half = scale.options().barSpacing / 2;
  const middle = slot === undefined ? null : scale.timeToCoordinate(slot.date);
  if (middle !== null) return middle - half;
  const last = before === undefined ? null : scale.timeToCoordinate(before.date);
  return last === null ? null : last + half;
}

/* What the drawn chart and the live one have in common, so that the one takes the other's place without a jump. */

/** Of the width, in bars: the field behind the as-of date. */
export const emptyBars = 8;
/** Of the height, above the highest price and below the lowest. */
export const margins = { top: 0.1, bottom: 0.24 } as const;
/** Of the height, what the highest volume takes at the bottom. */
export const volumeShare = 0.16;
/** Of the time scale's row, in pixels. */
export const timeScaleHeight = 28;
/** Digits behind the point of the price scale. */
export function precisionOf(bars: readonly ChartBar[]): number {
  const smallest = Math.min(...bars.map(({ low }) => low));
  return smallest >= 1 ? 2 : Math.min(10, 3 - Math.floor(Math.log10(smallest)));
}

/** Of the price scale's column, in pixels: its longest label and some room. */
export function priceScaleWidth(bars: readonly ChartBar[]): number {
  const most = Math.max(...bars.map(({ high }) => high));
  return Math.max(52, Math.ceil(most.toFixed(precisionOf(bars)).length * 6.6) + 18);
}

/** Lowest and highest price of the bars, and levels far from them too. */
export function priceRange(
  bars: readonly Pick<ChartBar, "low" | "high">[],
  levels: Levels | null,
): { readonly low: number; readonly high: number } {
  const prices = namedLevels(levels).map(({ price }) => price);
  return {
    low: Math.min(...bars.map(({ low }) => low), ...prices),
    high: Math.max(...bars.map(({ high }) => high), ...prices),
  };
}
