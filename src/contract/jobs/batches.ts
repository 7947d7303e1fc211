import { z } from "zod";
import { AnalysisRequest, AnalysisResult, JobStatus } from "./analysis.ts";
import { OwnModel } from "./model-keys.ts";
import { Usd } from "./usage.ts";

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
