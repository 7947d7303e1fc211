import { z } from "zod";
import { ErrorBody, HTTPValidationError } from "../jobs/analysis.ts";
import { AskAssistant, assistantLimits } from "../jobs/assistant.ts";
import { CallbackAnswer, DepositEvent } from "../accounts/deposits.ts";
import { JsonFeed, feedPaths, followRoutes, headRoutes } from "./feeds.ts";
import { referral } from "../accounts/plans.ts";
import {
  type Declared,
  binary,
  file,
  ifNoneMatch,
  json,
  later,
  problem,
  publicErrors,
  seenBefore,
  stream,
  unchanged,
  withETag,
} from "./route.ts";
import { SignalEvent } from "../signals/signals.ts";
import { CsrfToken, SessionInfo } from "../accounts/users.ts";

/** `up`: reachable; `down`: configured and not reachable; `not_configured`: no error. */
export const ComponentHealth = z.object({
  status: z.enum(["up", "down", "not_configured"]),
  /** Milliseconds until it answered; only where it did. */
  latencyMs: z.number().optional(),
  /** It answers but is not fully working. */
  reason: z.string().optional(),
});
export type ComponentHealth = z.infer<typeof ComponentHealth>;

export const HealthReport = z.object({
  /** `down`: cannot serve; `degraded`: a part is down or has run out of something. */
  status: z.enum(["ok", "degraded", "down"]),
  checks: z.object({ database: ComponentHealth, signalEngine: ComponentHealth }),
});
export type HealthReport = z.infer<typeof HealthReport>;

const feed = (path: string, type: string, title: string, schema: z.ZodType = z.string()) => ({
  method: "get" as const,
  path,
  tag: "site" as const,
  open: true as const,
  summary: `The blog as ${title}`,
  description: "Every post in full, newest first. All links are absolute URLs, and the ID of a post never changes.",
  headers: z.object({
    "if-none-match": z.string().optional().meta({ description: "ETags the client already has." }),
    "if-modified-since": z.string().optional().meta({ description: "Used only without If-None-Match." }),
  }),
  answers: {
    200: {
      description: "The feed.",
      body: { type, schema },
      headers: { ETag: "Changes whenever the feed changes.", "Last-Modified": "Time of the latest change to a post." },
    },
    304: unchanged,
    ...publicErrors,
  },
});

