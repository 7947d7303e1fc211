import { deleteJob, newestJob } from "#src/product/jobs/queries/jobs.ts";
import { NotFound } from "#src/core/errors.ts";
import { backtestJob } from "../jobs/public/kinds.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * A running one is stopped; it stays a trial.
 * @throws NotFound
 */
export async function deleteBacktest(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor } = ctx;
  const report = await newestJob(db.sql, { kind: "validity", subject: id }, actor.owner);
  if (!(await deleteJob(db.sql, { kind: "backtest", owner: actor.owner }, id))) throw new NotFound(backtestJob.unknown);
  await queue.cancel(id);
  if (report !== null && report.finished_at === null) await queue.cancel(report.id);
}
