import type { DrawnBar } from "#src/contract/chart.ts";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";

/**
 * In shares as of the last session; highs and lows are those of open and close.
 * @param days ascending
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
