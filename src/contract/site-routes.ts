import { z } from "zod";
import { ErrorBody, HTTPValidationError } from "./analysis.ts";
import { AskAssistant, assistantLimits } from "./assistant.ts";
import { CallbackAnswer, DepositEvent } from "./deposits.ts";
import { feedPaths, headPaths, JsonFeed } from "./feeds.ts";
import { HealthReport } from "./health.ts";
import { referral } from "./plans.ts";
import { anybody, binary, file, ifNoneMatch, json, problem, stream, unchanged, withETag, type Route } from "./route.ts";
import { SignalEvent } from "./signals.ts";
import { ChainHeads } from "./record.ts";
import { CsrfToken, SessionInfo } from "./users.ts";

const feed = (operationId: string, path: string, type: string, title: string, schema: z.ZodType = z.string()) => ({
  operationId,
  method: "get" as const,
  path,
  tag: "site" as const,
  open: true as const,
  summary: `The blog as ${title}`,
  description:
    "Every post with its whole text, newest first. All links are whole addresses; a post keeps its id for good.",
  headers: z.object({
    "if-none-match": z.string().optional().meta({ description: "ETags that the caller has." }),
    "if-modified-since": z.string().optional().meta({ description: "Read where no If-None-Match is sent." }),
  }),
  answers: {
    200: {
      description: "The feed.",
      body: { type, schema },
      headers: { ETag: "Changes when the feed does.", "Last-Modified": "When a post changed last." },
    },
    304: { description: "It is as the ETag or the date says." },
    ...anybody,
  },
});

const unsubscribeToken = { description: "From the mail.", example: "c2lnbmFscyB1c3JfMQ.R0lm" };

