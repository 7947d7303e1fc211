import {
  chainHeads,
  accountAnswers,
  accountBodies,
  accountEvent,
  attributionAnswers,
  attributionBodies,
} from "./examples-account.ts";
import { validityAnswers } from "./examples-backtests.ts";
import { productAnswers, productBodies } from "./examples-product.ts";
import { config, request, runExample } from "./examples-run.ts";

const jobId = "ana_7m3k9q0x2v5c8b1n4h6t";

const queued = {
  id: jobId,
  status: "queued",
  request,
  created_at: "2025-06-03T09:00:00.000Z",
  started_at: null,
  finished_at: null,
  result: null,
  error: null,
};

const succeeded = {
  ...queued,
  status: "succeeded",
  started_at: "2025-06-03T09:00:00.400Z",
  finished_at: "2025-06-03T09:02:11.870Z",
  result: { rating: "Overweight", is_review: false, decision: "Buy a half position at 201.70, stop 194.", reports: {} },
};

const { reports: _reports, ...withoutReports } = succeeded.result;

const mcpMetadata = {
  resource: "https://conclave.example/mcp",
  resource_name: "Conclave",
  resource_documentation: "https://conclave.example/help/mcp",
  scopes_supported: ["analyses:read", "analyses:write", "signals:read"],
  bearer_methods_supported: ["header"],
  authorization_servers: ["https://conclave.example/api/auth"],
};

const authorizationMetadata = {
  issuer: "https://conclave.example/api/auth",
  authorization_endpoint: "https://conclave.example/api/auth/oauth2/authorize",
  token_endpoint: "https://conclave.example/api/auth/oauth2/token",
  registration_endpoint: "https://conclave.example/api/auth/oauth2/register",
  revocation_endpoint: "https://conclave.example/api/auth/oauth2/revoke",
  scopes_supported: ["analyses:read", "analyses:write", "signals:read", "offline_access"],
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  authorization_response_iss_parameter_supported: true,
};

interface BodyExample {
  readonly summary: string;
  readonly value: unknown;
}

const proofKey = {
  id: "a613dd472d96608243cd37605c229f6c",
  algorithm: "Ed25519",
  public_key: "cc559ad8daffa5a008a3a0a4d57b191e8201d37c49e66839213f0e35242236b1",
  status: "active",
  created_at: "2026-06-01T08:00:00.000Z",
  retired_at: null,
  revoked_at: null,
  reason: null,
};

const proofFile = '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">…';

