import { z } from "zod";
import { AssetType } from "../jobs/analysis.ts";
import { MemoryAsked, MemoryEstimate, MemoryJob } from "./memory-jobs.ts";
import { memoryRepetitions } from "./memory-measurement.ts";
import { laxInt } from "../api/pydantic-coercion.ts";
import { always, invalid, json, problem, type Declared } from "../api/route.ts";
import { storableText } from "../text.ts";
import { Usd } from "../jobs/usage.ts";

const MemoryBody = MemoryAsked.extend({
  symbol: storableText.min(1).max(32),
  asset_type: AssetType.default("stock"),
  repetitions: laxInt(1, memoryRepetitions.most).default(memoryRepetitions.usual),
});
export const SubmitMemory = MemoryBody.extend({ budget_usd: Usd });
export const MemoryJobList = z.object({ data: z.array(MemoryJob) });

/** As they are named in the API's description. */
export const memorySchemas = { SubmitMemory, EstimateMemory: MemoryBody, MemoryEstimate, MemoryJob, MemoryJobList };

const path_parameters = {
  memory_id: { description: "The ID of the measurement.", example: "mem_7m3k9q0x2v5c8b1n4h6t" },
};
const notFound = { name: "NoMemoryJob", ...problem("The measurement does not exist or belongs to another owner.") };
const measurement = { description: "The measurement.", body: json(MemoryJob) };

export const memoryRoutes = {
  getMemoryEstimate: {
    method: "post",
    path: "/v1/memory/estimate",
    tag: "backtests",
    summary: "Estimate a memory measurement",
    description:
      "Calls and cost at list prices of measuring how much of a model's opinion on a date is memory. Nothing is started. The cost is rough; the budget is what holds. Scope: `backtests:read`.",
    body: MemoryBody,
    answers: {
      200: { description: "The estimate.", body: json(MemoryEstimate) },
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
    },
  },
  submitMemory: {
    method: "post",
    path: "/v1/memory",
    tag: "backtests",
    summary: "Measure how much of a model's opinion is memory",
    description:
      "Repeats the debate as it is, without the instrument's name, on other dates and with a false headline, and asks about later closes, on a model key of yours. " +
      "Each call is held against the budget before it is made, and no answer is paid for twice. A complete measurement is shown beside historical ratings of the same models and year, " +
      "and decides P3 of the validity reports of their backtests. Scope: `backtests:write`.",
    body: SubmitMemory,
    answers: {
      202: {
        description: "The measurement is queued.",
        body: json(MemoryJob),
        headers: { Location: "Where to poll it.", "Retry-After": "Seconds to wait before polling." },
      },
      409: problem("You already have a measurement running."),
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
    },
  },
  listMemory: {
    method: "get",
    path: "/v1/memory",
    tag: "backtests",
    summary: "List memory measurements, newest first",
    description: "The last 50. Scope: `backtests:read`.",
    answers: { 200: { description: "The measurements.", body: json(MemoryJobList) }, ...always },
  },
  getMemory: {
    method: "get",
    path: "/v1/memory/{memory_id}",
    tag: "backtests",
    summary: "Get a memory measurement",
    description: "Its status, progress and cost and, once it has ended, its result. Scope: `backtests:read`.",
    path_parameters,
    answers: { 200: measurement, 404: notFound, ...always },
  },
  cancelMemory: {
    method: "post",
    path: "/v1/memory/{memory_id}/cancel",
    tag: "backtests",
    summary: "Cancel a memory measurement",
    description:
      "Can be repeated. A measurement that has ended stays as it is. Send no body. Scope: `backtests:write`.",
    path_parameters,
    answers: { 200: measurement, 404: notFound, ...always },
  },
} as const satisfies Record<string, Declared>;
