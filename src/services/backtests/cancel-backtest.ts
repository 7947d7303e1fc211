import { findBacktest, setCancelled } from "#src/db/queries/backtests.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** Ends a backtest that has not ended. Repeatable. @throws NotFound for an unknown or foreign id */
export async function cancelBacktest(
  { db, queue, actor, clock }: Pick<Context, "db" | "queue" | "actor" | "clock">,
  id: string,
): Promise<void> {
  if ((await findBacktest(db.sql, id, actor.owner)) === null) throw new NotFound("there is no such backtest");
  await setCancelled(db.sql, id, actor.owner, clock.now());
  // Done again for one that is cancelled already, since whoever cancelled it may have died in between.
  await queue.cancel(id);
}
