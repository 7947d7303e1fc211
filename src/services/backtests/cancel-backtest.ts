import type { Backtest } from "#src/contract/backtests.ts";
import { findBacktest, setCancelled } from "#src/db/queries/backtests.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** Ends a backtest that has not ended. Repeatable. @throws NotFound for an unknown or foreign id */
export async function cancelBacktest(ctx: Context, id: string): Promise<Backtest> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor, clock } = ctx;
  const found = await findBacktest(db.sql, id, actor.owner);
  if (found === null) throw new NotFound("there is no such backtest");
  await setCancelled(db.sql, id, actor.owner, clock.now());
  // Done again for one that is cancelled already, since whoever cancelled it may have died in between.
  await queue.cancel(id);
  return (await findBacktest(db.sql, id, actor.owner)) ?? found;
}
