import type { Rating } from "./jobs/analysis.ts";
import type { RatingOutcome } from "./signals/instruments.ts";
import type { ChartBar, ChartEvent, Levels } from "./run/run.ts";

/** Everything that a chart of prices shows, as plain data. Dates are `YYYY-MM-DD`. */
export interface ChartData {
  readonly symbol: string;
  readonly currency: string;
  /** Nothing but `later` is from after it. */
  readonly asOf: string;
  /** Known on it, ascending, on one basis. */
  readonly bars: readonly DrawnBar[];
  /** Later sessions, on the same basis: only where the viewer may see them. */
  readonly later: readonly DrawnBar[];
  /** Stretches of sessions without a price. */
  readonly holes: readonly ChartHole[];
  readonly levels: Levels | null;
  /** The indicators that were cited, each with a value for each of `bars`. */
  readonly indicators: readonly ChartIndicator[];
  /** Events and news by day, ascending. */
  readonly marks: readonly ChartMark[];
  /** The place of a piece of evidence on the chart. */
  readonly places: readonly EvidencePlace[];
  /** The first track is marked on the price; each has a band. */
  readonly tracks: readonly ChartTrack[];
}

/** Where only open and close are known, high and low are those. */
export interface DrawnBar extends ChartBar {
  readonly rangeUnknown?: true;
}

/** Oldest first; each rating holds until the next. */
export interface ChartTrack {
  readonly name: string;
  readonly ratings: readonly ChartRating[];
}

export interface ChartRating {
  readonly session: string;
  readonly rating: Rating;
  readonly outcome: RatingOutcome;
  /** The path of its page; `null` where the viewer may not read it. */
  readonly href: string | null;
}

/** Consecutive sessions that have no price. */
export interface ChartHole {
  readonly from: string;
  readonly to: string;
  readonly sessions: number;
  /** Days on the axis: one per session of a short hole, fewer of a long one. */
  readonly places: readonly string[];
}

/** An indicator at each bar of a chart. */
export interface ChartIndicator {
  readonly id: string;
  readonly title: string;
  /** Drawn over the price, or in its own pane below. */
  readonly pane: "price" | "own";
  readonly lines: readonly IndicatorLine[];
}

export interface IndicatorLine {
  readonly name: string;
  readonly look: "line" | "faint" | "bars";
  /** One value per bar; `null` while there are too few bars before it. */
  readonly values: readonly (number | null)[];
}

export interface ChartMark {
  readonly date: string;
  readonly type: ChartEvent["kind"] | "news" | "post";
  readonly label: string;
  /** The piece of evidence that shows it, where there is one. */
  readonly evidence: string | null;
}

export interface EvidencePlace {
  readonly id: string;
  readonly date: string;
  /** The indicator that draws it. */
  readonly indicator: string | null;
}

/** A place on a chart's time axis. */
export interface Slot {
  /** Of a session; in a long hole, of several. */
  readonly date: string;
  /** `null`: there is no price. */
  readonly bar: DrawnBar | null;
  /** Place among the bars known as of the date, else `null`. */
  readonly index: number | null;
  /** Sessions of the hole it is in; 0: none. */
  readonly missing: number;
  /** After the as-of date. */
  readonly later: boolean;
}

type Timed = Pick<ChartData, "bars" | "asOf" | "holes"> & { readonly later?: readonly DrawnBar[] };

/**
 * Every place from the first bar to the last, sessions without a price included, so that gaps and the as-of date show.
 * Ascending.
 */
export function chartSlots({ bars, later = [], asOf, holes }: Timed): Slot[] {
  if (bars.length === 0) return [];
  const known = bars.map((bar, index): Slot => ({ date: bar.date, bar, index, missing: 0, later: false }));
  const after = later.map((bar): Slot => ({ date: bar.date, bar, index: null, missing: 0, later: true }));
  const taken = new Set([...known, ...after].map(({ date }) => date));
  const empty = holes.flatMap(({ sessions, places }) =>
    places
      .filter((date) => !taken.has(date) && (after.length > 0 || date <= asOf))
      .map((date): Slot => ({ date, bar: null, index: null, missing: sessions, later: date > asOf })),
  );
  for (const { date } of empty) taken.add(date);
  // So that the line stands at its date, not at the last price.
  const edge: Slot[] = taken.has(asOf) ? [] : [{ date: asOf, bar: null, index: null, missing: 0, later: false }];
  return [...known, ...after, ...empty, ...edge].toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

/** The last place up to the as-of date. */
export function asOfPlace(slots: readonly Slot[]): number {
  return slots.findLastIndex(({ later }) => !later);
}

/** Places that hold this many priced sessions, gaps included. */
export function placesOf(slots: readonly Slot[], sessions: number): number {
  const end = asOfPlace(slots) + 1;
  let left = sessions;
  let start = end;
  while (start > 0 && left > 0) {
    start -= 1;
    if (slots[start]?.bar !== null) left -= 1;
  }
  return end - start;
}

/** First, one past the last, and how many sessions they stand for. */
export function gapsOf(slots: readonly Slot[]): { from: number; to: number; missing: number }[] {
  const gaps: { from: number; to: number; missing: number }[] = [];
  for (const [place, { missing }] of slots.entries()) {
    const last = gaps.at(-1);
    if (missing === 0) continue;
    if (last !== undefined && last.to === place) last.to = place + 1;
    else gaps.push({ from: place, to: place + 1, missing });
  }
  return gaps;
}
