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
};

interface BodyExample {
  readonly summary: string;
  readonly value: unknown;
}

/** What the document shows; a test holds each to its schema. By `operationId status`, or by status for all. */
export const examples: {
  readonly jobId: string;
  /** Of a request, by its operation. */
  readonly bodies: Readonly<Record<string, Readonly<Record<string, BodyExample>>>>;
  readonly answers: Readonly<Record<string, unknown>>;
  /** What a webhook is sent. */
  readonly message: unknown;
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
    "getUsage 200": {
      from: "2025-06-01T00:00:00.000Z",
      to: "2025-06-03T09:10:00.000Z",
      jobs: { queued: 0, running: 1, succeeded: 12, failed: 0, cancelled: 2 },
      input_tokens: 412_804,
      output_tokens: 51_220,
      cost_usd: "1.84",
      by_day: [
        { day: "2025-06-02", jobs: 9, input_tokens: 271_310, output_tokens: 33_608, cost_usd: "1.21" },
        { day: "2025-06-03", jobs: 6, input_tokens: 141_494, output_tokens: 17_612, cost_usd: "0.63" },
      ],
      by_model: [
        { model: "gpt-5.2", calls: 26, input_tokens: 98_110, output_tokens: 14_020, cost_usd: "1.02" },
        { model: "gpt-5.2-mini", calls: 133, input_tokens: 314_694, output_tokens: 37_200, cost_usd: "0.82" },
      ],
      by_status: [
        { status: "running", jobs: 1, input_tokens: 0, output_tokens: 0, cost_usd: "0" },
        { status: "succeeded", jobs: 12, input_tokens: 396_304, output_tokens: 49_870, cost_usd: "1.77" },
        { status: "cancelled", jobs: 2, input_tokens: 16_500, output_tokens: 1350, cost_usd: "0.07" },
      ],
    },
    ...productAnswers,
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
    "getChainHeads 200": {
      list: "house",
      number: 214,
      hash: "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65",
      days: [
        {
          day: "2026-06-02",
          number: 203,
          hash: "c1a5e7d9b3f20468ace13579bdf02468ace13579bdf02468ace13579bdf02468",
        },
      ],
      settlement: {
        number: 5120,
        hash: "0e4d9a7c2b815f3e6d0c9b8a7f6e5d4c3b2a190817263544f3e2d1c0b9a8f7e6",
        days: [
          {
            day: "2026-06-02",
            number: 5098,
            hash: "9d8c7b6a5f4e3d2c1b0a9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a",
          },
        ],
      },
    },
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
  message: { type: "analysis.succeeded", timestamp: succeeded.finished_at, data: succeeded },
};
