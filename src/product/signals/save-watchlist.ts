import type { Watchlist, WatchlistInput } from "#src/contract/signals.ts";
import { requireScope, type Context } from "../context.ts";
import type { KnownSymbols } from "./lib/canonical-instruments.ts";
import { keepWatchlist } from "./lib/keep-watchlist.ts";

/**
 * Run from now on, each run an analysis of the month.
 * @throws as keepWatchlist
 */
export async function saveWatchlist(
  ctx: Context,
  { environment, watchlist }: { readonly environment: KnownSymbols; readonly watchlist: WatchlistInput },
): Promise<Watchlist> {
  requireScope(ctx, "lists:write");
  return (await keepWatchlist(ctx, { environment, watchlist })).list;
}
