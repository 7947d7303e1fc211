import {
  type MemoryAsked,
  type MemoryEstimate,
  type MemoryJob,
  type MemoryMeasurement,
  MemoryWorld,
  keptMemoryJobs,
} from "#src/contract/backtests/memory.ts";
import { type Context, type JobSettings, type SystemContext, requireScope } from "../context.ts";
import { type OwnEstimates, ownEnvironmentOf, requireOwnModel } from "../model-keys/public/own-environment.ts";
import { withDefaults } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { memoryWorkflow } from "../jobs/queries/job-queue.ts";
import { deleteOldest, findOpenJob, listJobs } from "../jobs/queries/jobs.ts";
import { Conflict, InvalidField, InvalidInput } from "#src/core/errors.ts";
import { getOwn, submitJob, memoryJob } from "../jobs/public/kinds.ts";
import { putMeasurement } from "./queries/memory-measurements.ts";
import { Decimal } from "decimal.js";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { cutoffOf, setCutoff } from "#src/contract/backtests/knowledge-cutoff.ts";
import { type AnalysisEnvironment, costOfCall, estimateFromTable } from "#src/product/analyses/public/submission.ts";

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

/** In each repetition: with the name and without it. */
const quizzes = 2;

/** Debates of a measurement, where news are read and later closes are known. */
function debatesOf({ repetitions }: Pick<MemoryAsked, "repetitions">): number {
  return repetitions * MemoryWorld.options.length;
}

/** By the price table. @throws InvalidField */
function memoryEstimate(
  asked: MemoryAsked,
  environment: AnalysisEnvironment,
  { rounds, riskRounds }: Pick<JobSettings, "rounds" | "riskRounds">,
): MemoryEstimate {
  const known = environment.read(asked.symbol, asked.asset_type);
  if (!known.ok) throw new InvalidField("symbol", asked.symbol, known.reason);
  if (asked.date > known.lastSession)
    throw new InvalidField("date", asked.date, `must be on or before the last session, ${known.lastSession}`);
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = environment.config;
  const debate = estimateFromTable(environment, { analysts: Analyst.options.length, rounds, riskRounds });
  const debates = debatesOf(asked);
  const questions = asked.repetitions * quizzes;
  const { deep: deepPrice } = environment.prices;
  return {
    symbol: known.symbol,
    date: asked.date,
    deep,
    quick,
    repetitions: asked.repetitions,
    calls: debate.calls * debates + questions,
    cost_usd:
      debate.costUsd === null || deepPrice === null
        ? null
        : new Decimal(debate.costUsd).times(debates).plus(costOfCall(deepPrice).times(questions)).toFixed(),
    cutoff: cutoffOf(setCutoff(environment.cutoffs, { deep, quick }), { provider, deep, quick }).date,
  };
}
