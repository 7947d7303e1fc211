import { keptMemoryJobs, type MemoryAsked, type MemoryJob } from "#src/contract/backtests/memory-jobs.ts";
import { withDefaults } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { memoryWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { deleteOldest, findOpenJob } from "#src/product/jobs/queries/jobs.ts";
import { Conflict } from "#src/core/errors.ts";
import { getOwn } from "../jobs/public/get-own.ts";
import { memoryJob } from "../jobs/public/kinds.ts";
import { submitJob } from "../jobs/public/submit-job.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEnvironmentOf, type OwnEstimates } from "../model-keys/public/own-environment.ts";
import { requireOwnModel } from "../model-keys/public/require-own-model.ts";
import { debatesOf, memoryEstimate } from "./lib/memory-estimate.ts";

/** @throws Forbidden; InvalidField; Conflict while another is under way */
export async function orderMemory(
  ctx: Context,
  { asked, own, budgetUsd }: { readonly asked: MemoryAsked; readonly own: OwnEstimates; readonly budgetUsd: Usd },
): Promise<MemoryJob> {
  requireScope(ctx, "backtests:write");
  const { db, actor } = ctx;
  const defaults = await requireOwnModel(db.sql, actor.owner, asked.own_model);
  const { symbol } = memoryEstimate(asked, await ownEnvironmentOf(ctx, own, asked.own_model), ctx.settings);
  const wanted = { ...asked, symbol, own_model: withDefaults(asked.own_model, defaults) };
  const { id } = await submitJob(ctx, {
    kind: memoryJob,
    workflow: memoryWorkflow,
    job: { input: wanted, total: debatesOf(asked), budgetUsd },
    async admit(tx) {
      const mine = { kind: "memory", owner: actor.owner } as const;
      if ((await findOpenJob(tx, mine)) !== null)
        throw new Conflict("you already have a measurement running; wait for it to finish or cancel it");
      await deleteOldest(tx, mine, keptMemoryJobs - 1);
      return null;
    },
  });
  return getOwn(ctx, memoryJob, id);
}
