import type { BacktestValidity } from "#src/contract/backtests/validity.ts";
import { validityWorkflow } from "../jobs/queries/job-queue.ts";
import { deleteEarlier, findOpenJob, newestJob, lastResult } from "../jobs/queries/jobs.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { backtestJob, validityJob } from "../jobs/public/kinds.ts";
import { submitJob } from "../jobs/public/submit-job.ts";
import { requireScope, type Context } from "../context.ts";
import { getBacktest, getBacktestResult } from "./backtests.ts";
import { noteTrial } from "./queries/backtests.ts";
import type { BacktestEnvironment } from "./public/order.ts";

/**
 * Made anew, it counts the trials since. Free.
 * @throws Forbidden; NotFound; Conflict without a result or while another is under way
 */
export async function orderValidity(ctx: Context, id: string): Promise<BacktestValidity> {
  requireScope(ctx, "backtests:write");
  const { actor } = ctx;
  const about = { kind: "validity", subject: id } as const;
  const { state, source } = await getBacktest(ctx, id);
  if (state !== "succeeded") throw new Conflict("this backtest has no result yet");
  await submitJob(ctx, {
    kind: validityJob,
    workflow: validityWorkflow,
    job: { subject: id, input: { uploaded: source === "elsewhere" } },
    async admit(tx) {
      const before = await newestJob(tx.sql, about, actor.owner);
      if (before !== null && before.finished_at === null) return before.id;
      if ((await findOpenJob(tx, { kind: "validity", owner: actor.owner })) !== null)
        throw new Conflict("you already have a validity report running; wait for it to finish");
      await deleteEarlier(tx, about);
      return null;
    },
  });
  const ordered = await getValidity(ctx, id);
  if (ordered === null) throw new NotFound(backtestJob.unknown);
  return ordered;
}

/** `null` where none was asked for. @throws Forbidden; NotFound */
export async function getValidity(ctx: Context, id: string): Promise<BacktestValidity | null> {
  await getBacktest(ctx, id);
  const about = { kind: "validity", subject: id } as const;
  const row = await newestJob(ctx.db.sql, about, ctx.actor.owner);
  return row === null ? null : validityJob.show(row, await lastResult(ctx.db.sql, about));
}

/** Deleting the upload no longer takes it back. @throws Forbidden; NotFound */
export async function countTrial(
  ctx: Context,
  { id, environment }: { readonly id: string; readonly environment: Pick<BacktestEnvironment, "trialOf"> },
): Promise<void> {
  requireScope(ctx, "backtests:write");
  const { db, actor } = ctx;
  const { result } = await getBacktestResult(ctx, id);
  await db.transaction((tx) => noteTrial(tx, { owner: actor.owner, backtest: id }, environment.trialOf(result)));
}
