import { z } from "zod";
import { Config, ErrorBody, HTTPValidationError, Job, JobStatus } from "./analysis.ts";
import { HealthReport } from "./health.ts";
import { JobList, SubmitAnalysis, UnfinishedRun, UsageReport } from "./jobs.ts";
import { laxInstant, laxInt } from "./lax.ts";
import { referral } from "./plans.ts";
import { Run } from "./run.ts";
import { CsrfToken, SessionInfo } from "./users.ts";

export interface Answer {
  /** Under which the document keeps an answer that many operations give. */
  readonly name?: string;
  readonly description: string;
  readonly body?: { readonly type: string; readonly schema: z.ZodType };
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation of the API. The front door's router, its 405 answers and the OpenAPI document all read it. */
export interface Route {
  readonly operationId: string;
  readonly method: "get" | "post" | "delete";
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  readonly tag: "analyses" | "reports" | "account" | "site";
  /** Nobody is asked who they are. */
  readonly open?: true;
  readonly summary: string;
  readonly description: string;
  /** Of a parameter in the path, what it is; without an entry it is a job's id. */
  readonly path_parameters?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly answers: Readonly<Record<number, Answer>>;
}

const json = (schema: z.ZodType): NonNullable<Answer["body"]> => ({ type: "application/json", schema });
const problem = (description: string, headers: Answer["headers"] = {}) => ({
  description,
  body: json(ErrorBody),
  headers,
});
const file = (type: string, description: string): Answer => ({
  description,
  body: { type, schema: z.string() },
  headers: { "Content-Disposition": "A name for the file." },
});

const limits = {
  "RateLimit-Limit": "Requests a minute that the key may make.",
  "RateLimit-Remaining": "How many of them are left.",
  "RateLimit-Reset": "Seconds until they are all there again.",
};

/** What any operation can answer. */
const always = {
  401: {
    name: "Unauthorized",
    ...problem("No API key where one is needed, or one that is unknown or revoked.", {
      "WWW-Authenticate": "Names the scheme.",
    }),
  },
  403: {
    name: "Forbidden",
    ...problem("The key's plan has no API access, the key lacks the scope, or the Host header is foreign."),
  },
  429: { name: "RateLimited", ...problem("Too many requests.", { ...limits, "Retry-After": "Seconds to wait." }) },
  500: { name: "Defect", ...problem("A defect; the request id in the header names it.") },
  503: {
    name: "Unavailable",
    ...problem("The database cannot be reached, or the server is stopping.", { "Retry-After": "Seconds to wait." }),
  },
} as const;
/** What an operation can answer that asks nobody who they are. */
const anybody = {
  403: { name: "ForeignHost", ...problem("The Host header is foreign.") },
  500: always[500],
  503: always[503],
} as const;
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
  answers: { 200: file(type, "The report."), 404: notFound, 409: notSucceeded, ...always },
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
    answers: {
      202: {
        ...job,
        headers: {
          Location: "Where the job is.",
          "Retry-After": "Seconds after which it is worth asking.",
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
    description: "Pages: give `next_cursor` of one page as `cursor` for the next; it is null on the last.",
    query: z.object({
      status: JobStatus.optional(),
      ticker: ticker.optional(),
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number)
        .optional(),
      limit: laxInt(1, 100).default(20),
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
      "no longer what that ETag stands for. Check `is_review` before `rating`: `REVIEW` is no opinion, and no weak Hold.",
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
      200: { description: "The stream.", body: { type: "text/event-stream", schema: z.string() } },
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
  reportMarkdown: report("md", "text/markdown", "Markdown"),
  reportHtml: report("html", "text/html", "Html"),
  reportJson: {
    ...report("json", "application/json", "Json"),
    description:
      "The request, the result, the usage and the manifest of an analysis that has succeeded; of one that failed or was cancelled " +
      "what it has used, and no result.",
    answers: {
      200: { description: "The run.", body: json(z.union([Run, UnfinishedRun])) },
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
  getHealth: {
    operationId: "getHealth",
    method: "get",
    path: "/api/health",
    tag: "site",
    open: true,
    summary: "Whether the site can serve",
    description:
      "For uptime monitors. A part that is down and without which the site still serves makes it `degraded`, which is a 200: to watch the " +
      "signal engine alone, read `checks.signalEngine.status`.",
    answers: {
      200: { description: "It can.", body: json(HealthReport) },
      ...anybody,
      503: { description: "It cannot.", body: json(HealthReport) },
    },
  },
  followReferral: {
    operationId: "followReferral",
    method: "get",
    path: "/ref/{code}",
    tag: "site",
    open: true,
    summary: "Come by somebody's referral code",
    description:
      `Keeps the code in the cookie \`ref\` for ${referral.cookieDays} days and leads to the site. It counts when an account is made; the last code ` +
      "followed wins. Nothing here says whether anybody has the code.",
    path_parameters: {
      code: { description: "Eight of 23456789abcdefghjkmnpqrstuvwxyz, in upper or lower case.", example: "k7m3x9qp" },
    },
    answers: {
      302: { description: "To the site.", headers: { Location: "`/`", "Set-Cookie": "`ref`, in lower case." } },
      404: problem("It cannot be a code. No cookie is set."),
      ...anybody,
    },
  },
  getSession: {
    operationId: "getSession",
    method: "get",
    path: "/api/auth/session",
    tag: "site",
    open: true,
    summary: "Who is signed in",
    description: "By the session's cookie; `null` when nobody is. A session that is used is prolonged.",
    answers: { 200: { description: "The session.", body: json(SessionInfo.nullable()) }, ...anybody },
  },
  getCsrfToken: {
    operationId: "getCsrfToken",
    method: "get",
    path: "/api/auth/csrf",
    tag: "site",
    open: true,
    summary: "A token for requests that change something",
    description:
      "Send it as `x-csrf-token` where a browser says nothing of where a request comes from. It ends with the session it was made for.",
    answers: { 200: { description: "The token.", body: json(CsrfToken) }, ...anybody },
  },
  authenticate: {
    operationId: "authenticate",
    method: "post",
    path: "/api/auth/{auth_handler}",
    tag: "site",
    open: true,
    summary: "Sign-up, sign-in, sign-out, and all that belongs to it",
    description:
      "The paths below are those of Better Auth, for the pages of this site; they are no stable contract. Some are asked for by GET.",
    path_parameters: { auth_handler: { description: "Such as `sign-in/email`.", example: "sign-out" } },
    answers: {
      200: { description: "As the path has it.", body: json(z.unknown()) },
      400: { description: "It cannot be done.", body: json(ErrorBody) },
      401: { description: "Nobody is signed in, or something is wrong.", body: json(ErrorBody) },
      ...anybody,
      429: { description: "Too many attempts.", body: json(ErrorBody), headers: { "Retry-After": "Seconds to wait." } },
    },
  },
  getAvatar: {
    operationId: "getAvatar",
    method: "get",
    path: "/api/avatar",
    tag: "site",
    open: true,
    summary: "The picture of whoever is signed in",
    description: "What they have uploaded, as a square WebP, else one that is drawn from their id.",
    headers: z.object({ "if-none-match": z.string().optional().meta({ description: "ETags that the caller has." }) }),
    answers: {
      200: {
        description: "The picture: image/webp or image/svg+xml.",
        body: { type: "image/*", schema: z.string() },
        headers: { ETag: "Changes when the picture does." },
      },
      304: { description: "It is as the ETag says." },
      401: problem("Nobody is signed in."),
      ...anybody,
    },
  },
} as const satisfies Record<string, Route>;
