import { z } from "zod";
import { AnalysisRequest, Job, JobStatus, type Rating } from "./analysis.ts";
import { Holdings } from "../holdings/holdings.ts";
import { OwnModel } from "./model-keys.ts";
import { Usage, Usd } from "./usage.ts";

export const JobState = z.enum([...JobStatus.options, "paused"]);
export type JobState = z.infer<typeof JobState>;

/** `paused` is of backtests alone. src/core/db/functions/guard-job.sql holds to the same. */
export const nextJobState = {
  queued: ["running", "paused", "failed", "cancelled"],
  running: ["paused", "succeeded", "failed", "cancelled"],
  // It may have ended while it was paused.
  paused: ["queued", "succeeded", "failed", "cancelled"],
  succeeded: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<JobState, readonly JobState[]>;

/** DELETE cancels from every state (spec, "States and transitions"); the guards in SQL repeat this. */
export const nextStatus = {
  queued: ["running", "failed", "cancelled"],
  running: ["succeeded", "failed", "cancelled"],
  succeeded: ["cancelled"],
  failed: ["cancelled"],
  cancelled: ["cancelled"],
} as const satisfies Record<JobStatus, readonly JobStatus[]>;

/** The states from which a job can move to `status`. */
export function statusesBefore(status: JobStatus): JobStatus[] {
  return JobStatus.options.filter((from) => nextStatus[from].some((to) => to === status));
}

/** The request, and where to tell of the end. */
export const SubmitAnalysis = AnalysisRequest.extend({
  webhook_url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullish(),
  /** `whsec_` and base64 of 24 to 64 bytes; made when missing. */
  webhook_secret: z
    .string()
    .regex(
      /^whsec_(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4}(?:[A-Za-z0-9+/]{2}==)?)?$/,
    )
    .nullish(),
  /** On a stored key of the caller's; missing: the service's models. */
  own_model: OwnModel.nullish(),
  /** Missing or null: not given. Never shown again except under the analysis's own `/holdings`. */
  holdings: Holdings.nullish(),
});
export type SubmitAnalysis = z.infer<typeof SubmitAnalysis>;

/** Missing fields stay as they were; `null` drops the own model. */
export const RerunAnalysis = z.object({
  own_model: OwnModel.nullish(),
  /** Where bull and bear are asked anew. */
  max_debate_rounds: z.int().min(1).max(10).exactOptional(),
  /** Where the risk voices are asked anew. */
  max_risk_discuss_rounds: z.int().min(1).max(10).exactOptional(),
  seed: z.int().nonnegative().exactOptional(),
  holdings: Holdings.nullish(),
});
export type RerunAnalysis = z.infer<typeof RerunAnalysis>;

export const JobList = z.object({ data: z.array(Job), next_cursor: z.string().nullable() });
export type JobList = z.infer<typeof JobList>;

/** `seq` is the stream's id. */
export const JobEvent = z.object({
  seq: z.int().positive(),
  /** `job.queued`, `job.running`, `job.succeeded`, `job.failed`, `job.cancelled`, or a DebateEvent's type. */
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
});
export type JobEvent = z.infer<typeof JobEvent>;

/** What a webhook is told. */
export const WebhookEvent = z.enum(["analysis.succeeded", "analysis.failed", "analysis.cancelled"]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The body that a webhook is sent. */
export const WebhookMessage = z.object({
  type: WebhookEvent,
  /** When the job ended. */
  timestamp: z.iso.datetime(),
  data: Job,
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** An attempt to call a webhook, and its outcome. */
export const WebhookDelivery = z.object({
  id: z.string(),
  event: WebhookEvent,
  /** Without user, password and query. */
  url: z.url(),
  attempt: z.int().positive(),
  created_at: z.iso.datetime(),
  /** From the receiver's answer; `null` when there was none. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  next_attempt_at: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryList = z.object({ data: z.array(WebhookDelivery), next_cursor: z.string().nullable() });
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;

const UsageSum = z.object({
  input_tokens: z.int().nonnegative(),
  output_tokens: z.int().nonnegative(),
  /** Only the calls whose model has a known price. */
  cost_usd: Usd,
});

/** How many jobs are in each state. */
export const JobCounts = z.object({
  queued: z.int().nonnegative(),
  running: z.int().nonnegative(),
  succeeded: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  cancelled: z.int().nonnegative(),
} satisfies Record<JobStatus, z.ZodType>);
export type JobCounts = z.infer<typeof JobCounts>;

export const UsageByDay = UsageSum.extend({ day: z.iso.date(), jobs: z.int().nonnegative() });
export const UsageByModel = UsageSum.extend({ model: z.string(), calls: z.int().nonnegative() });
export const UsageByStatus = UsageSum.extend({ status: JobStatus, jobs: z.int().nonnegative() });

/** In all and split three ways. */
export const UsageReport = UsageSum.extend({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  jobs: JobCounts,
  /** Not part of the analyses' sums. */
  attributions: z.object({ count: z.int().nonnegative(), cost_usd: Usd }),
  /** Days on which a job was started, UTC, ascending. */
  by_day: z.array(UsageByDay),
  /** Models that were asked, by name. */
  by_model: z.array(UsageByModel),
  by_status: z.array(UsageByStatus),
});
export type UsageReport = z.infer<typeof UsageReport>;

/** Few generators can name a bare null type. */
const nothing = z.null().meta({ type: ["object", "null"], description: "Always null." });

/** What is kept of an analysis that ended without a result. */
export const UnfinishedRun = z.object({
  status: z.enum(["failed", "cancelled"]),
  request: AnalysisRequest,
  result: nothing,
  error: z.string().nullable(),
  usage: Usage.nullable(),
  manifest: nothing,
});
export type UnfinishedRun = z.infer<typeof UnfinishedRun>;

/** An analysis in a list, without its reports. */
export interface ListedAnalysis {
  readonly id: string;
  readonly number: number;
  readonly status: JobStatus;
  readonly request: AnalysisRequest;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Of one that has succeeded. */
  readonly rating: Rating | null;
  readonly cost_usd: Usd | null;
  readonly error: string | null;
  /** Statements made and expected, of a running job. */
  readonly progress: { readonly done: number; readonly of: number } | null;
}

/** The filters of a list; `null` means all. */
export interface AnalysisFilter {
  readonly status: JobStatus | null;
  /** As it was asked for, in any case. */
  readonly symbol: string | null;
  readonly rating: Rating | null;
  /** Trade dates, both ends inclusive. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface AnalysisPage {
  readonly analyses: readonly ListedAnalysis[];
  /** `null` at the end. */
  readonly newer: number | null;
  readonly older: number | null;
}
