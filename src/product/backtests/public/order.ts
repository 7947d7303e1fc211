import type {
  Backtest,
  BacktestAsked,
  BacktestEstimate,
  BacktestOrder,
  BacktestSummary,
  ModelEstimate,
} from "#src/contract/backtests/backtests.ts";
import type { BacktestResult, StrategyName } from "#src/contract/backtests/backtest.ts";
import type { Trial } from "#src/contract/backtests/validity.ts";
import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import { InvalidField, InvalidInput } from "#src/core/errors.ts";
import {
  type AnalysisEnvironment,
  type TokenPrice,
  costOfCall,
  rounded,
  usual,
} from "#src/product/analyses/public/submission.ts";
import type { Context, SystemContext } from "#src/product/context.ts";
import { type OwnEstimates, ownEnvironmentOf } from "#src/product/model-keys/public/own-environment.ts";
import { Decimal } from "decimal.js";
import type { ShapeEstimate, Usd } from "#src/contract/jobs/usage.ts";
import { sumUsd } from "#src/contract/accounts/money.ts";
import type { Tx } from "#src/core/db/database.ts";
import { validityWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { deleteEarlier } from "#src/product/jobs/queries/jobs.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { validityJob, enqueueJob } from "#src/product/jobs/public/kinds.ts";
import type { z } from "zod";
import type { BacktestAnswer, BacktestEstimateAnswer } from "#src/contract/backtests/backtest-routes.ts";

/** What an order means on this service's archives. */
export type ReadOrder =
  | {
      readonly ok: true;
      readonly asked: BacktestAsked;
      readonly decisions: number;
      /** What somebody should know before they start it, in sentences. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly field: keyof BacktestOrder; readonly reason: string };

/** What backtests are made with in this service. */
export interface BacktestEnvironment {
  /** What the archives hold. */
  readonly instruments: readonly ListedInstrument[];
  read(order: BacktestOrder): ReadOrder;
  /** A result as a configuration that was tried. */
  trialOf(result: BacktestResult): Trial;
}

/** @throws InvalidField for an order that the archives cannot answer */
export function readOrder(
  { read }: Pick<BacktestEnvironment, "read">,
  order: BacktestOrder,
): Extract<ReadOrder, { ok: true }> {
  const known = read(order);
  if (!known.ok) throw new InvalidField(known.field, order[known.field] ?? null, known.reason);
  return known;
}

/** `null` for rules. @throws InvalidField without a model */
export async function orderEnvironment(
  ctx: Context,
  own: OwnEstimates,
  { asked: { models } }: { readonly asked: Pick<BacktestAsked, "models"> },
): Promise<AnalysisEnvironment | null> {
  if (models === undefined) return null;
  try {
    return await ownEnvironmentOf(ctx, own, models.own_model);
  } catch (error) {
    if (error instanceof InvalidInput) throw new InvalidField("own_model", null, error.message);
    throw error;
  }
}

/** As in the worker and on the command line. */
const sideBySide = 4;

interface ToEstimate {
  readonly decisions: number;
  /** Of each decision. */
  readonly runs: number;
  readonly hasSingleCall: boolean;
  /** One debate. */
  readonly debate: Pick<ShapeEstimate, "calls" | "costUsd" | "seconds">;
  /** Of the managers' model; `null`: not known. */
  readonly deepPrice: TokenPrice | null;
  readonly budget: Usd | null;
}

/** Repetitions and single calls included. */
export function modelEstimate({
  decisions,
  runs,
  hasSingleCall,
  debate,
  deepPrice,
  budget,
}: ToEstimate): { readonly seconds: number } & Omit<ModelEstimate, "deep" | "quick" | "training"> {
  const times = (usd: Usd | null, count: number): Usd | null =>
    usd === null ? null : new Decimal(usd).times(count).toFixed();
  const single = deepPrice === null ? null : rounded(costOfCall(deepPrice));
  const debates = times(debate.costUsd, decisions * runs);
  const singles = hasSingleCall ? times(single, decisions) : "0";
  const costUsd = debates === null || singles === null ? null : sumUsd([debates, singles]);
  const seconds = (debate.seconds ?? 0) * runs + (hasSingleCall ? usual.seconds : 0);
  return {
    seconds: Math.ceil((seconds * decisions) / sideBySide),
    runs,
    calls: (debate.calls * runs + (hasSingleCall ? 1 : 0)) * decisions,
    costUsd,
    singleCalls: hasSingleCall ? { calls: decisions, costUsd: singles } : null,
    exceedsBudget: costUsd !== null && budget !== null && new Decimal(costUsd).greaterThan(budget),
  };
}

/** Nothing happens while one is under way. */
export async function enqueueValidity(
  tx: Tx,
  queue: SystemContext["queue"],
  { id, owner }: { readonly id: string; readonly owner: string },
  at: Instant,
): Promise<void> {
  await deleteEarlier(tx, { kind: "validity", subject: id });
  const job = { id: newId(validityJob.prefix), kind: "validity", owner, subject: id } as const;
  await enqueueJob(tx, queue, validityWorkflow, { ...job, input: { uploaded: false } }, at);
}

/** The headline of a result, as lists show it. */
export function summaryOf({ settings, decisions, ratings, portfolio }: BacktestResult): BacktestSummary {
  const returnOf = (name: StrategyName): number | null =>
    portfolio.strategies.find(({ strategy }) => strategy === name)?.metrics.cumulative_return ?? null;
  return {
    provider: settings.reasoner.provider,
    decisions: decisions.length,
    reviews: ratings.REVIEW,
    cumulative_return: returnOf("debate"),
    buy_and_hold_return: returnOf("buy_and_hold"),
  };
}

/** As the API names things. */
export function toBacktestAnswer({ state, asked, done, total, ...backtest }: Backtest): z.input<typeof BacktestAnswer> {
  const { id, source, summary, error, stopped, spent_usd, created_at, started_at, finished_at } = backtest;
  return {
    id,
    status: state,
    source,
    request: asked,
    progress: { done, total },
    summary,
    error,
    stopped,
    spent_usd,
    created_at,
    started_at,
    finished_at,
  };
}

/** As the API names things. */
export function toEstimateAnswer({
  decisions,
  most,
  seconds,
  notes,
  models,
}: BacktestEstimate): z.input<typeof BacktestEstimateAnswer> {
  const answer = { decisions, most_decisions: most, seconds, notes: [...notes] };
  if (models === null) return { ...answer, models };
  const { deep, quick, runs, calls, costUsd, singleCalls: single, exceedsBudget, training } = models;
  return {
    ...answer,
    models: {
      deep,
      quick,
      runs,
      calls,
      cost_usd: costUsd,
      single_calls: single === null ? null : { calls: single.calls, cost_usd: single.costUsd },
      exceeds_budget: exceedsBudget,
      training: {
        cutoff: training.cutoff,
        may_remember: training.mayRemember,
        measured: [...training.measured],
      },
    },
  };
}
