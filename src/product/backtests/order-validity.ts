import type { BacktestValidity } from "#src/contract/backtests/validity.ts";
import { validityWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { deleteEarlier, findOpenJob, newestJob } from "#src/product/jobs/queries/jobs.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { backtestJob, validityJob } from "../jobs/public/kinds.ts";
import { submitJob } from "../jobs/public/submit-job.ts";
import { requireScope, type Context } from "../context.ts";
import { getBacktest } from "./get-backtest.ts";
import { getValidity } from "./get-validity.ts";

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
