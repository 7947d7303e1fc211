import type { Watchlist, WatchlistInput } from "#src/contract/signals.ts";
import { requireScope, type Context } from "../context.ts";
import type { KnownSymbols } from "./lib/canonical-instruments.ts";
import { keepWatchlist } from "./lib/keep-watchlist.ts";

/**
 * Makes a list or changes one. It is run from now on: what was due before is not. Each of its runs counts as an
 * analysis of the month.
 * @throws as keepWatchlist does
 */
export async function saveWatchlist(
  ctx: Context,
  { environment, watchlist }: { readonly environment: KnownSymbols; readonly watchlist: WatchlistInput },
): Promise<Watchlist> {
  requireScope(ctx, "lists:write");
  return (await keepWatchlist(ctx, { environment, watchlist })).list;
}
