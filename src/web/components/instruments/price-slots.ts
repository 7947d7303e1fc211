import type { SessionClose } from "#src/contract/instrument-record.ts";
import { holesBetween } from "#src/report/chart-data.ts";

/** A place on the time axis: of a session, or within a long hole of a day that stands for several. */
export interface PriceSlot {
  readonly session: string;
  /** `null`: there is no price. */
  readonly close: number | null;
  /** Sessions without a price in the hole that it is part of; 0 where it is in none. */
  readonly missing: number;
}

/** Closes with the sessions between them that have no price, so that a gap takes its room. Ascending. */
export function priceSlots(symbol: string, closes: readonly SessionClose[]): PriceSlot[] {
  const sessions = closes.map(({ session }) => session);
  const empty = holesBetween(symbol, sessions).flatMap(({ places, sessions: missing }) =>
    places.map((session): PriceSlot => ({ session, close: null, missing })),
  );
  const known = closes.map(({ session, close }): PriceSlot => ({ session, close, missing: 0 }));
  return [...known, ...empty].toSorted((a, b) => (a.session < b.session ? -1 : Number(a.session > b.session)));
}

/** Places in a row with a price, as lines are drawn: [first, last]. */
export function priceRuns(slots: readonly PriceSlot[]): { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const [place, { close }] of slots.entries()) {
    const last = runs.at(-1);
    if (close === null) continue;
    if (last !== undefined && last.to === place - 1) last.to = place;
    else runs.push({ from: place, to: place });
  }
  return runs;
}

/** Holes of more than a session or two, wide enough to be seen. */
export function priceGaps(
  slots: readonly PriceSlot[],
): { readonly from: number; readonly to: number; readonly missing: number }[] {
  return priceRuns(slots).flatMap(({ to }, at, runs) => {
    const next = runs[at + 1];
    return next === undefined ? [] : [{ from: to, to: next.from, missing: slots[to + 1]?.missing ?? 0 }];
  });
}
