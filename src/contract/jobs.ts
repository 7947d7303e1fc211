import { z } from "zod";
import { AnalysisRequest, Job, JobStatus } from "./analysis.ts";
import { OwnModel } from "./model-keys.ts";
import { Usage, Usd } from "./usage.ts";

/**
 * The moves a job can make. DELETE cancels from every state, finished ones too (spec, "States and transitions");
 * the guards in SQL repeat this table.
 */
export const nextStatus = {
  queued: ["running", "failed", "cancelled"],
  running: ["succeeded", "failed", "cancelled"],
  succeeded: ["cancelled"],
  failed: ["cancelled"],
  cancelled: ["cancelled"],
} as const satisfies Record<JobStatus, readonly JobStatus[]>;

/** The states from which a job can come to `status`. */
export function statusesBefore(status: JobStatus): JobStatus[] {
  return JobStatus.options.filter((from) => nextStatus[from].some((to) => to === status));
}

/** The body of POST /v1/analyses: the request, and where to tell of the end. */
export const SubmitAnalysis = AnalysisRequest.extend({
  webhook_url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullish(),
  /** Base64 of 24 to 64 bytes with the prefix `whsec_`; one is made when it is missing, and told with the answer. */
  webhook_secret: z
    .string()
    .regex(
      /^whsec_(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4}(?:[A-Za-z0-9+/]{2}==)?)?$/,
    )
    .nullish(),
  /** Runs on a model key of the caller's own, which is stored with their account; missing: on the service's models. */
  own_model: OwnModel.nullish(),
});
export type SubmitAnalysis = z.infer<typeof SubmitAnalysis>;

/** The body of a rerun: what is to be different. What is missing is as it was; no model of one's own is `null`. */
export const RerunAnalysis = z.object({
  own_model: OwnModel.nullish(),
  /** Where bull and bear are asked anew. */
  max_debate_rounds: z.int().min(1).max(10).exactOptional(),
  /** Where the risk voices are asked anew. */
  max_risk_discuss_rounds: z.int().min(1).max(10).exactOptional(),
  seed: z.int().nonnegative().exactOptional(),
});
export type RerunAnalysis = z.infer<typeof RerunAnalysis>;

export const JobList = z.object({ data: z.array(Job), next_cursor: z.string().nullable() });
export type JobList = z.infer<typeof JobList>;

/** An event of a job as the stream tells it; `seq` is the stream's id. */
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

/** An attempt to tell a webhook, and what came of it. */
export const WebhookDelivery = z.object({
  id: z.string(),
  event: WebhookEvent,
  /** Without user, password and query. */
  url: z.url(),
  attempt: z.int().positive(),
  created_at: z.iso.datetime(),
  /** Of the receiver's answer; `null` when there was none. */
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
  /** Of the calls whose model's price is known. */
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

/** What an owner's jobs have cost between two instants, in all and split three ways. */
export const UsageReport = UsageSum.extend({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  jobs: JobCounts,
  /** Of analyses, ordered in the period, that cost something. Their cost is not in the sums of the analyses. */
  attributions: z.object({ count: z.int().nonnegative(), cost_usd: Usd }),
  /** Days on which a job was started, UTC, ascending. */
  by_day: z.array(UsageByDay),
  /** Models that were asked, by name. */
  by_model: z.array(UsageByModel),
  by_status: z.array(UsageByStatus),
});
export type UsageReport = z.infer<typeof UsageReport>;

/** For the description alone: a type of null is one that few generators of clients can name. */
const nothing = z.null().meta({ type: ["object", "null"], description: "Always null." });

/** What is left of an analysis that ended without a result. */
export const UnfinishedRun = z.object({
  status: z.enum(["failed", "cancelled"]),
  request: AnalysisRequest,
  result: nothing,
  error: z.string().nullable(),
  usage: Usage.nullable(),
  manifest: nothing,
});
export type UnfinishedRun = z.infer<typeof UnfinishedRun>;