/** What the web application answers besides its pages. */
export const siteRoutes = {
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
      303: { description: "Of a form that a browser sent: where it goes on.", headers: { Location: "The page." } },
      400: { description: "It cannot be done.", body: json(ErrorBody) },
      401: { description: "Nobody is signed in, or something is wrong.", body: json(ErrorBody) },
      404: { description: "There is no such path.", body: json(ErrorBody) },
      405: { description: "Another method.", body: json(ErrorBody), headers: { Allow: "The methods that it has." } },
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
        body: { type: ["image/webp", "image/svg+xml"], schema: binary },
        headers: { ETag: "Changes when the picture does." },
      },
      304: { description: "It is as the ETag says." },
      401: problem("Nobody is signed in."),
      ...anybody,
    },
  },
  unsubscribe: {
    operationId: "unsubscribe",
    method: "post",
    path: "/api/unsubscribe/{token}",
    tag: "site",
    open: true,
    summary: "Turn off a kind of mail",
    description:
      "For mail programs, by the header `List-Unsubscribe` of a mail (RFC 8058). The token alone opens it, and turns off the one switch " +
      "that it is about. What is sent in the body is not read.",
    path_parameters: { token: unsubscribeToken },
    answers: {
      204: { description: "No such mail is sent any more." },
      404: problem("The token is none of ours."),
      ...anybody,
    },
  },
  openUnsubscribe: {
    operationId: "openUnsubscribe",
    method: "get",
    path: "/api/unsubscribe/{token}",
    tag: "site",
    open: true,
    summary: "Go where mails are turned off",
    description:
      "For people who open the address in a browser. Changes nothing: programs open links that nobody has clicked.",
    path_parameters: { token: unsubscribeToken },
    answers: {
      302: { description: "To the settings.", headers: { Location: "`/settings/notifications`" } },
      ...anybody,
    },
  },
  getRssFeed: feed("getRssFeed", feedPaths.rss, "application/rss+xml", "RSS 2.0"),
  getAtomFeed: feed("getAtomFeed", feedPaths.atom, "application/atom+xml", "Atom"),
  getJsonFeed: feed("getJsonFeed", feedPaths.json, "application/feed+json", "JSON Feed 1.1", JsonFeed),
  askAssistant: {
    operationId: "askAssistant",
    method: "post",
    path: "/api/assistant",
    tag: "site",
    open: true,
    summary: "Ask the assistant",
    description:
      "For whoever is signed in, by the session's cookie, from a page of this site or with `x-csrf-token`. Answers only from the help " +
      "centre, the blog and this reference; each claim comes with a quote that stands word for word in its passage (`data-claim`, under " +
      "the id of the claim's text), and what has none is refused, with the nearest pages (`data-links`). The body and the stream are " +
      `those of the AI SDK's \`useChat\`; of \`messages\` only the last is read, as conversations are kept. At most ${assistantLimits.questionsPerMinute} ` +
      `questions a minute and ${assistantLimits.questionsPerDay} a day, each of at most ${assistantLimits.questionLength} characters.`,
    body: AskAssistant,
    answers: {
      200: {
        description: "The answer as it comes: a UI message stream.",
        body: stream(),
        headers: { "x-vercel-ai-ui-message-stream": "`v1`" },
      },
      400: problem("The body cannot be read."),
      401: problem("Nobody is signed in."),
      403: problem("The request comes from another site, or the Host header is foreign."),
      411: problem("The body does not declare its length."),
      413: problem("The body is larger than 64 KB."),
      415: problem("The body is not declared as application/json."),
      422: { description: "The request fails validation.", body: json(HTTPValidationError) },
      429: problem("As many questions were asked as may be.", { "Retry-After": "Seconds to wait." }),
      500: anybody[500],
      503: anybody[503],
    },
  },
  getDepositReceipt: {
    operationId: "getDepositReceipt",
    method: "get",
    path: "/api/deposit/{deposit_id}/receipt.pdf",
    tag: "site",
    open: true,
    summary: "The receipt of a deposit",
    description: "Of whoever is signed in, by the session's cookie; a PDF.",
    path_parameters: { deposit_id: { description: "The deposit's id.", example: "dep_01jz8a1c5m9q2x7w4t6v3b0n8k" } },
    headers: ifNoneMatch,
    answers: {
      200: withETag(file("application/pdf", "The receipt.")),
      304: unchanged,
      401: problem("Nobody is signed in."),
      404: problem("There is no such deposit, or it is somebody else's."),
      409: problem("Nothing of it was credited yet."),
      ...anybody,
    },
  },
  receiveCallback: {
    operationId: "receiveCallback",
    method: "post",
    path: "/api/deposit/ipn",
    tag: "site",
    open: true,
    summary: "A payment processor's callback",
    description:
      "Of NOWPayments (`x-nowpayments-sig`, HMAC-SHA512 of the body with its keys sorted) or BTCPay Server (`BTCPay-Sig`, HMAC-SHA256 of " +
      "the body as it is). The signature alone opens it. Each is kept as it came, and the same again changes nothing; what is credited " +
      "follows from the processor's own record, which is read afterwards.",
    answers: {
      200: { description: "It was kept.", body: json(CallbackAnswer) },
      400: problem("It is no payment: no JSON, a key twice, an amount that is none."),
      401: problem("The signature is missing or wrong."),
      413: problem("The body is larger than 64 KB."),
      415: problem("The body is compressed, or not declared as application/json."),
      ...anybody,
      503: problem("The processor is not set up here, or the database cannot be reached.", {
        "Retry-After": "Seconds to wait.",
      }),
    },
  },
  streamDeposits: {
    operationId: "streamDeposits",
    method: "get",
    path: "/api/deposit/stream",
    tag: "site",
    open: true,
    summary: "What happens to one's deposits, as it happens",
    description:
      "Server-sent events for whoever is signed in, of their own deposits alone; `data` is a DepositEvent as JSON, `id` its `seq`, `event` its " +
      "`type`. A `heartbeat` comes every 15 s. It begins with what happens next; with `Last-Event-ID` it goes on behind that event, and an " +
      "id that there is not yields the event `reset`, and everything from the start.",
    headers: z.object({
      "last-event-id": z.string().optional().meta({ description: "The last event that was seen." }),
    }),
    answers: {
      200: { description: "The stream.", body: stream(DepositEvent) },
      401: problem("Nobody is signed in."),
      ...anybody,
      429: problem("As many streams are open as may be, or too many requests.", { "Retry-After": "Seconds to wait." }),
    },
  },
  streamSignals: {
    operationId: "streamSignals",
    method: "get",
    path: "/api/signal-engine/stream",
    tag: "site",
    open: true,
    summary: "Signals, as they are published",
    description:
      "Server-sent events for whoever is signed in and has a signal plan; `data` is a SignalEvent as JSON, `id` the entry's `number` in the " +
      "chain, `event` `signal.published` or `signal.withdrawn`. A `heartbeat` comes every 15 s. It begins with what is published next; with " +
      "`Last-Event-ID` it goes on behind that entry, and an id that there is not yields the event `reset`, and everything from the start. " +
      "Session and plan are looked at again every 60 s. `hash` is the SHA-256 of `entry` with the keys of every object sorted and no spaces; " +
      "`entry.previous` is the hash of the entry before, and `entry.settlement` the head of the prices that settle signals.",
    headers: z.object({
      "last-event-id": z.string().optional().meta({ description: "The last entry that was seen." }),
    }),
    answers: {
      200: { description: "The stream.", body: stream(SignalEvent) },
      401: problem("Nobody is signed in."),
      ...anybody,
      403: problem("There is no active signal plan, or the Host header is foreign."),
      429: problem("As many streams are open as may be.", { "Retry-After": "Seconds to wait." }),
    },
  },
  getChainHeads: {
    operationId: "getChainHeads",
    method: "get",
    path: headPaths.json,
    tag: "site",
    open: true,
    summary: "The heads of the record's chains",
    description:
      "The newest hash of the house's signals and of the prices that settle signals, and what was newest at the end of each of the last " +
      "30 days, UTC, newest first. Keep one: with it you can tell later whether anything before it was changed.",
    answers: { 200: { description: "The heads.", body: json(ChainHeads) }, ...anybody },
  },
  getChainHeadFeed: {
    operationId: "getChainHeadFeed",
    method: "get",
    path: headPaths.atom,
    tag: "site",
    open: true,
    summary: "The heads of each day as Atom",
    description: "An entry a day, newest first. A feed reader that follows it keeps the heads for you.",
    answers: {
      200: { description: "The feed.", body: { type: "application/atom+xml", schema: z.string() } },
      ...anybody,
    },
  },
} as const satisfies Record<string, Route>;