/** The web application's routes besides its pages. */
export const siteRoutes = {
  getHealth: {
    method: "get",
    path: "/api/health",
    tag: "site",
    open: true,
    limit: "probe",
    summary: "Get the health of the site",
    description:
      "For uptime monitors. `degraded` means a component is down but the site still serves, and returns 200. To monitor the " +
      "signal engine alone, check `checks.signalEngine.status`.",
    answers: {
      200: { description: "The site serves.", body: json(HealthReport) },
      ...publicErrors,
      503: { description: "The site cannot serve.", body: json(HealthReport) },
    },
  },
  followReferral: {
    method: "get",
    path: "/ref/{code}",
    tag: "site",
    open: true,
    limit: "link",
    summary: "Follow a referral link",
    description:
      `Stores the code in the cookie \`ref\` for ${referral.cookieDays} days and redirects to the site. It counts when an account is created. The last code ` +
      "followed wins. The response does not reveal whether the code exists.",
    path_parameters: {
      code: {
        description: "Eight characters from 23456789abcdefghjkmnpqrstuvwxyz, in upper or lower case.",
        example: "k7m3x9qp",
      },
    },
    answers: {
      302: {
        description: "Redirect to the site.",
        headers: { Location: "`/`", "Set-Cookie": "`ref`, in lower case." },
      },
      404: problem("Not a valid code. No cookie is set."),
      ...publicErrors,
    },
  },
  getSession: {
    method: "get",
    path: "/api/auth/session",
    tag: "site",
    open: true,
    summary: "Get the current session",
    description: "Identified by the session cookie; `null` if not signed in. Using a session extends it.",
    answers: { 200: { description: "The session.", body: json(SessionInfo.nullable()) }, ...publicErrors },
  },
  getCsrfToken: {
    method: "get",
    path: "/api/auth/csrf",
    tag: "site",
    open: true,
    summary: "Get a CSRF token",
    description:
      "Send it as `x-csrf-token` with state-changing requests if the browser does not send an origin. It expires with its session.",
    answers: { 200: { description: "The token.", body: json(CsrfToken) }, ...publicErrors },
  },
  authenticate: {
    method: "post",
    path: "/api/auth/{auth_handler}",
    tag: "site",
    open: true,
    summary: "Sign up, sign in and sign out",
    description:
      "The paths below this one are those of Better Auth, used by the pages of this site. They are not a stable contract. Some use GET.",
    path_parameters: { auth_handler: { description: "For example, `sign-in/email`.", example: "sign-out" } },
    answers: {
      200: { description: "Depends on the path.", body: json(z.unknown()) },
      303: { description: "Redirect after a form submission.", headers: { Location: "The next page." } },
      400: { description: "The request is invalid.", body: json(ErrorBody) },
      401: { description: "Not signed in, or the credentials are incorrect.", body: json(ErrorBody) },
      404: { description: "Unknown path.", body: json(ErrorBody) },
      405: { description: "Method not allowed.", body: json(ErrorBody), headers: { Allow: "The allowed methods." } },
      ...publicErrors,
      429: {
        description: "Too many attempts.",
        body: json(ErrorBody),
        headers: { "Retry-After": "Seconds to wait before retrying." },
      },
    },
  },
  getAvatar: {
    method: "get",
    path: "/api/avatar",
    tag: "site",
    open: true,
    session: true,
    summary: "Get the signed-in user's avatar",
    description: "The uploaded picture as a square WebP, or one generated from the user ID.",
    headers: ifNoneMatch,
    answers: {
      200: {
        description: "The picture: image/webp or image/svg+xml.",
        body: { type: ["image/webp", "image/svg+xml"], schema: binary },
        headers: { ETag: "Changes whenever the picture changes." },
      },
      304: unchanged,
      401: problem("Not signed in."),
      ...publicErrors,
    },
  },
  ...followRoutes,
  getRssFeed: feed(feedPaths.rss, "application/rss+xml", "RSS 2.0"),
  getAtomFeed: feed(feedPaths.atom, "application/atom+xml", "Atom"),
  getJsonFeed: feed(feedPaths.json, "application/feed+json", "JSON Feed 1.1", JsonFeed),
  askAssistant: {
    method: "post",
    path: "/api/assistant",
    tag: "site",
    open: true,
    session: true,
    limit: "question",
    summary: "Ask the assistant",
    description:
      "Requires a session cookie, and a request from a page of this site or `x-csrf-token`. Answers only from the help " +
      "centre, the blog and this reference. Each claim comes with a verbatim quote from its passage (`data-claim`, under " +
      "the ID of the claim's text). Questions without one are refused, with the closest pages (`data-links`). The body and the stream are " +
      "those of the AI SDK's `useChat`; only the last of `messages` is read, because conversations are stored. With `report`, the " +
      "answer comes only from that report, each claim names a part of it, and nothing is stored. " +
      `At most ${assistantLimits.questionsPerMinute} questions per minute and ${assistantLimits.questionsPerDay} per day, each of at most ${assistantLimits.questionLength} characters.`,
    body: AskAssistant,
    answers: {
      200: {
        description: "The answer as a UI message stream.",
        body: stream(),
        headers: { "x-vercel-ai-ui-message-stream": "`v1`" },
      },
      400: problem("The body cannot be read."),
      401: problem("Not signed in."),
      403: problem("The request comes from another site, or the Host header is not accepted."),
      411: problem("The body does not declare its length."),
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: { description: "The request fails validation.", body: json(HTTPValidationError) },
      429: later("The question limit is reached."),
      500: publicErrors[500],
      503: publicErrors[503],
    },
  },
  getDepositReceipt: {
    method: "get",
    path: "/api/deposit/{deposit_id}/receipt.pdf",
    tag: "site",
    open: true,
    session: true,
    summary: "Download the receipt of a deposit",
    description: "A PDF. Requires a session cookie.",
    path_parameters: {
      deposit_id: { description: "The ID of the deposit.", example: "dep_01jz8a1c5m9q2x7w4t6v3b0n8k" },
    },
    headers: ifNoneMatch,
    answers: {
      200: withETag(file("application/pdf", "The receipt.")),
      304: unchanged,
      401: problem("Not signed in."),
      404: problem("The deposit does not exist or belongs to another user."),
      409: problem("The deposit has not been credited yet."),
      ...publicErrors,
    },
  },
  receiveCallback: {
    method: "post",
    path: "/api/deposit/ipn",
    tag: "site",
    open: true,
    limit: "own",
    summary: "Receive a payment processor's callback",
    description:
      "From NOWPayments (`x-nowpayments-sig`, HMAC-SHA512 of the body with sorted keys) or BTCPay Server (`BTCPay-Sig`, HMAC-SHA256 of " +
      "the raw body). The signature alone authorises it. Each callback is stored as received, and repeats change nothing. The credited amount " +
      "is taken from the processor's own record, which is read afterwards.",
    answers: {
      200: { description: "The callback was stored.", body: json(CallbackAnswer) },
      400: problem("Not a valid payment: not JSON, a duplicate key or an invalid amount."),
      401: problem("The signature is missing or wrong."),
      413: problem("The body is larger than 64 KB."),
      415: problem("The body is compressed, or the Content-Type is not application/json."),
      ...publicErrors,
      503: later("The processor is not set up here, or the database cannot be reached."),
    },
  },
  streamDeposits: {
    method: "get",
    path: "/api/deposit/stream",
    tag: "site",
    open: true,
    session: true,
    limit: "stream",
    summary: "Stream deposit events",
    description:
      "Server-sent events for the signed-in user's own deposits: `data` is a DepositEvent as JSON, `id` its `seq`, `event` its " +
      "`type`. A `heartbeat` is sent every 15 s. The stream starts with the next event. With `Last-Event-ID`, it resumes after that event; an " +
      "unknown ID yields the event `reset`, followed by all events from the start.",
    headers: seenBefore("event"),
    answers: {
      200: { description: "The event stream.", body: stream(DepositEvent) },
      401: problem("Not signed in."),
      ...publicErrors,
      429: later("Too many open streams or too many requests."),
    },
  },
  streamSignals: {
    method: "get",
    path: "/api/signal-engine/stream",
    tag: "site",
    open: true,
    session: true,
    limit: "stream",
    summary: "Stream published signals",
    description:
      "Server-sent events for signed-in users with a signal plan: `data` is a SignalEvent as JSON, `id` the entry's `number` in the " +
      "chain, `event` `signal.published`, `signal.withdrawn`, `condition.broken` or `condition.held`. A `heartbeat` is sent every 15 s. The stream starts with the next signal. With " +
      "`Last-Event-ID`, it resumes after that entry; an unknown ID yields the event `reset`, followed by all entries from the start. " +
      "Session and plan are checked every 60 s. `hash` is the SHA-256 of `entry` with the keys of every object sorted and no spaces; " +
      "`entry.previous` is the hash of the previous entry, and `entry.settlement` is the head of the settlement prices.",
    headers: seenBefore("entry"),
    answers: {
      200: { description: "The event stream.", body: stream(SignalEvent) },
      401: problem("Not signed in."),
      ...publicErrors,
      403: problem("No active signal plan, or the Host header is not accepted."),
      429: later("Too many open streams."),
    },
  },
  ...headRoutes,
} as const satisfies Record<string, Declared>;
