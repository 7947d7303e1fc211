import { z } from "zod";
import { AnalysisRequest, AnalysisResult, JobStatus } from "./analysis.ts";
import { OwnModel } from "./model-keys.ts";
import { OwnLimitUsd, Usd } from "./usage.ts";
import { laxBool, laxInt } from "../api/pydantic-coercion.ts";
import {
  type Declared,
  always,
  created,
  idempotencyKey,
  invalid,
  json,
  limits,
  numberCursor,
  pageOf,
  problem,
} from "../api/route.ts";
import { storableText } from "../text.ts";

export const batchLimits = {
  /** In one batch. */
  lines: 10_000,
  /** Of one line. */
  lineBytes: 4096,
  /** Of the whole body. */
  bytes: 10 * 1_048_576,
  customIdLength: 100,
  /** Of one owner, not ended. */
  open: 5,
  /** Of one owner in a day. */
  linesPerDay: 50_000,
  /** How long an ended batch and its lines are kept; its analyses stay. */
  keptDays: 30,
} as const;

/** An analysis without a webhook. */
export const BatchAsked = AnalysisRequest.extend({ own_model: OwnModel.exactOptional() });
export type BatchAsked = z.infer<typeof BatchAsked>;

/** The error that the line would have got alone. */
export const Refusal = z.object({
  detail: z.union([z.string(), z.array(z.object({ type: z.string(), loc: z.array(z.string()), msg: z.string() }))]),
});
export type Refusal = z.infer<typeof Refusal>;

/** A line of a batch as it was read. */
export type BatchLine = { readonly line: number; readonly customId: string | null } & (
  | { readonly asked: BatchAsked }
  | { readonly refusal: Refusal }
);

/** How many lines are in which state. */
export const BatchCounts = z.object({
  total: z.int().nonnegative(),
  /** Not started yet. */
  waiting: z.int().nonnegative(),
  /** Queued or running. */
  open: z.int().nonnegative(),
  succeeded: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  cancelled: z.int().nonnegative(),
  /** The line is invalid, or there was no quota or budget left. */
  refused: z.int().nonnegative(),
});
export type BatchCounts = z.infer<typeof BatchCounts>;

export const Batch = z.object({
  id: z.string(),
  /** `succeeded`: each of its lines has ended, with whatever outcome. */
  status: JobStatus.exclude(["failed"]),
  counts: BatchCounts,
  budget_usd: Usd.nullable(),
  /** What its ended runs have cost. */
  spent_usd: Usd,
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
});
export type Batch = z.infer<typeof Batch>;

/** An ended line, as the results show it. */
export const BatchResult = z.object({
  line: z.int().positive(),
  custom_id: z.string().nullable(),
  status: z.enum(["succeeded", "failed", "cancelled", "refused"]),
  analysis_id: z.string().nullable(),
  result: AnalysisResult.nullable(),
  /** Why there is no result. */
  error: z.union([Refusal, z.null()]),
});
export type BatchResult = z.infer<typeof BatchResult>;

/** A line of the body, as it comes from outside. */
export const BatchLineBody = z.object({
  custom_id: storableText.min(1).max(batchLimits.customIdLength),
  request: AnalysisRequest.extend({
    ticker: storableText
      .min(1)
      .max(32)
      .regex(/^[^\u0000-\u001f\u007f-\u009f]+$/),
    max_debate_rounds: laxInt(1, 10).nullable().default(null),
    allow_short: laxBool().exactOptional(),
    own_model: OwnModel.nullish(),
    holdings: z
      .unknown()
      .refine((given) => given == null, "is not taken in a batch; start the analysis by itself")
      .optional()
      .meta({ description: "Refused unless null: start the analysis by itself." }),
    portfolio: z
      .unknown()
      .refine((given) => given == null, "is not taken in a batch; use POST /v1/portfolios/{portfolio_id}/analyses")
      .optional()
      .meta({ description: "Refused unless null: a portfolio starts a batch of its own." }),
    runs: laxInt(1, 1).exactOptional().meta({ description: "1, or omitted. Send a line for each repetition." }),
  }),
});

