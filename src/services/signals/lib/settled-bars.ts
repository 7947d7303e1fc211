import type { DrawnBar } from "#src/contract/chart.ts";
import type { KnownDay } from "#src/db/queries/signal-days.ts";

/**
 * Settled sessions with a price, in shares as of the last one: each split divides what was before it. Opens and closes
 * are kept alone, so the high and the low of a bar are those of the two.
 * @param days ascending, every session kept of one instrument
 */
export function settledBars(days: readonly KnownDay[]): DrawnBar[] {
  const total = days.reduce((factor, { split }) => factor * split, 1);
  let factor = 1;
  return days.flatMap(({ session, price, split }) => {
    factor *= split;
    if (price === null) return [];
    const [open, close] = [(price.open * factor) / total, (price.close * factor) / total];
    const [low, high] = [Math.min(open, close), Math.max(open, close)];
    return { date: session, open, high, low, close, volume: null, rangeUnknown: true as const };
  });
}
