import { Decimal } from "decimal.js";
import type { BacktestEstimate, ModelEstimate } from "#src/contract/backtests.ts";
import { Analyst } from "#src/contract/analysis.ts";
import { plans } from "#src/contract/plans.ts";
import { measuredPace } from "#src/db/queries/backtests.ts";
import { estimateAnalysis } from "../analyses/estimate-analysis.ts";
import type { AnalysisEnvironment } from "../analyses/lib/analysis-environment.ts";
import { requireScope, type Context } from "../context.ts";
import type { ReadOrder } from "./lib/backtest-environment.ts";

/** Decisions a second, where nothing was measured yet: half of what one core of a small machine makes. */
const usualPace = 50;
/** Decisions that models make side by side, as in the worker. */
const sideBySide = 4;

type Order = Extract<ReadOrder, { ok: true }>;

/**
 * What an order would take: time by what the last backtests took on this server; with models, each decision as an
 * analysis with them.
 * @param environment what an analysis with the order's models is made with; `null` for the rules engine
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
  if (one === undefined) throw new RangeError(`nothing is estimated for ${rounds} rounds`);
  const costUsd = one.costUsd === null ? null : new Decimal(one.costUsd).times(decisions).toFixed();
  const budget = asked.models?.budget_usd;
  const { deep_think_llm: deep, quick_think_llm: quick } = environment.config;
  return {
    seconds: Math.ceil(((one.seconds ?? 0) * decisions) / sideBySide),
    models: {
      deep,
      quick,
      calls: one.calls * decisions,
      costUsd,
      exceedsBudget: costUsd !== null && budget !== undefined && new Decimal(costUsd).greaterThan(budget),
    },
  };
}
