import type { Watchlist, WatchlistInput } from "#src/contract/signals.ts";
import { requireScope, type Context } from "../context.ts";
import type { KnownSymbols } from "./lib/canonical-instruments.ts";
import { keepWatchlist } from "./lib/keep-watchlist.ts";

/**
 * An idempotency key makes one.
 * @throws as keepWatchlist
 */
export async function createWatchlist(
  ctx: Context,
  {
    environment,
    watchlist: asked,
    idempotencyKey: key,
  }: {
    readonly environment: KnownSymbols;
    readonly watchlist: Omit<WatchlistInput, "id">;
    readonly idempotencyKey: string | null;
  },
): Promise<{ readonly list: Watchlist; readonly replayed: boolean }> {
  requireScope(ctx, "lists:write");
  const once = key === null ? null : ({ operation: "create list", key, asked } as const);
  return keepWatchlist(ctx, { environment, watchlist: { ...asked, id: null }, once });
}
