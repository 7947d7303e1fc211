import { type ChartData, type ChartMark, asOfPlace, placesOf, type Slot } from "#src/contract/chart.ts";

/** Sessions of each range button. */
export const ranges = { "1M": 21, "3M": 63, "6M": 126, "1Y": 252, All: Number.POSITIVE_INFINITY } as const;
export type RangeName = keyof typeof ranges;

/** What the reader has set on any chart. */
export interface Scales {
  readonly range: RangeName;
  readonly log: boolean;
}

/** What the reader has set on a chart of prices. */
export interface ChartView extends Scales {
  /** Ids of the indicators that are drawn. */
  readonly indicators: readonly string[];
}

/** The ranges that the prices fill, and all of them. */
export function filledRanges(sessions: number): RangeName[] {
  const names: readonly RangeName[] = ["1M", "3M", "6M", "1Y"];
  return [...names.filter((name) => ranges[name] < sessions), "All"];
}

/** The range that a chart opens with: the longest of those wanted that is filled. Ratings are looked at over a year. */
export function openingRange({ bars, tracks }: Pick<ChartData, "bars" | "tracks">, isNarrow: boolean): RangeName {
  const [wide, narrow] = tracks.length > 0 ? (["1Y", "6M"] as const) : (["6M", "3M"] as const);
  const wanted = isNarrow ? narrow : wide;
  return filledRanges(bars.length).includes(wanted) ? wanted : "All";
}

/** Means that were cited are drawn from the start; the rest is a press away. */
export function openingIndicators({ indicators }: ChartData): string[] {
  return indicators.filter(({ id }) => id.startsWith("sma_")).map(({ id }) => id);
}

/** The first place that a range shows. */
export function firstPlace(slots: readonly Slot[], range: RangeName): number {
  return Math.max(0, asOfPlace(slots) + 1 - placesOf(slots, ranges[range]));
}

/** The smallest range that shows a place. */
export function rangeWith(slots: readonly Slot[], sessions: number, place: number): RangeName {
  return filledRanges(sessions).find((range) => firstPlace(slots, range) <= place) ?? "All";
}

/** The last place on or before a day; the first for a day before all. */
export function placeOf(slots: readonly Slot[], date: string): number {
  return Math.max(
    0,
    slots.findLastIndex((slot) => slot.date <= date),
  );
}

/** What happened at a place: on its day, or since the day of the place before it (a weekend's news). */
export function marksAt(slots: readonly Slot[], marks: readonly ChartMark[], place: number): ChartMark[] {
  const date = slots[place]?.date;
  if (date === undefined) return [];
  const next = slots[place + 1]?.date ?? "9999";
  return marks.filter((mark) => mark.date >= date && mark.date < next);
}
