import type { Opinion } from "#src/contract/jobs/analysis.ts";
import { houseList, type Signal } from "#src/contract/signals/signals.ts";

/** What of which list a page shows, as its address says. */
export interface SignalFilters {
  readonly list: string;
  readonly symbol: string | null;
  readonly rating: Opinion | null;
  readonly changed: boolean;
  readonly before: number | null;
}

export function addressOf({ list, symbol, rating, changed, before }: SignalFilters): string {
  const query = new URLSearchParams();
  if (list !== houseList) query.set("list", list);
  if (symbol !== null) query.set("symbol", symbol);
  if (rating !== null) query.set("rating", rating);
  if (changed) query.set("changed", "1");
  if (before !== null) query.set("before", String(before));
  return query.size === 0 ? "/signals" : `/signals?${query}`;
}

/** Whether a signal passes the filter, as the database applies it. */
export function passes(
  { symbol, rating, changed }: Pick<SignalFilters, "symbol" | "rating" | "changed">,
  signal: Pick<Signal, "symbol" | "rating" | "changed">,
): boolean {
  if (symbol !== null && signal.symbol !== symbol) return false;
  if (rating !== null && signal.rating !== rating) return false;
  return !changed || signal.changed;
}
