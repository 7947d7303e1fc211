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
