import type { ChartData, DrawnBar } from "./chart.ts";

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
