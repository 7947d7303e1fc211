/** The setting of every example. */
export const config = {
  llm_provider: "openai",
  deep_think_llm: "gpt-5.2",
  quick_think_llm: "gpt-5.2-mini",
  max_debate_rounds: 1,
  max_risk_discuss_rounds: 1,
  online_tools: true,
};

/** What was asked for in every example. */
export const request = {
  ticker: "AAPL",
  trade_date: "2025-06-02",
  asset_type: "stock",
  analysts: ["market", "social", "news", "fundamentals"],
  max_debate_rounds: 1,
};

const hash = "9f2c5b7f6b0f4a3f8f0f7a3c0d7f3b5a1e6d2c4b8a9f0e1d2c3b4a5968778695";
const data = {
  symbol: "AAPL",
  name: "Apple Inc.",
  asset_type: "stock",
  currency: "USD",
  as_of: "2025-06-02T20:00:00.000Z",
  session: "2025-06-02",
  historical: true,
  synthetic: false,
  sources: ["yahoo"],
  notes: [],
};
const trader = {
  agent: "trader",
  text: "Buy a half position at 201.70 [M1], stop 194.",
  turns: [
    {
      round: 1,
      text: "Buy a half position at 201.70 [M1], stop 194.",
      points: [{ claim: "The close stands at 201.70", evidence: ["M1"] }],
      fields: { action: "buy", entry: 201.7, stop: 194, target: null, size_pct: 50 },
      problem: null,
      checked: {
        text: [
          { from: 23, to: 29, kind: "reference", ids: ["M1"], expression: null },
          { from: 31, to: 33, kind: "citation", ids: ["M1"], expression: null },
          { from: 41, to: 44, kind: "own", ids: [], expression: "stop" },
        ],
        points: [[{ from: 20, to: 26, kind: "reference", ids: ["M1"], expression: null }]],
        fields: {},
      },
    },
  ],
  skipped: null,
};
const tokens = { input_tokens: 3110, cached_input_tokens: 2048, output_tokens: 420 };
/** One agent, one piece of evidence, one call, one session. */
export const runExample = {
  request,
  result: {
    rating: "Overweight",
    is_review: false,
    decision: "Buy a half position at 201.70, stop 194.",
    reports: {
      trader,
      data,
      checks: [{ id: "stop_side", subject: "stop", outcome: "pass", detail: "The stop lies below the entry." }],
      levels: { action: "buy", entry: 201.7, stop: 194, target: null, size_pct: 50, currency: "USD" },
      verdict: { thesis: "Earnings hold up.", target: null, horizon_days: 90, confidence: 0.6 },
      review_reason: null,
      numbers: { supported: 3, unsupported: 0 },
    },
  },
  usage: {
    ...tokens,
    calls: 1,
    cost_usd: "0.0131",
    budget_usd: null,
    agents: [{ ...tokens, agent: "trader", model: "gpt-5.2-mini", calls: 1, cost_usd: "0.0131" }],
  },
  manifest: {
    version: 2,
    run_id: "run_5t8w2k9m4c7x1z3v6b0n",
    code_version: "0.1.0",
    seed: 1,
    started_at: "2025-06-03T09:00:00.400Z",
    finished_at: "2025-06-03T09:02:11.870Z",
    request,
    config: {
      ...config,
      budget_usd: null,
      tool_steps: 2,
    },
    rating: "Overweight",
    data,
    evidence: [
      {
        id: "M1",
        key: "close",
        label: "Close",
        value: 201.7,
        text: null,
        unit: "USD",
        at: "2025-06-02",
        source: "yahoo",
        source_ids: ["AAPL 2025-06-02"],
        formula: null,
        hash,
      },
    ],
    chart: [{ date: "2025-06-02", open: 200.28, high: 202.13, low: 200.12, close: 201.7 }],
    calls: [
      {
        step: "trader/1",
        agent: "trader",
        round: 1,
        model: "gpt-5.2-mini",
        prompt_sha256: hash,
        answer_sha256: hash,
        tokens,
        cost_usd: "0.0131",
      },
    ],
    result_sha256: hash,
  },
};
