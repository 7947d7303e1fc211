import { removeBacktest } from "#src/db/queries/backtests.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** Removes a backtest and its result for good; one under way is stopped. @throws NotFound for an unknown or foreign id */
export async function deleteBacktest(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor } = ctx;
  if (!(await removeBacktest(db.sql, id, actor.owner))) throw new NotFound("there is no such backtest");
  await queue.cancel(id);
}
