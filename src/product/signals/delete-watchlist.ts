import { markListDeleted } from "./queries/signal-lists.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** The list is run no more. What it published stays. @throws NotFound */
export async function deleteWatchlist(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "lists:write");
  const { db, actor, clock } = ctx;
  const deleted = await db.transaction((tx) => markListDeleted(tx, actor.owner, id, clock.now()));
  if (!deleted) throw new NotFound("there is no such watchlist");
}
