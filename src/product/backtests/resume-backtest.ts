import type { Backtest } from "#src/contract/backtests/backtests.ts";
import { backtestWorkflow, modelBacktestWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { countBacktests } from "./queries/backtests.ts";
import { requeueWorkflow, setResumed } from "./queries/paused-backtests.ts";
import { getOwn } from "../jobs/public/get-own.ts";
import { backtestJob } from "../jobs/public/kinds.ts";
import { lockJobs } from "../jobs/public/submit-job.ts";
import { requireScope, type Context } from "../context.ts";
import { ensureSlot } from "./lib/ensure-capacity.ts";

/**
 * What was held counts as spent. Repeatable.
 * @throws NotFound; Conflict while another is open
 */
export async function resumeBacktest(ctx: Context, id: string): Promise<Backtest> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor, clock } = ctx;
  const { asked } = await getOwn(ctx, backtestJob, id);
  const workflow = asked.models === undefined ? backtestWorkflow : modelBacktestWorkflow;
  await db.transaction(async (tx) => {
    await lockJobs(tx, actor, clock.now());
    const counts = await countBacktests(tx, actor.owner);
    if (!(await setResumed(tx, id, actor.owner))) return;
    ensureSlot(counts, asked.models !== undefined);
    if (!(await requeueWorkflow(tx, id, workflow))) await queue.enqueueJob(tx, workflow, { id, owner: actor.owner });
  });
  return getOwn(ctx, backtestJob, id);
}
