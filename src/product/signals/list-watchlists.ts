import type { Watchlist } from "#src/contract/signals/signals.ts";
import { listsOf } from "./queries/signal-lists.ts";
import { requireScope, type Context } from "../context.ts";
import { toWatchlist } from "./lib/to-watchlist.ts";

/** The actor's own lists, oldest first. */
export async function listWatchlists(ctx: Context): Promise<Watchlist[]> {
  requireScope(ctx, "lists:read");
  const { db, actor } = ctx;
  return (await listsOf(db.sql, actor.owner)).map(toWatchlist);
}
