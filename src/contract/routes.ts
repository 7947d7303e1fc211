import { z } from "zod";
import { Config, HTTPValidationError, Job, JobStatus } from "./analysis.ts";
import {
  JobEvent,
  JobList,
  SubmitAnalysis,
  UnfinishedRun,
  UsageReport,
  WebhookDeliveryList,
  WebhookMessage,
} from "./jobs.ts";
import { laxInstant, laxInt } from "./lax.ts";
import { always, file, ifNoneMatch, json, limits, problem, stream, unchanged, withETag, type Route } from "./route.ts";
import { DescribedRun } from "./run.ts";
import { siteRoutes } from "./site-routes.ts";

const notFound = { name: "NotFound", ...problem("There is no such analysis, or it is another owner's.") };
const invalid = { name: "Invalid", description: "The request fails validation.", body: json(HTTPValidationError) };
const notSucceeded = { name: "NotSucceeded", ...problem("The analysis has not succeeded.") };
const job = { description: "The job.", body: json(Job) };

/** Postgres keeps neither NUL nor half a surrogate pair; no symbol or address has any control character. */
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

/** The body of POST as it comes from outside: numbers in any form that FastAPI takes, text that can be stored. */
const SubmitBody = SubmitAnalysis.extend({
  ticker,
  max_debate_rounds: laxInt(1, 10).nullable().default(null),
  webhook_url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .regex(noSpaces)
    .refine((value) => value.isWellFormed())
    .meta({ format: "uri" })
    .nullish(),
});

const largest = 2_147_483_647;

const report = (kind: string, type: string, title: string) => ({
  operationId: `getReport${title}`,
  method: "get" as const,
  path: `/v1/analyses/{job_id}/report.${kind}`,
  tag: "reports" as const,
  summary: `The report as ${kind === "md" ? "Markdown" : kind.toUpperCase()}`,
  description: "Of an analysis that has succeeded.",
  headers: ifNoneMatch,
  answers: {
    200: withETag(file(type, "The report.")),
    304: unchanged,
    404: notFound,
    409: notSucceeded,
    ...always,
  },
});

