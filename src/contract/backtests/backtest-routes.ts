import { z } from "zod";
import { Rating } from "../jobs/analysis.ts";
import { BacktestDecision } from "./backtest.ts";
import {
  BacktestAsked,
  BacktestModels,
  BacktestOrder,
  backtestLimits,
  BacktestSource,
  BacktestSummary,
} from "./backtests.ts";
import { JobState } from "../jobs/jobs.ts";
import { CountedShare, MemorySummary } from "./memory.ts";
import { laxBool, laxInt } from "../api/pydantic-coercion.ts";
import {
  always,
  created,
  file,
  idempotencyKey,
  invalid,
  json,
  numberCursor,
  pageOf,
  problem,
  type Declared,
} from "../api/route.ts";
import { storableText } from "../text.ts";
import { Usd } from "../jobs/usage.ts";

export const BacktestBody = BacktestOrder.extend({
  symbols: z.array(storableText.min(1).max(32)).min(1).max(backtestLimits.symbols),
  every: laxInt(1, backtestLimits.every).default(5),
  commission_bps: BacktestOrder.shape.commission_bps.default(1),
  slippage_bps: BacktestOrder.shape.slippage_bps.default(5),
  short: laxBool().default(false),
  models: BacktestModels.nullish(),
});

export const BacktestAnswer = z.object({
  id: z.string(),
  status: JobState,
  source: BacktestSource,
  request: BacktestAsked,
  progress: z.object({ done: z.int().nonnegative(), total: z.int().nonnegative().nullable() }),
  summary: BacktestSummary.nullable(),
  error: z.string().nullable(),
  stopped: z.string().nullable(),
  spent_usd: Usd,
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
});

export const StartedBacktest = BacktestAnswer.extend({ notes: z.array(z.string()) });

/** The stable part of `result.json`; docs/backtest.md describes the rest. */
const BacktestResultAnswer = z.looseObject({
  version: z.int(),
  settings: z.looseObject({ symbols: z.array(z.string()), from: z.iso.date(), to: z.iso.date(), every: z.int() }),
  assumptions: z.array(z.string()),
  decisions: z.array(BacktestDecision),
  ratings: z.object(Object.fromEntries(Rating.options.map((rating) => [rating, z.int()]))),
  portfolio: z.looseObject({ equity_sessions: z.array(z.iso.date()) }),
});

/** The estimate of a backtest, before it is started. */
export const BacktestEstimateAnswer = z.object({
  decisions: z.int().nonnegative(),
  /** The most that the plan allows for one backtest. */
  most_decisions: z.int().nonnegative(),
  /** With nobody before it. */
  seconds: z.int().nonnegative(),
  notes: z.array(z.string()),
  /** `null`: the rules engine decides, at no cost. */
  models: z
    .object({
      deep: z.string(),
      quick: z.string(),
      runs: z.int().positive(),
      calls: z.int().nonnegative(),
      /** At list prices; `null`: unknown price. */
      cost_usd: Usd.nullable(),
      /** The part of the cost for the single calls beside the debates. */
      single_calls: z.object({ calls: z.int().nonnegative(), cost_usd: Usd.nullable() }).nullable(),
      exceeds_budget: z.boolean(),
      training: z.object({
        cutoff: z.iso.date().nullable(),
        /** The backtest begins before the cut-off, or the cut-off is unknown. */
        may_remember: z.boolean(),
        /** Measurements of the models' memory, by year. */
        measured: z.array(MemorySummary),
      }),
    })
    .nullable(),
});

/** As they are named in the API's description. */
export const backtestSchemas = {
  SubmitBacktest: BacktestBody,
  Backtest: BacktestAnswer,
  StartedBacktest,
  BacktestResult: BacktestResultAnswer,
  BacktestEstimate: BacktestEstimateAnswer,
  MemorySummary,
  CountedShare,
};

const backtest_id = { description: "The ID of the backtest.", example: "bt_7m3k9q0x2v5c8b1n4h6t" };
const notFound = { name: "NoBacktest", ...problem("The backtest does not exist or belongs to another owner.") };
const noResult = {
  name: "NoBacktestResult",
  ...problem("The backtest does not exist, belongs to another owner or has no result yet."),
};
const backtest = { description: "The backtest.", body: json(BacktestAnswer) };