const batch_id = { description: "The ID of the batch.", example: "bat_7m3k9q0x2v5c8b1n4h6t" };
const notFound = { name: "NoBatch", ...problem("The batch does not exist or belongs to another owner.") };
const batch = { description: "The batch.", body: json(Batch) };

export const batchRoutes = {
  submitBatch: {
    method: "post",
    path: "/v1/batches",
    tag: "batches",
    summary: "Start a batch of analyses",
    description:
      `The body is an array, or JSON Lines, of up to ${batchLimits.lines} items (lines) with a \`custom_id\` of yours and the \`request\` of an analysis. The runs start ` +
      "behind all single analyses and count towards the monthly quota. A line that cannot be read, or for which no quota or budget is left, is " +
      "refused without affecting the others. Scope: `analyses:write`.",
    headers: idempotencyKey,
    query: z.object({
      budget_usd: OwnLimitUsd.optional().meta({
        description:
          "Maximum cost of all runs together, in US dollars. A run starts only if the remaining budget covers the most it can cost.",
      }),
    }),
    lines: BatchLineBody,
    answers: {
      202: {
        ...batch,
        description: "The batch is queued.",
        headers: { ...created, "Retry-After": "Seconds to wait before polling.", ...limits },
      },
      409: problem("Too many open batches, or the Idempotency-Key was already used with a different body."),
      413: problem(`The body is larger than ${batchLimits.bytes} bytes, or has more than ${batchLimits.lines} lines.`),
      415: problem("The Content-Type is neither application/json nor application/jsonl."),
      422: invalid,
      ...always,
    },
  },
  listBatches: {
    method: "get",
    path: "/v1/batches",
    tag: "batches",
    summary: "List batches, newest first",
    description: "Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `analyses:read`.",
    query: z.object({ cursor: numberCursor, limit: laxInt(1, 100).default(20) }),
    answers: { 200: { description: "A page of results.", body: json(pageOf(Batch)) }, 422: invalid, ...always },
  },
  getBatch: {
    method: "get",
    path: "/v1/batches/{batch_id}",
    tag: "batches",
    summary: "Get a batch and its progress",
    description:
      "`status` becomes `succeeded` when every line has ended; `counts` has their outcomes. Scope: `analyses:read`.",
    path_parameters: { batch_id },
    answers: { 200: batch, 404: notFound, ...always },
  },
  cancelBatch: {
    method: "post",
    path: "/v1/batches/{batch_id}/cancel",
    tag: "batches",
    summary: "Cancel a batch",
    description:
      "Waiting lines are not started, and running ones are cancelled. Lines that have ended keep their results. Can be repeated. Send no body. Scope: `analyses:write`.",
    path_parameters: { batch_id },
    answers: { 200: batch, 404: notFound, ...always },
  },
  getBatchResults: {
    method: "get",
    path: "/v1/batches/{batch_id}/results",
    tag: "batches",
    summary: "Get the results of a batch",
    description:
      "JSON Lines: one result for each line that has ended, in the order of the request. While the batch runs, these are the results so far. Results omit " +
      `their \`reports\`; add \`include=reports\` to get them. Kept for ${batchLimits.keptDays} days after the batch has ended. Scope: \`analyses:read\`.`,
    path_parameters: { batch_id },
    query: z.object({
      after: laxInt(0, batchLimits.lines).default(0).meta({ description: "Returns only lines after this one." }),
      include: z.enum(["reports"]).optional().meta({ description: "`reports` includes the reports of each result." }),
    }),
    answers: {
      200: {
        description: "The results.",
        body: { type: "application/jsonl", schema: z.string(), lines: BatchResult },
      },
      404: notFound,
      422: invalid,
      ...always,
    },
  },
} as const satisfies Record<string, Declared>;
