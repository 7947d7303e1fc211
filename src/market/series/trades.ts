import type { Prices } from "../adjust.ts";
import type { SeriesFinding } from "./finding.ts";

/** Two weeks: so long without a trade, nothing moves and nothing has a momentum. */
const fewestTradeless = 10;

/** The sessions up to the last one on which the price stood still and nobody is known to have traded. */
export function tradelessSince(bars: readonly Prices[]): SeriesFinding | null {
  const last = bars.at(-1);
  let count = 0;
  for (const bar of bars.toReversed()) {
    if (!isStill(bar) || bar.close !== last?.close) break;
    count += 1;
  }
  const first = bars[bars.length - count];
  if (first === undefined || last === undefined || count < fewestTradeless) return null;
  return {
    kind: "no trade",
    from: first.date,
    to: last.date,
    ratio: null,
    reason: `no trade in the last ${count} sessions, since ${first.date}: the price stands still at ${last.close}`,
  };
}

function isStill({ high, low, volume }: Prices): boolean {
  return high === low && (volume === null || volume === 0);
}
