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

/** Examples of holdings, by `operationId status`; a test checks each against its schema. */
const holdings = {
  currency: "USD",
  positions: [
    { symbol: "AAPL", quantity: "120", cost_basis: "18400" },
    { symbol: "MSFT", quantity: "40", cost_basis: "15200" },
  ],
  cash: "10000",
  limits: { largest_position_pct: 40, largest_loss_pct: 2, no_shorts: true },
  horizon_days: 180,
};
const aapl = {
  symbol: "AAPL",
  quantity: "120",
  price: 201.7,
  price_date: "2025-06-02",
  value: "24204.00",
  weight_pct: 45.92,
  profit: "5804.00",
  note: null,
};
const msft = {
  symbol: "MSFT",
  quantity: "40",
  price: 462.75,
  price_date: "2025-06-02",
  value: "18510.00",
  weight_pct: 35.11,
  profit: "3310.00",
  note: null,
};

export const holdingsAnswers = {
  "getHoldings 200": {
    holdings,
    for_holdings: {
      symbol: "AAPL",
      as_of: "2025-06-02T20:00:00.000Z",
      held: "120",
      price: 201.7,
      book: {
        currency: "USD",
        value: "52714.00",
        cash: "10000.00",
        gross_exposure_pct: 81.03,
        net_exposure_pct: 81.03,
        hhi: 0.5089,
        beta: 0.93,
        benchmark: "SPY",
        positions: [aapl, msft],
        notes: [],
      },
      correlation: 0.61,
      beta_to_book: 1.2,
      computed: { action: "trim", quantity: "16" },
      action: "trim",
      quantity: "16",
      after: { quantity: "104", weight_pct: 39.79 },
      stop: null,
      target: null,
      reasons: ["The position is above the holder's own limit."],
      checks: [{ id: "quantity", outcome: "pass", detail: "Action and quantity go with what is held." }],
      not_adopted: null,
      voices: [
        { agent: "trader", action: "trim", quantity: "16", text: "The position is above the holder's own limit." },
      ],
      problem: null,
      usage: {
        input_tokens: 41200,
        cached_input_tokens: 30100,
        output_tokens: 1900,
        calls: 5,
        cost_usd: "0.09",
        budget_usd: "1",
        agents: [],
      },
    },
  },
};

/** Examples of portfolios, by `operationId status`; a test checks each against its schema. */
const lot = { symbol: "AAPL", quantity: "120", cost_per_unit: "153.33", acquired: "2024-03-01" };
const body = { name: "Retirement", currency: "USD", cash: "10000", lots: [lot] };

const portfolio = {
  ...body,
  id: "pf_7m3k9q0x2v5c8b1n4h6t",
  version: 1,
  lots: [{ ...lot, currency: null, note: null }],
  limits: { largest_position_pct: null, largest_loss_pct: null, no_shorts: false },
  horizon_days: null,
  alerts: { day_change_pct: 5, drawdown_pct: null, position_pct: null, ratings: true },
  created_at: "2025-06-02T09:00:00.000Z",
  changed_at: "2025-06-02T09:00:00.000Z",
};

const computed = { symbols: ["AAPL"], from: "2024-06-03", to: "2025-06-02" };

export const portfolioBodies = {
  createPortfolio: { one: { summary: "One lot and cash", value: body } },
  replacePortfolio: { whole: { summary: "The whole portfolio", value: { ...body, cash: "8000", version: 1 } } },
  submitPortfolioAnalyses: { all: { summary: "Each position, for at most $5", value: { budget_usd: "5.00" } } },
};

export const portfolioAnswers = {
  "listPortfolios 200": { data: [portfolio] },
  "createPortfolio 201": portfolio,
  "getPortfolio 200": portfolio,
  "replacePortfolio 200": { ...portfolio, cash: "8000", version: 2 },
  "getPortfolioValuation 200": {
    portfolio_id: portfolio.id,
    date: "2025-06-02",
    currency: "USD",
    value: "34204.00",
    positions_value: "24204.00",
    cash: "10000.00",
    cost: "18399.60",
    dividends: "151.20",
    profit: "5955.60",
    positions: [
      {
        symbol: "AAPL",
        quantity: "120",
        splits: [],
        price: 201.7,
        price_date: "2025-06-02",
        price_currency: "USD",
        value: "24204.00",
        weight_pct: 70.76,
        cost: "18399.60",
        dividends: "151.20",
        profit: "5955.60",
        notes: [],
      },
    ],
    drawdown: { now_pct: -22.14, worst_pct: -33.36, ...computed },
    beta: { value: 0.86, benchmark: "SPY", ...computed },
    concentration: {
      largest: { symbol: "AAPL", share_pct: 100 },
      hhi: 1,
      ...computed,
      from: "2025-06-02",
    },
    correlation: { average: null, matrix: [[1]], symbols: ["AAPL"], from: null, to: null },
    days: [
      {
        date: "2025-06-02",
        positions_value: "24204.00",
        profit: "5955.60",
        day_profit: "102.00",
        return_pct: 0.42,
        drawdown_pct: -22.14,
      },
    ],
    missing: [],
    notes: [],
  },
};
