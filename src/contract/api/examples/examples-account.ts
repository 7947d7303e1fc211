/** By `operationId status`; a test holds each to its schema. */

const loggedRequest = {
  id: "log_7m3k9q0x2v5c8b1n4h6t",
  request_id: "req_3f0c8e52-7a41-4c0e-9b6d-2f1a7c5d9e10",
  created_at: "2026-06-03T09:00:00.000Z",
  method: "POST",
  path: "/v1/analyses",
  route: "/v1/analyses",
  status: 422,
  duration_ms: 4,
  response_bytes: 612,
  key: { id: "key_2n5b8c1x4z7v0m3k6j9h", name: "Production", prefix: "cnc_4k2j8m1p", livemode: true },
  user_agent: "python-requests/2.32.3",
  api_version: "2026-11-01",
  error: "body.trade_date: Value error, is not a day of the calendar",
};

const endpoint = {
  id: "whe_7m3k9q0x2v5c8b1n4h6t",
  name: "Production",
  url: "https://example.com/hooks/conclave",
  events: ["analysis.succeeded", "analysis.failed", "signal.rating_changed"],
  status: "active",
  paused_reason: null,
  failing_since: null,
  app: null,
  created_at: "2026-06-03T09:00:00.000Z",
};
const delivery = {
  id: "msg_2n5b8c1x4z7v0m3k6j9h",
  event: "signal.rating_changed",
  status: "pending",
  reason: "answered 503",
  created_at: "2026-06-03T20:31:07.000Z",
  next_attempt_at: "2026-06-03T20:31:12.020Z",
  attempts: [
    {
      number: 1,
      created_at: "2026-06-03T20:31:07.020Z",
      status: 503,
      error: "answered 503",
      response: "upstream is restarting",
    },
  ],
};
const waiting = { ...delivery, reason: null, next_attempt_at: delivery.created_at, attempts: [] };

/** As an endpoint gets it. */
export const accountEvent = {
  type: "list.run_failed",
  timestamp: "2026-06-03T20:31:07.000Z",
  data: {
    list_id: "wl_7m3k9q0x2v5c8b1n4h6t",
    symbol: "NVDA",
    session: "2026-06-03",
    is_review: true,
    reason: "the repetitions disagree",
  },
};

export const accountBodies: Readonly<
  Record<string, Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>>
> = {
  createWebhook: {
    some: {
      summary: "Analyses and changed ratings",
      value: { url: endpoint.url, name: endpoint.name, events: endpoint.events },
    },
  },
  replaceWebhook: {
    other: {
      summary: "Another address, batches alone",
      value: { url: "https://example.com/hooks/other", name: endpoint.name, events: ["batch.finished"] },
    },
  },
};

export const accountAnswers: Readonly<Record<string, unknown>> = {
  "getUsage 200": {
    from: "2025-06-01T00:00:00.000Z",
    to: "2025-06-03T09:10:00.000Z",
    jobs: { queued: 0, running: 1, succeeded: 12, failed: 0, cancelled: 2 },
    input_tokens: 412_804,
    output_tokens: 51_220,
    cost_usd: "1.84",
    attributions: { count: 1, cost_usd: "0.31" },
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
  "listRequests 200": { data: [loggedRequest], next_cursor: "log_7m3k9q0x2v5c8b1n4h6t" },
  "getRequest 200": {
    ...loggedRequest,
    body: '{"ticker": "AAPL", "trade_date": "2025-02-30"}',
    body_truncated: false,
  },
  "createWebhook 201": { ...endpoint, secret: "whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZiAzMg==" },
  "listWebhooks 200": { data: [endpoint] },
  "getWebhook 200": endpoint,
  "replaceWebhook 200": { ...endpoint, url: "https://example.com/hooks/other", events: ["batch.finished"] },
  "pauseWebhook 200": { ...endpoint, status: "paused" },
  "resumeWebhook 200": endpoint,
  "rotateWebhookSecret 200": {
    secret: "whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZiAzMg==",
    previous_expires_at: "2026-06-04T09:00:00.000Z",
  },
  "testWebhook 202": { ...waiting, event: "webhook.test" },
  "listDeliveries 200": { data: [delivery], next_cursor: null },
  "redeliverMessage 202": waiting,
};

/** Examples of attributions, by `operationId status`; a test checks each against its schema. */
const jobId = "ana_7m3k9q0x2v5c8b1n4h6t";

const held = { rating: "Hold", confidence: 0.5, score: null, words: ["portfolio_manager"], calls: 7, reused: 5 };
const same = { rating: "Overweight", confidence: 0.6, score: null, words: [], calls: 7, reused: 5 };
const attributed = {
  version: 1,
  run_id: jobId,
  rating: "Overweight",
  confidence: 0.65,
  score: null,
  repetitions: 5,
  lines: [
    {
      change: { kind: "without_evidence", evidence: "F3" },
      label: "Gross margin, trailing year",
      runs: [held, held, same, held, held].map((run) => ({ ...run, cost_usd: "0.0163" })),
      changed: 4,
      rating_shift: -0.8,
      score_shift: null,
    },
    {
      change: { kind: "without_agent", agent: "bear" },
      label: "bear",
      runs: [same, same, same, same, same].map((run) => ({ ...run, calls: 6, cost_usd: "0.0098" })),
      changed: 0,
      rating_shift: 0,
      score_shift: null,
    },
  ],
  skipped: [],
  calls: 65,
  reused: 50,
  cost_usd: "0.1305",
  stopped: null,
};
const attributionEstimate = { changes: 2, calls: 70, cost_usd: "0.1702", limit_usd: "0.41" };
const attributionJob = {
  id: "att_7m3k9q0x2v5c8b1n4h6t",
  analysis_id: jobId,
  status: "queued",
  progress: { done: 0, total: 2 },
  repetitions: 5,
  estimate: attributionEstimate,
  budget_usd: "0.50",
  spent_usd: "0",
  result: null,
  error: null,
  created_at: "2025-06-03T09:05:00.000Z",
  started_at: null,
  finished_at: null,
};

export const attributionBodies = {
  getAttributionEstimate: {
    cited: { summary: "The three pieces of evidence cited most", value: { top: 3 } },
  },
  submitAttribution: {
    bear: {
      summary: "Without one piece of evidence and without the bear, five times each",
      value: { evidence: ["F3"], agents: ["bear"], flips: false, repetitions: 5, budget_usd: "0.50" },
    },
  },
};

export const attributionAnswers = {
  "getAttributionEstimate 200": {
    changes: attributed.lines.map(({ change }) => change),
    skipped: [],
    repetitions: 5,
    estimate: attributionEstimate,
    payer: "service",
    usual_budget_usd: "0.41",
    most_budget_usd: "2.00",
  },
  "submitAttribution 202": attributionJob,
  "getAttribution 200": {
    ...attributionJob,
    status: "succeeded",
    progress: { done: 2, total: 2 },
    spent_usd: "0.1305",
    result: attributed,
    started_at: "2025-06-03T09:05:00.300Z",
    finished_at: "2025-06-03T09:06:41.020Z",
  },
  "cancelAttribution 200": { ...attributionJob, status: "cancelled", finished_at: "2025-06-03T09:05:02.000Z" },
};

/** Heads of the record's chains, as the documentation shows them. */
export const chainHeads = {
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
  ledger: {
    hash: "7a6b5c4d3e2f10918273645546372819a0b1c2d3e4f5061728394a5b6c7d8e9f",
    days: [{ day: "2026-06-02", hash: "1f2e3d4c5b6a79880716253443526170f9e8d7c6b5a493827160594837261504" }],
  },
};
