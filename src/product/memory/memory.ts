import {
  type MemoryAsked,
  type MemoryEstimate,
  keptMemoryJobs,
  type MemoryJob,
  type MemoryMeasurement,
} from "#src/contract/backtests/memory.ts";
import { requireScope, type Context, type SystemContext } from "../context.ts";
import { ownEnvironmentOf, type OwnEstimates, requireOwnModel } from "../model-keys/public/own-environment.ts";
import { memoryEstimate, debatesOf } from "./lib/memory-estimate.ts";
import { withDefaults } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { memoryWorkflow } from "../jobs/queries/job-queue.ts";
import { deleteOldest, findOpenJob, listJobs } from "../jobs/queries/jobs.ts";
import { Conflict, InvalidInput } from "#src/core/errors.ts";
import { getOwn, submitJob } from "../jobs/public/submit-job.ts";
import { memoryJob } from "../jobs/public/kinds.ts";
import { putMeasurement } from "./queries/memory-measurements.ts";

/** @throws Forbidden; InvalidField; InvalidInput without a model */
export async function estimateMemory(
  ctx: Context,
  { asked, own }: { readonly asked: MemoryAsked; readonly own: OwnEstimates },
): Promise<MemoryEstimate> {
  requireScope(ctx, "backtests:read");
  return memoryEstimate(asked, await ownEnvironmentOf(ctx, own, asked.own_model), ctx.settings);
}

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

/** The actor's measurements, newest first. @throws Forbidden without the scope */
export async function listMemory(ctx: Context): Promise<MemoryJob[]> {
  requireScope(ctx, "backtests:read");
  const rows = await listJobs(ctx.db.sql, { kind: "memory", owner: ctx.actor.owner, limit: keptMemoryJobs });
  return rows.map((row) => memoryJob.show(row, null));
}

/**
 * For the command line.
 * @throws InvalidInput for a stopped one
 */
export async function keepMeasurement(ctx: SystemContext, measured: MemoryMeasurement): Promise<void> {
  if (measured.stopped !== null)
    throw new InvalidInput(`only a whole measurement can be stored; this one is not: ${measured.stopped}`);
  await putMeasurement(ctx.db, measured);
}
