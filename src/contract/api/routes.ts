import { z } from "zod";
import { Config, Job, JobStatus, mostRuns } from "../jobs/analysis.ts";
import { backtestRoutes } from "../backtests/backtest-routes.ts";
import {
  JobEvent,
  JobList,
  SubmitAnalysis,
  UnfinishedRun,
  UsageReport,
  WebhookDeliveryList,
  WebhookMessage,
} from "../jobs/jobs.ts";
import { laxBool, laxInstant, laxInt } from "./pydantic-coercion.ts";
import {
  always,
  file,
  ifNoneMatch,
  invalid,
  json,
  limited,
  limits,
  named,
  noLongerKept,
  problem,
  seenBefore,
  stream,
  unchanged,
  withETag,
  type Declared,
} from "./route.ts";
import { DescribedRun } from "../run/run.ts";
import { batchRoutes } from "../jobs/batches.ts";
import { askRoutes, rerunRoutes } from "../jobs/analysis-routes.ts";
import { mcpRoutes } from "./mcp-routes.ts";
import { listRoutes, signalRoutes } from "../signals/signal-routes.ts";
import { holdingsRoutes, portfolioRoutes } from "../portfolios/portfolio-routes.ts";
import { memoryRoutes } from "../backtests/memory.ts";
import { attributionRoutes } from "../jobs/attribution.ts";
import { validityRoutes } from "../backtests/validity.ts";
import { proofRoutes } from "./proof.ts";
import { trackRecordRoutes } from "../signals/track-record-routes.ts";
import { requestRoutes } from "./requests.ts";
import { webhookRoutes } from "../messages/webhook-routes.ts";
import { siteRoutes } from "./site-routes.ts";

const notFound = { name: "NotFound", ...problem("The analysis does not exist or belongs to another owner.") };
const notSucceeded = { name: "NotSucceeded", ...problem("The analysis has not succeeded.") };
const job = { description: "The job.", body: json(Job) };

/** Postgres keeps neither NUL nor half a surrogate pair. */
const storable = (text: z.ZodString, characters: RegExp) =>
  text.regex(characters).refine((value) => value.isWellFormed(), {
    params: {
      type: "string_unicode",
      msg: "Input should be a valid string, unable to parse raw data as a unicode string",
    },
  });
const noControls = /^[^\u0000-\u001f\u007f-\u009f]+$/;
const noSpaces = /^[^\u0000-\u0020\u007f-\u00a0]+$/;
const ticker = storable(z.string().min(1).max(32), noControls);

/** Numbers in any form that FastAPI takes. */
const SubmitBody = SubmitAnalysis.extend({
  ticker,
  max_debate_rounds: laxInt(1, 10).nullable().default(null),
  runs: laxInt(1, mostRuns).exactOptional(),
  allow_short: laxBool().exactOptional(),
  portfolio: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .nullish(),
  webhook_url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .regex(noSpaces)
    .refine((value) => value.isWellFormed())
    .meta({ format: "uri" })
    .nullish(),
});

const largest = 2_147_483_647;

const report = (kind: string, type: string) => ({
  method: "get" as const,
  path: `/v1/analyses/{job_id}/report.${kind}` as const,
  tag: "reports" as const,
  summary: `The report as ${kind === "md" ? "Markdown" : kind.toUpperCase()}`,
  description: "Available for analyses that have succeeded.",
  headers: ifNoneMatch,
  answers: {
    200: withETag(file(type, "The report.")),
    304: unchanged,
    404: notFound,
    409: notSucceeded,
    410: noLongerKept,
    ...always,
  },
});

