import type { z } from "zod";
import type { BacktestAnswer, BacktestEstimateAnswer } from "#src/contract/backtests/backtest-routes.ts";
import type { Backtest, BacktestEstimate } from "#src/contract/backtests/backtests.ts";

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
