import type { SeriesAttachedParameter, Time } from "lightweight-charts";
import type { ChartColours } from "./chart-colours.ts";
import type { ChartMark, Slot } from "#src/contract/chart.ts";

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