export const routes = named({
  submitAnalysis: {
    method: "post",
    path: "/v1/analyses",
    tag: "analyses",
    summary: "Start an analysis",
    description:
      "Returns immediately; the analysis runs in the background. Poll the job, wait for it with `?wait`, or stream its events.",
    headers: z.object({
      "idempotency-key": z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/)
        .optional()
        .meta({
          description: "A repeated key with the same body returns the same job; with a different body, it returns 409.",
        }),
    }),
    body: SubmitBody,
    callback: {
      name: "analysisEnded",
      url: "{$request.body#/webhook_url}",
      summary: "The job has ended",
      message: WebhookMessage,
    },
    answers: {
      202: {
        ...job,
        headers: {
          Location: "URL of the job.",
          "Retry-After": "Seconds to wait before polling.",
          "Idempotent-Replayed":
            "`true` if the Idempotency-Key was used before. The job is the one from the first request.",
          "Webhook-Secret":
            "The secret that signs messages to webhook_url, if the request did not set one. It is returned only here and when the request is repeated with the same Idempotency-Key.",
          ...limits,
        },
      },
      409: problem("The Idempotency-Key was already used with a different body."),
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
      429: limited("Too many requests, or the queue is full."),
    },
  },
  listAnalyses: {
    method: "get",
    path: "/v1/analyses",
    tag: "analyses",
    summary: "List analyses, newest first",
    description:
      "Paginated: pass `next_cursor` of one page as `cursor` to get the next. It is null on the last page. Results omit their `reports`, which " +
      "are large; add `include=reports` to include them.",
    query: z.object({
      status: JobStatus.optional(),
      ticker: ticker.optional(),
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number)
        .optional(),
      limit: laxInt(1, 100).default(20),
      include: z.enum(["reports"]).optional().meta({ description: "`reports` includes the reports of each result." }),
    }),
    answers: { 200: { description: "A page of results.", body: json(JobList) }, 422: invalid, ...always },
  },
  getAnalysis: {
    method: "get",
    path: "/v1/analyses/{job_id}",
    tag: "analyses",
    summary: "Get an analysis and its result",
    description:
      "`wait` delays the response until the job has ended, for at most the given number of seconds, up to 30. With `If-None-Match`, it waits until the job " +
      "no longer matches that ETag. A job that has ended is always returned immediately. Check `is_review` before `rating`: `REVIEW` means no opinion and is not a weak Hold.",
    query: z.object({ wait: laxInt(0, 30).default(0) }),
    headers: ifNoneMatch,
    answers: {
      200: { ...job, headers: { ETag: "Changes whenever the job changes." } },
      304: { description: "The job has not changed." },
      404: notFound,
      422: invalid,
      ...always,
    },
  },
  cancelAnalysis: {
    method: "delete",
    path: "/v1/analyses/{job_id}",
    tag: "analyses",
    summary: "Cancel an analysis",
    description:
      "Works in any state, including finished, and can be repeated. The slot is released within a second and no further model call starts.",
    headers: z.object({ "x-api-key": z.string().nullable().optional() }),
    answers: { 200: { ...job, description: "The cancelled job." }, 404: notFound, 422: invalid, ...always },
  },
  streamEvents: {
    method: "get",
    path: "/v1/analyses/{job_id}/events",
    tag: "analyses",
    summary: "Stream the events of an analysis",
    description:
      "Server-sent events: `data` is a JobEvent as JSON, `id` its `seq`, `event` its `type`. A `heartbeat` is sent every 15 s. The stream ends " +
      "after the job's last event. To resume after an event, send its ID as `Last-Event-ID` or `after`. An unknown ID " +
      "yields the event `reset`, followed by all events from the start. 204: the job has ended and all events were sent. `agent.restarted` means you should discard " +
      "the agent's deltas of that round. Keys are checked again every minute: the stream of a revoked key ends, and reconnecting " +
      "returns 401.",
    query: z.object({ after: laxInt(0, largest).optional() }),
    headers: seenBefore("event"),
    answers: {
      200: { description: "The event stream.", body: stream(JobEvent) },
      204: { description: "The job has ended and there are no more events." },
      404: notFound,
      410: noLongerKept,
      422: invalid,
      ...always,
      429: limited("Too many requests, or the owner of the key already has 100 open streams."),
    },
  },
  listWebhookDeliveries: {
    method: "get",
    path: "/v1/analyses/{job_id}/webhook-deliveries",
    tag: "analyses",
    summary: "List webhook deliveries of a job",
    description:
      "One entry per attempt, newest first: the receiver's response or the reason it could not be reached, and the time of the next attempt. " +
      "Empty for jobs without a webhook and jobs that have not ended.",
    query: z.object({
      cursor: z
        .string()
        .regex(/^whd_[0-9a-z]{20}$/)
        .optional()
        .meta({ description: "`next_cursor` of the previous page." }),
      limit: laxInt(1, 100).default(20),
    }),
    answers: {
      200: { description: "A page of results.", body: json(WebhookDeliveryList) },
      404: notFound,
      422: invalid,
      ...always,
    },
  },
  getReportMarkdown: report("md", "text/markdown"),
  getReportHtml: report("html", "text/html"),
  getReportJson: {
    ...report("json", "application/json"),
    description:
      "The request, result, usage and manifest of an analysis that has succeeded. For a failed or cancelled analysis, " +
      "the request and usage without a result.",
    answers: {
      200: withETag({ description: "The run.", body: json(z.union([DescribedRun, UnfinishedRun])) }),
      304: unchanged,
      404: notFound,
      409: { name: "NotEnded", ...problem("The analysis has not ended.") },
      410: noLongerKept,
      ...always,
    },
  },
  getReportPdf: report("pdf", "application/pdf"),
  ...proofRoutes,
  ...askRoutes,
  ...rerunRoutes,
  ...attributionRoutes,
  ...holdingsRoutes,
  ...memoryRoutes,
  ...validityRoutes,
  getUsage: {
    method: "get",
    path: "/v1/usage",
    tag: "account",
    summary: "Jobs, tokens and cost in a period",
    description:
      "Jobs started from `from` (inclusive) to `to` (exclusive), by day, model and state. Defaults to the current month (UTC). " +
      "Failed and cancelled jobs count with the calls they had finished. Running jobs count when they end.",
    query: z.object({ from: laxInstant().optional(), to: laxInstant().optional() }),
    answers: { 200: { description: "The totals.", body: json(UsageReport) }, 422: invalid, ...always },
  },
  getConfig: {
    method: "get",
    path: "/v1/config",
    tag: "account",
    summary: "Get the effective configuration",
    description: "Applies to every analysis unless its request overrides it.",
    answers: { 200: { description: "The configuration.", body: json(Config) }, 422: invalid, ...always },
  },
  ...batchRoutes,
  ...portfolioRoutes,
  ...signalRoutes,
  ...listRoutes,
  ...backtestRoutes,
  ...trackRecordRoutes,
  ...requestRoutes,
  ...webhookRoutes,
  ...siteRoutes,
  ...mcpRoutes,
} as const satisfies Record<string, Declared>);
