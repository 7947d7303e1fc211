import { removeBacktest } from "#src/db/queries/backtests.ts";
import { openValidityJob } from "#src/db/queries/validity.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Removes a backtest, its result and its validity report for good; one under way is stopped. It stays a trial.
 * @throws NotFound for an unknown or foreign id
 */
export async function deleteBacktest(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor } = ctx;
  const judging = await openValidityJob(db.sql, id);
  if (!(await removeBacktest(db.sql, id, actor.owner))) throw new NotFound("there is no such backtest");
  await queue.cancel(id);
  if (judging !== null) await queue.cancel(judging);
}
