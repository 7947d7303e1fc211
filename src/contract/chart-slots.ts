import type { ChartData, DrawnBar } from "./chart.ts";

/** A place on a chart's time axis. */
export interface Slot {
  /** Of a session; within a long hole, of a day that stands for several. */
  readonly date: string;
  /** `null`: there is no price. */
  readonly bar: DrawnBar | null;
  /** The place of its bar among the bars known on the as-of date; `null` without one, and after that date. */
  readonly index: number | null;
  /** Sessions without a price in the hole that the place is part of; 0 where it is in none. */
  readonly missing: number;
  /** After the as-of date. */
  readonly later: boolean;
}

type Timed = Pick<ChartData, "bars" | "asOf" | "holes"> & { readonly later?: readonly DrawnBar[] };

/**
 * Every place from the first bar to the as-of date, or to the last bar after it: sessions without a price have theirs,
 * so that a gap is seen as one, and so has the as-of date. Ascending.
 */
export function chartSlots({ bars, later = [], asOf, holes }: Timed): Slot[] {
  if (bars.length === 0) return [];
  const known = bars.map((bar, index): Slot => ({ date: bar.date, bar, index, missing: 0, later: false }));
  const after = later.map((bar): Slot => ({ date: bar.date, bar, index: null, missing: 0, later: true }));
  const taken = new Set([...known, ...after].map(({ date }) => date));
  const empty = holes.flatMap(({ sessions, places }) =>
    places
      // What lies after the as-of date is left out with the prices after it.
      .filter((date) => !taken.has(date) && (after.length > 0 || date <= asOf))
      .map((date): Slot => ({ date, bar: null, index: null, missing: sessions, later: date > asOf })),
  );
  for (const { date } of empty) taken.add(date);
  // Its own place, so that the line stands at its date and not at the last price.
  const edge: Slot[] = taken.has(asOf) ? [] : [{ date: asOf, bar: null, index: null, missing: 0, later: false }];
  return [...known, ...after, ...empty, ...edge].toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

/** The last place that is not after the as-of date: the line stands at its right edge. */
export function asOfPlace(slots: readonly Slot[]): number {
  return slots.findLastIndex(({ later }) => !later);
}

/** How many places up to the as-of date hold this many sessions with a price, gaps between them included. */
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

/** Places in a row without a price: the first of them, the one behind the last, and how many sessions they stand for. */
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
