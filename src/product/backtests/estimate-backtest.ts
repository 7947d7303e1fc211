import type { BacktestEstimate, ModelEstimate, TrainingPeriod } from "#src/contract/backtests/backtests.ts";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { cutoffOf, setCutoff } from "#src/contract/backtests/knowledge-cutoff.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { measuredPace } from "./queries/backtests.ts";
import { estimateAnalysis } from "../analyses/estimate-analysis.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { requireScope, type Context } from "../context.ts";
import { readMemoryOfYears } from "../memory/public/read-memory.ts";
import { modelEstimate } from "./public/model-estimate.ts";
import type { ReadOrder } from "./public/backtest-environment.ts";

/** Until measured: half of one core of a small machine. */
const usualPace = 50;

type Order = Extract<ReadOrder, { ok: true }>;

/**
 * From this server's last backtests; with models, each decision as an analysis.
 * @param environment of the models; `null`: rules
 */
export async function estimateBacktest(
  ctx: Context,
  { order, environment }: { readonly order: Omit<Order, "ok">; readonly environment: AnalysisEnvironment | null },
): Promise<BacktestEstimate> {
  requireScope(ctx, "backtests:read");
  const { db, actor } = ctx;
  const { decisions, notes } = order;
  const most = plans[actor.plan].backtestDecisions;
  if (environment !== null) return { decisions, notes, most, ...(await withModels(ctx, order, environment)) };
  const pace = (await measuredPace(db.sql)) ?? usualPace;
  return { decisions, notes, most, seconds: Math.ceil(decisions / pace), models: null };
}

async function withModels(
  ctx: Context,
  { decisions, asked }: Pick<Order, "decisions" | "asked">,
  environment: AnalysisEnvironment,
): Promise<{ readonly seconds: number; readonly models: ModelEstimate }> {
  const { shapes } = await estimateAnalysis(ctx, environment);
  const { rounds } = ctx.settings;
  const one = shapes.find((shape) => shape.analysts === Analyst.options.length && shape.rounds === rounds);
  if (one === undefined) throw new RangeError(`there is no estimate for ${rounds} rounds`);
  const { runs = 1, single_call, budget_usd: budget = null } = asked.models ?? {};
  const { seconds, ...models } = modelEstimate({
    decisions,
    runs,
    hasSingleCall: single_call !== false,
    debate: one,
    deepPrice: environment.prices.deep,
    budget,
  });
  const { deep_think_llm: deep, quick_think_llm: quick } = environment.config;
  return { seconds, models: { deep, quick, ...models, training: await trainingPeriod(ctx, asked, environment) } };
}

async function trainingPeriod(
  ctx: Context,
  { from, to }: Order["asked"],
  { config, cutoffs }: AnalysisEnvironment,
): Promise<TrainingPeriod> {
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = config;
  const { date } = cutoffOf(setCutoff(cutoffs, { deep, quick }), { provider, deep, quick });
  const years = { from: from.slice(0, 4), to: to.slice(0, 4) };
  return {
    cutoff: date,
    mayRemember: date === null || from <= date,
    measured: await readMemoryOfYears(ctx, { provider, deep, quick }, years),
  };
}