/** By `operationId status`, or by status for all; a test holds each to its schema. */
export const examples: {
  readonly jobId: string;
  /** Of a request, by its operation. */
  readonly bodies: Readonly<Record<string, Readonly<Record<string, BodyExample>>>>;
  readonly answers: Readonly<Record<string, unknown>>;
  /** The bodies of webhook calls, by the callback. */
  readonly messages: Readonly<Record<string, unknown>>;
} = {
  jobId,
  bodies: {
    submitAnalysis: {
      demo: {
        summary: "The synthetic demo company, which needs no network",
        value: { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock" },
      },
      stock: { summary: "A stock", value: { ticker: "AAPL", trade_date: "2025-06-02", asset_type: "stock" } },
      quick: {
        summary: "A coin, two analysts, two rounds, a webhook",
        value: {
          ticker: "BTC-USD",
          trade_date: "2025-06-02",
          asset_type: "crypto",
          analysts: ["market", "news"],
          max_debate_rounds: 2,
          webhook_url: "https://example.com/hooks/conclave",
        },
      },
    },
    rerunAnalysis: {
      trader: { summary: "With another model and more rounds of risk", value: { max_risk_discuss_rounds: 2, seed: 7 } },
    },
    ...attributionBodies,
    askReport: {
      bear: { summary: "What one agent said", value: { question: "What did the bear say about margins?" } },
    },
    submitMcpMessage: {
      tool: {
        summary: "Call a tool",
        value: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "list_analyses", arguments: { limit: 5 } },
        },
      },
    },
    ...productBodies,
    ...accountBodies,
    askAssistant: {
      question: {
        summary: "The first question of a conversation",
        value: {
          id: "conversation-1",
          messages: [{ role: "user", parts: [{ type: "text", text: "Is REVIEW the same as Hold?" }] }],
        },
      },
      report: {
        summary: "A question about a report",
        value: {
          id: "conversation-2",
          report: { by: "analysis", id: "ana_tjk53hsb1k90gvxgbdgn" },
          messages: [{ role: "user", parts: [{ type: "text", text: "What did the bear say about margins?" }] }],
        },
      },
    },
  },
  answers: {
    "submitAnalysis 202": queued,
    "rerunAnalysis 202": queued,
    ...attributionAnswers,
    ...validityAnswers,
    "listAnalyses 200": { data: [{ ...succeeded, result: withoutReports }], next_cursor: "41" },
    "listWebhookDeliveries 200": {
      data: [
        {
          id: "whd_2n5b8c1x4z7v0m3k6j9h",
          event: "analysis.succeeded",
          url: "https://example.com/hooks/conclave",
          attempt: 1,
          created_at: "2025-06-03T09:02:12.020Z",
          status: 503,
          error: null,
          next_attempt_at: "2025-06-03T09:02:17.020Z",
        },
      ],
      next_cursor: null,
    },
    "getAnalysis 200": succeeded,
    "cancelAnalysis 200": { ...queued, status: "cancelled", finished_at: "2025-06-03T09:00:03.120Z" },
    "streamEvents 200":
      'retry: 2317\n\nid: 2\nevent: job.running\ndata: {"seq":2,"type":"job.running","data":{},"created_at":"2025-06-03T09:00:00.400Z"}\n\n',
    "getReportMarkdown 200": "# AAPL: Overweight\n\nAs of 2025-06-02, the close of its exchange.\n",
    "getReportHtml 200": '<!doctype html>\n<html lang="en"><title>AAPL: Overweight</title></html>\n',
    "getReportJson 200": runExample,
    ...productAnswers,
    ...accountAnswers,
    "getConfig 200": config,
    "askReport 200": {
      kind: "stated",
      note: null,
      claims: [
        {
          text: "Bear: Margins have fallen for three quarters.",
          quote: "Margins have fallen for three quarters.",
          passage: { id: "bear/1/2", url: "#bear-1", title: "Bear", heading: "Round 1" },
        },
      ],
    },
    "submitMcpMessage 200": { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "{}" }] } },
    "submitMcpMessage 400": { jsonrpc: "2.0", id: null, error: { code: -32_600, message: "Invalid Request" } },
    "submitMcpMessage 404": { jsonrpc: "2.0", id: 1, error: { code: -32_601, message: "Method not found" } },
    "submitMcpMessage 406": { jsonrpc: "2.0", id: null, error: { code: -32_000, message: "Not Acceptable" } },
    ...Object.fromEntries(["getMcpMetadata 200", "getResourceMetadata 200"].map((name) => [name, mcpMetadata])),
    "getAuthorizationMetadata 200": authorizationMetadata,
    "getAuthorizationMetadataAtRoot 200": authorizationMetadata,
    "getHealth 200": {
      status: "degraded",
      checks: { database: { status: "up", latencyMs: 1 }, signalEngine: { status: "down" } },
    },
    "getHealth 503": {
      status: "down",
      checks: { database: { status: "down" }, signalEngine: { status: "up", latencyMs: 2 } },
    },
    "getSession 200": {
      user: {
        id: "usr_4k2jh8s0p1w3e5r7t9y2",
        name: "Ada",
        email: "ada@example.com",
        email_verified: true,
        two_factor: false,
        role: "user",
        plan: "elite",
        plan_until: "2026-12-24T09:30:00.000Z",
      },
      session: {
        id: "ses_9x8c7v6b5n4m3k2j1h0g",
        created_at: "2026-11-24T09:30:00.000Z",
        expires_at: "2026-12-24T09:30:00.000Z",
      },
    },
    "getCsrfToken 200": { csrf_token: "mJ1yQk4v0sJr7b0Ww2c8e3QqP5tA9hZ6uLxN1dFgKjE" },
    "authenticate 200": { status: true },
    "authenticate 404": { detail: "Not Found" },
    "authenticate 405": { detail: "Method Not Allowed" },
    "getRssFeed 200": '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel></channel></rss>\n',
    "getRecordFeed 200": '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel></channel></rss>\n',
    "getCalendar 200": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Conclave//Calendar//EN\r\nEND:VCALENDAR\r\n",
    "getAtomFeed 200": '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"></feed>\n',
    "getJsonFeed 200": {
      version: "https://jsonfeed.org/version/1.1",
      title: "Conclave blog",
      home_page_url: "https://conclave.example/blog",
      feed_url: "https://conclave.example/blog/feed.json",
      description: "How the debate is built, what we measured, and what it is not suited for.",
      language: "en",
      authors: [{ name: "Conclave" }],
      items: [
        {
          id: "urn:uuid:3f0e6a52-8d4b-4c1e-9a77-5b2c1d0e9f86",
          url: "https://conclave.example/blog/as-of",
          title: "What a model may not know",
          summary: "Why a past date is a wall, and how code keeps it.",
          content_html: "<p>A debate about June must not know July.</p>",
          date_published: "2026-06-02T08:00:00.000Z",
          date_modified: "2026-06-02T08:00:00.000Z",
          tags: ["data"],
        },
      ],
    },
    "askAssistant 200": 'data: {"type":"start"}\n\ndata: {"type":"text-start","id":"1"}\n\ndata: [DONE]\n\n',
    "streamDeposits 200":
      'retry: 2317\n\nid: 4\nevent: deposit.finished\ndata: {"seq":4,"type":"deposit.finished","deposit_id":"dep_01jz8a1c5m9q2x7w4t6v3b0n8k","state":"finished","previous":"confirmed","price_usd":"50.00","credited_usd":"50.00","created_at":"2026-06-03T09:00:00.400Z"}\n\n',
    "streamSignals 200": "retry: 2317\n\nevent: heartbeat\ndata: {}\n\n",
    "getProofKeys 200": { keys: [proofKey] },
    "getReportProof 200": proofFile,
    "getSignalProof 200": proofFile,
    "getWellKnownChain 200": chainHeads,
    "getChainHeads 200": chainHeads,
    "getChainHeadFeed 200":
      '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"></feed>\n',
    "receiveCallback 200": { received: true },
    "receiveCallback 400": { detail: "the body is not a valid payment" },
    "receiveCallback 401": { detail: "the signature is missing or wrong" },
    "receiveCallback 503": { detail: "this payment processor is not set up here" },
    "askAssistant 401": { detail: "sign in first" },
    "askAssistant 403": { detail: "cross-site requests are not allowed" },
    "askAssistant 422": {
      detail: [
        {
          type: "string_too_short",
          loc: ["body", "messages", 0, "parts"],
          msg: "String should have at least 1 character",
          input: "",
          ctx: { min_length: 1 },
        },
      ],
    },
    "askAssistant 429": { detail: "rate limit exceeded: at most 6 questions per minute" },
    "streamDeposits 401": { detail: "sign in first" },
    "streamSignals 401": { detail: "sign in first" },
    "streamSignals 403": { detail: "live signals require the Signals or Elite plan" },
    "streamSignals 429": { detail: "too many open streams: at most 3 at the same time" },
    "streamDeposits 429": { detail: "too many open streams: at most 3 at the same time" },
    400: { detail: "the body is not UTF-8 text" },
    401: { detail: "send an API key in the header X-API-Key" },
    403: { detail: "the key lacks the scope analyses:write" },
    404: { detail: `there is no analysis ${jobId}` },
    409: { detail: "the Idempotency-Key was already used with a different body" },
    410: { detail: "the report of this analysis is no longer kept; it was removed on 2026-11-25" },
    411: { detail: "the body must declare its length" },
    413: { detail: "the body is larger than 65536 bytes" },
    415: { detail: "the body must be application/json" },
    422: {
      detail: [
        {
          type: "less_than_equal",
          loc: ["body", "max_debate_rounds"],
          msg: "Input should be less than or equal to 10",
          input: 11,
          ctx: { le: 10 },
        },
      ],
    },
    429: { detail: "rate limit exceeded: at most 300 requests per minute" },
    500: { detail: "Internal Server Error" },
    503: { detail: "the database cannot be reached" },
  },
  messages: {
    analysisEnded: { type: "analysis.succeeded", timestamp: succeeded.finished_at, data: succeeded },
    accountEvent,
  },
};