export const backtestRoutes = {
  submitBacktest: {
    method: "post",
    path: "/v1/backtests",
    tag: "backtests",
    summary: "Start a backtest",
    description:
      "Returns immediately; the backtest runs in the background on the server's archives. Poll it until it has ended, then get its result. " +
      "Without `models`, the rules engine decides at no cost. With them, each debate is compared with a single call of the same model on the same evidence, paid from the same budget; `single_call: false` leaves it out. `runs` repeats each decision with other seeds. `notes` lists what to know about the data. Scope: `backtests:write`.",
    headers: idempotencyKey,
    body: BacktestBody,
    answers: {
      202: {
        description: "The backtest is queued.",
        body: json(StartedBacktest),
        headers: { ...created, "Retry-After": "Seconds to wait before polling." },
      },
      409: problem("Another backtest is running, or the Idempotency-Key was already used with a different body."),
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
    },
  },
  getBacktestEstimate: {
    method: "post",
    path: "/v1/backtests/estimate",
    tag: "backtests",
    summary: "Estimate a backtest",
    description:
      "What the same body would take as a backtest: decisions, time and, with `models`, calls and cost at list prices, and which of its dates the models may have read about. " +
      "Nothing is started. The cost is rough; the budget is what holds. Scope: `backtests:read`.",
    body: BacktestBody,
    answers: {
      200: { description: "The estimate.", body: json(BacktestEstimateAnswer) },
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
    },
  },
  listBacktests: {
    method: "get",
    path: "/v1/backtests",
    tag: "backtests",
    summary: "List backtests, newest first",
    description: "Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `backtests:read`.",
    query: z.object({ cursor: numberCursor, limit: laxInt(1, 100).default(20) }),
    answers: {
      200: { description: "A page of results.", body: json(pageOf(BacktestAnswer)) },
      422: invalid,
      ...always,
    },
  },
  getBacktest: {
    method: "get",
    path: "/v1/backtests/{backtest_id}",
    tag: "backtests",
    summary: "Get a backtest",
    description: "Its status, progress and, once it has succeeded, a summary. Scope: `backtests:read`.",
    path_parameters: { backtest_id },
    answers: { 200: backtest, 404: notFound, ...always },
  },
  cancelBacktest: {
    method: "post",
    path: "/v1/backtests/{backtest_id}/cancel",
    tag: "backtests",
    summary: "Cancel a backtest",
    description: "Can be repeated. A backtest that has ended stays as it is. Send no body. Scope: `backtests:write`.",
    path_parameters: { backtest_id },
    answers: { 200: backtest, 404: notFound, ...always },
  },
  pauseBacktest: {
    method: "post",
    path: "/v1/backtests/{backtest_id}/pause",
    tag: "backtests",
    summary: "Pause a backtest",
    description:
      "Calls to models that are in progress finish and are paid for; no further call is made until the backtest is resumed. Can be repeated. A backtest that has ended stays as it is. Send no body. Scope: `backtests:write`.",
    path_parameters: { backtest_id },
    answers: { 200: backtest, 404: notFound, ...always },
  },
  resumeBacktest: {
    method: "post",
    path: "/v1/backtests/{backtest_id}/resume",
    tag: "backtests",
    summary: "Resume a paused backtest",
    description:
      "It continues where it stopped, when its turn comes. Can be repeated. A backtest that is not paused stays as it is. Send no body. Scope: `backtests:write`.",
    path_parameters: { backtest_id },
    answers: { 200: backtest, 404: notFound, 409: problem("Another backtest is running."), ...always },
  },
  deleteBacktest: {
    method: "delete",
    path: "/v1/backtests/{backtest_id}",
    tag: "backtests",
    summary: "Delete a backtest and its result",
    description: "Deletes it permanently. If it is running, it is stopped first. Scope: `backtests:write`.",
    path_parameters: { backtest_id },
    answers: { 204: { description: "The backtest is deleted." }, 404: notFound, ...always },
  },
  getBacktestResult: {
    method: "get",
    path: "/v1/backtests/{backtest_id}/result.json",
    tag: "backtests",
    summary: "Get the result of a backtest",
    description: "The same file that `conclave backtest` writes. Scope: `backtests:read`.",
    path_parameters: { backtest_id },
    answers: {
      200: { description: "The result.", body: json(BacktestResultAnswer) },
      404: noResult,
      ...always,
    },
  },
  getBacktestTrades: {
    method: "get",
    path: "/v1/backtests/{backtest_id}/trades.csv",
    tag: "backtests",
    summary: "Get the trades of a backtest",
    description: "Every simulated fill, one per line. Uploaded backtests have none. Scope: `backtests:read`.",
    path_parameters: { backtest_id },
    answers: { 200: file("text/csv", "The trades."), 404: noResult, ...always },
  },
} as const satisfies Record<string, Declared>;
