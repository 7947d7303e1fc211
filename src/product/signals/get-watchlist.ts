import type { Watchlist } from "#src/contract/signals/signals.ts";
import { listsOf } from "./queries/signal-lists.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { toWatchlist } from "./lib/to-watchlist.ts";

/** @throws NotFound also for a deleted one */
export async function getWatchlist(ctx: Context, id: string): Promise<Watchlist> {
  requireScope(ctx, "lists:read");
  const { db, actor } = ctx;
  const found = (await listsOf(db.sql, actor.owner)).find((list) => list.id === id);
  if (found === undefined) throw new NotFound("there is no such watchlist");
  return toWatchlist(found);
}
