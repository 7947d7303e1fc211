import type { z } from "zod";
import type { BacktestBody } from "#src/contract/backtests/backtest-routes.ts";
import type { BacktestOrder } from "#src/contract/backtests/backtests.ts";
import type { BacktestValidity } from "#src/contract/backtests/validity.ts";
import { NotFound } from "#src/core/errors.ts";
import {
  deleteBacktest,
  estimateBacktest,
  getBacktest,
  getBacktestResult,
  listBacktests,
  orderBacktest,
  pauseBacktest,
  resumeBacktest,
  getValidity,
  orderValidity,
} from "#src/product/backtests/backtests.ts";
import {
  toBacktestAnswer,
  toEstimateAnswer,
  orderEnvironment,
  readOrder,
} from "#src/product/backtests/public/order.ts";
import { cancelJob, getJob } from "#src/product/jobs/jobs.ts";
import { backtestJob, memoryJob } from "#src/product/jobs/public/kinds.ts";
import type { Context } from "#src/product/context.ts";
import { renderValidity } from "#src/report/backtest/validity-report.ts";
import { answerJson, created, file, page } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import type { AttributionAnswer, AttributionJob } from "#src/contract/jobs/attribution.ts";
import {
  cancelAttribution,
  estimateAttribution,
  getAttribution,
  orderAttribution,
} from "#src/product/attributions/attributions.ts";
import { estimateMemory, listMemory, orderMemory } from "#src/product/memory/memory.ts";

/** A small backtest takes seconds, and so does the report of one. */
const askAgain = "2";

/** A `null` says the same as nothing. */
function orderOf({ models, ...asked }: z.output<typeof BacktestBody>): BacktestOrder {
  return models == null ? asked : { ...asked, models };
}

export const backtestHandlers = (deps: Deps) =>
  ({
    submitBacktest: async ({ ctx, headers, body }) => {
      const environment = await deps.backtestEnvironment();
      const idempotencyKey = headers["idempotency-key"] ?? null;
      const asked = { environment, order: orderOf(body), idempotencyKey };
      const { backtest, notes, replayed } = await orderBacktest(ctx, asked);
      const told = { ...toBacktestAnswer(backtest), notes };
      return created(told, `/v1/backtests/${backtest.id}`, { replayed, askAgain });
    },
    getBacktestEstimate: async ({ ctx, body }) => {
      const order = readOrder(await deps.backtestEnvironment(), orderOf(body));
      const own = { environment: deps.analysisEnvironment, models: deps.ownModels };
      const environment = await orderEnvironment(ctx, own, order);
      return toEstimateAnswer(await estimateBacktest(ctx, { order, environment }));
    },
    listBacktests: async ({ ctx, query: { cursor = null, limit } }) => {
      const { backtests, older } = await listBacktests(ctx, { before: cursor, limit });
      return page(backtests.map(toBacktestAnswer), older);
    },
    getBacktest: async ({ ctx, path }) => toBacktestAnswer(await getBacktest(ctx, path.backtest_id)),
    cancelBacktest: async ({ ctx, path }) =>
      toBacktestAnswer(await cancelJob(ctx, { kind: backtestJob, id: path.backtest_id })),
    pauseBacktest: async ({ ctx, path }) => toBacktestAnswer(await pauseBacktest(ctx, path.backtest_id)),
    resumeBacktest: async ({ ctx, path }) => toBacktestAnswer(await resumeBacktest(ctx, path.backtest_id)),
    deleteBacktest: ({ ctx, path }) => deleteBacktest(ctx, path.backtest_id),
    getBacktestResult: async ({ ctx, path }) => {
      const { result } = await getBacktestResult(ctx, path.backtest_id);
      return answerJson(200, result, { "cache-control": "private, no-cache" });
    },
    getBacktestTrades: async ({ ctx, path: { backtest_id: id } }) => {
      const { trades } = await getBacktestResult(ctx, id);
      if (trades === null) throw new NotFound("this backtest has no trades");
      return file(trades, "text/csv", { "content-disposition": `attachment; filename="${id}-trades.csv"` });
    },
    getBacktestValidity: ({ ctx, path }) => validityOf(ctx, path.backtest_id),
    getBacktestValidityMarkdown: async ({ ctx, path }) => {
      const { backtest_id: id, report } = await validityOf(ctx, path.backtest_id);
      if (report === null) throw new NotFound("this backtest has no validity report yet");
      const named = { "content-disposition": `attachment; filename="${id}-validity.md"` };
      return file(renderValidity(report), "text/markdown", named);
    },
    submitBacktestValidity: async ({ ctx, path: { backtest_id: id } }) =>
      created(await orderValidity(ctx, id), `/v1/backtests/${id}/validity`, { askAgain }),
  }) satisfies Partial<Handlers>;

async function validityOf(ctx: Context, id: string): Promise<BacktestValidity> {
  const validity = await getValidity(ctx, id);
  if (validity === null) throw new NotFound("this backtest has no validity report");
  return validity;
}

export const attributionHandlers = ({ attributionPlanner: plan }: Deps) =>
  ({
    getAttributionEstimate: ({ ctx, path, body: wish }) => estimateAttribution(ctx, { id: path.job_id, plan, wish }),
    submitAttribution: async ({ ctx, path: { job_id: id }, body: { budget_usd: budgetUsd = null, ...wish } }) =>
      created(
        attributionAnswer(await orderAttribution(ctx, { id, plan, wish, budgetUsd })),
        `/v1/analyses/${id}/attribution`,
        {
          askAgain,
        },
      ),
    getAttribution: async ({ ctx, path }) => {
      const job = await getAttribution(ctx, path.job_id);
      if (job === null) throw new NotFound("this analysis does not exist or has no attribution");
      return attributionAnswer(job);
    },
    cancelAttribution: async ({ ctx, path }) => attributionAnswer(await cancelAttribution(ctx, path.job_id)),
  }) satisfies Partial<Handlers>;

/** As the API names things. */
function attributionAnswer({ planned, done, ...job }: AttributionJob): z.output<typeof AttributionAnswer> {
  const { repetitions, estimate, changes } = planned;
  return { ...job, progress: { done, total: changes.length }, repetitions, estimate };
}

/** A model takes minutes. */
const askMemoryAgain = "10";

export const memoryHandlers = ({ analysisEnvironment: environment, ownModels: models }: Deps) => {
  const own = { environment, models };
  return {
    getMemoryEstimate: ({ ctx, body: asked }) => estimateMemory(ctx, { asked, own }),
    submitMemory: async ({ ctx, body: { budget_usd: budgetUsd, ...asked } }) => {
      const job = await orderMemory(ctx, { asked, own, budgetUsd });
      return created(job, `/v1/memory/${job.id}`, { askAgain: askMemoryAgain });
    },
    listMemory: async ({ ctx }) => ({ data: await listMemory(ctx) }),
    getMemory: ({ ctx, path }) => getJob(ctx, { kind: memoryJob, id: path.memory_id }),
    cancelMemory: ({ ctx, path }) => cancelJob(ctx, { kind: memoryJob, id: path.memory_id }),
  } satisfies Partial<Handlers>;
};