export const routes = {
  submitAnalysis: {
    operationId: "submitAnalysis",
    method: "post",
    path: "/v1/analyses",
    tag: "analyses",
    summary: "Start an analysis",
    description:
      "Answers at once; the analysis goes on in the background. Poll the job, wait for it with `?wait`, or follow its events. " +
      "Fields that are not known are ignored.",
    headers: z.object({
      "idempotency-key": z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/)
        .optional()
        .meta({ description: "The same key with the same body gives the same job again; with another body, 409." }),
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
          Location: "Where the job is.",
          "Retry-After": "Seconds after which it is worth asking.",
          "Idempotent-Replayed":
            "`true` when the Idempotency-Key was used before: the job is that of the first request.",
          "Webhook-Secret":
            "What signs the messages to webhook_url, when the request named none. Nothing else ever tells it; the same request with the same Idempotency-Key does.",
          ...limits,
        },
      },
      400: problem("The body cannot be read."),
      409: problem("The Idempotency-Key was used with another body."),
      413: problem("The body is larger than 64 KB."),
      415: problem("The body is not declared as application/json."),
      422: invalid,
      ...always,
      429: problem("Too many requests, or too many jobs wait.", { ...limits, "Retry-After": "Seconds to wait." }),
    },
  },
  listAnalyses: {
    operationId: "listAnalyses",
    method: "get",
    path: "/v1/analyses",
    tag: "analyses",
    summary: "The owner's analyses, newest first",
    description:
      "Pages: give `next_cursor` of one page as `cursor` for the next; it is null on the last. Results come without their `reports`, which " +
      "are large; `include=reports` adds them.",
    query: z.object({
      status: JobStatus.optional(),
      ticker: ticker.optional(),
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number)
        .optional(),
      limit: laxInt(1, 100).default(20),
      include: z.enum(["reports"]).optional().meta({ description: "`reports`: each result with its reports." }),
    }),
    answers: { 200: { description: "One page.", body: json(JobList) }, 422: invalid, ...always },
  },
  getAnalysis: {
    operationId: "getAnalysis",
    method: "get",
    path: "/v1/analyses/{job_id}",
    tag: "analyses",
    summary: "An analysis and its result",
    description:
      "`wait` holds the answer until the job has ended, or for so many seconds. With `If-None-Match` it holds it until the job is " +
      "no longer what that ETag stands for. A job that has ended is always answered at once. Check `is_review` before `rating`: `REVIEW` is no opinion, and no weak Hold.",
    query: z.object({ wait: laxInt(0, 30).default(0) }),
    headers: z.object({ "if-none-match": z.string().optional().meta({ description: "ETags that the caller has." }) }),
    answers: {
      200: { ...job, headers: { ETag: "Changes when the job does." } },
      304: { description: "The job is as the ETag says." },
      404: notFound,
      422: invalid,
      ...always,
    },
  },
  cancelAnalysis: {
    operationId: "cancelAnalysis",
    method: "delete",
    path: "/v1/analyses/{job_id}",
    tag: "analyses",
    summary: "Cancel an analysis",
    description:
      "From any state, also a finished one, and as often as you like. The slot is free within a second; no further model call starts.",
    headers: z.object({ "x-api-key": z.string().nullable().optional() }),
    answers: { 200: { ...job, description: "The job, now cancelled." }, 404: notFound, 422: invalid, ...always },
  },
  streamEvents: {
    operationId: "streamEvents",
    method: "get",
    path: "/v1/analyses/{job_id}/events",
    tag: "analyses",
    summary: "What happens in an analysis, as it happens",
    description:
      "Server-sent events; `data` is a JobEvent as JSON, `id` its `seq`, `event` its `type`. A `heartbeat` comes every 15 s. The stream ends " +
      "after the job's last event. To go on behind an event send its id as `Last-Event-ID` or `after`; an id that the job does not have " +
      "yields the event `reset`, and everything from the start. 204: the job has ended and everything was told. `agent.restarted` voids " +
      "an agent's deltas of that round. A key is looked at again every minute; the stream of one that was revoked ends, and coming back " +
      "is a 401.",
    query: z.object({ after: laxInt(0, largest).optional() }),
    headers: z.object({
      "last-event-id": z.string().optional().meta({ description: "The last event that was seen." }),
    }),
    answers: {
      200: { description: "The stream.", body: stream(JobEvent) },
      204: { description: "Nothing more will come." },
      404: notFound,
      422: invalid,
      ...always,
      429: problem("Too many requests, or the owner of the key has 100 streams open.", {
        ...limits,
        "Retry-After": "Seconds to wait.",
      }),
    },
  },
  listWebhookDeliveries: {
    operationId: "listWebhookDeliveries",
    method: "get",
    path: "/v1/analyses/{job_id}/webhook-deliveries",
    tag: "analyses",
    summary: "What came of telling a job's webhook",
    description:
      "One entry for each attempt, newest first: what the receiver answered, or why it could not be reached, and when it is tried again. " +
      "Empty for a job without a webhook, or one that has not ended.",
    query: z.object({
      cursor: z
        .string()
        .regex(/^whd_[0-9a-z]{20}$/)
        .optional()
        .meta({ description: "`next_cursor` of the page before." }),
      limit: laxInt(1, 100).default(20),
    }),
    answers: {
      200: { description: "One page.", body: json(WebhookDeliveryList) },
      404: notFound,
      422: invalid,
      ...always,
    },
  },
  reportMarkdown: report("md", "text/markdown", "Markdown"),
  reportHtml: report("html", "text/html", "Html"),
  reportJson: {
    ...report("json", "application/json", "Json"),
    description:
      "The request, the result, the usage and the manifest of an analysis that has succeeded; of one that failed or was cancelled " +
      "what it has used, and no result.",
    answers: {
      200: withETag({ description: "The run.", body: json(z.union([DescribedRun, UnfinishedRun])) }),
      304: unchanged,
      404: notFound,
      409: { name: "NotEnded", ...problem("The analysis has not ended.") },
      ...always,
    },
  },
  reportPdf: report("pdf", "application/pdf", "Pdf"),
  getUsage: {
    operationId: "getUsage",
    method: "get",
    path: "/v1/usage",
    tag: "account",
    summary: "Jobs, tokens and cost of a time",
    description:
      "Of the jobs that were started from `from` until before `to`, by day, model and state. By default this month, UTC, until now. " +
      "Failed and cancelled jobs count with the calls that they had finished, running ones when they end.",
    query: z.object({ from: laxInstant().optional(), to: laxInstant().optional() }),
    answers: { 200: { description: "The sums.", body: json(UsageReport) }, 422: invalid, ...always },
  },
  getConfig: {
    operationId: "getConfig",
    method: "get",
    path: "/v1/config",
    tag: "account",
    summary: "The configuration in force",
    description: "With what an analysis is made unless its request says otherwise.",
    answers: { 200: { description: "The configuration.", body: json(Config) }, 422: invalid, ...always },
  },
  ...siteRoutes,
} as const satisfies Record<string, Route>;
