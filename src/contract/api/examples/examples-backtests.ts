/** Examples of backtests, by `operationId status`; a test checks each against its schema. */
const own_model = { llm_provider: "openai", deep_think_llm: null, quick_think_llm: null };
const order = { symbols: ["DEMO"], from: "2018-01-02", to: "2019-12-31", every: 5 };
const backtest = {
  id: "bt_7m3k9q0x2v5c8b1n4h6t",
  status: "queued",
  source: "here",
  request: { ...order, asset_type: "stock", commission_bps: 1, slippage_bps: 5, short: false },
  progress: { done: 0, total: 101 },
  summary: null,
  error: null,
  stopped: null,
  spent_usd: "0",
  created_at: "2026-06-03T09:00:00.000Z",
  started_at: null,
  finished_at: null,
};
const endedBacktest = {
  ...backtest,
  status: "succeeded",
  progress: { done: 101, total: 101 },
  summary: { provider: "rules", decisions: 101, reviews: 3, cumulative_return: 0.112, buy_and_hold_return: 0.087 },
  started_at: "2026-06-03T09:00:00.300Z",
  finished_at: "2026-06-03T09:00:02.100Z",
};

export const backtestBodies = {
  submitBacktest: {
    rules: { summary: "By the rules engine, on the demo company", value: order },
    costs: {
      summary: "Weekly decisions, dearer fills, short positions allowed",
      value: { ...order, commission_bps: 5, slippage_bps: 10, short: true },
    },
    models: { summary: "By models on your own key", value: { ...order, models: { own_model, budget_usd: "25" } } },
  },
  getBacktestEstimate: {
    models: { summary: "With models on your own key", value: { ...order, models: { own_model, budget_usd: "25" } } },
  },
} as const;

export const backtestAnswers = {
  "submitBacktest 202": { ...backtest, notes: ["DEMO uses synthetic data."] },
  "getBacktestEstimate 200": {
    decisions: 101,
    most_decisions: 5000,
    seconds: 4040,
    notes: ["DEMO uses synthetic data."],
    models: {
      deep: "gpt-5.6",
      quick: "gpt-5.6-luna",
      runs: 1,
      calls: 2121,
      cost_usd: "27.3",
      single_calls: { calls: 101, cost_usd: "3.838" },
      exceeds_budget: true,
      training: { cutoff: "2025-12-31", may_remember: true, measured: [] },
    },
  },
  "listBacktests 200": { data: [endedBacktest], next_cursor: null },
  "getBacktest 200": endedBacktest,
  "cancelBacktest 200": { ...backtest, status: "cancelled", finished_at: "2026-06-03T09:00:01.000Z" },
  "pauseBacktest 200": { ...backtest, status: "paused", progress: { done: 12, total: 101 } },
  "resumeBacktest 200": { ...backtest, progress: { done: 12, total: 101 } },
  "getBacktestResult 200": {
    version: 2,
    settings: order,
    assumptions: ["An order is filled at the open of the next session."],
    decisions: [],
    ratings: { Buy: 9, Overweight: 31, Hold: 40, Underweight: 14, Sell: 4, REVIEW: 3 },
    portfolio: { equity_sessions: ["2018-01-03"] },
  },
  "getBacktestTrades 200":
    "strategy,symbol,decided,filled,target,shares,open,price\ndebate,DEMO,2018-01-02,2018-01-03,1,0.0101,99.1,99.15\n",
};

/** Examples of memory measurements, by `operationId status`; a test checks each against its schema. */
const asked = { symbol: "DEMO", asset_type: "stock", date: "2019-06-03", own_model, repetitions: 10 };
const job = {
  id: "mem_7m3k9q0x2v5c8b1n4h6t",
  status: "queued",
  request: asked,
  progress: { done: 0, total: 40 },
  budget_usd: "10",
  spent_usd: "0",
  result: null,
  error: null,
  created_at: "2026-06-03T09:00:00.000Z",
  started_at: null,
  finished_at: null,
};
const running = {
  ...job,
  status: "running",
  progress: { done: 12, total: 40 },
  spent_usd: "1.84",
  started_at: "2026-06-03T09:00:01.000Z",
};

export const memoryBodies = {
  getMemoryEstimate: {
    usual: { summary: "Ten repetitions", value: { symbol: "DEMO", date: "2019-06-03", own_model } },
  },
  submitMemory: {
    usual: {
      summary: "Ten repetitions, within a budget",
      value: { symbol: "DEMO", date: "2019-06-03", own_model, budget_usd: "10" },
    },
  },
} as const;

export const memoryAnswers = {
  "getMemoryEstimate 200": {
    symbol: "DEMO",
    date: "2019-06-03",
    deep: "gpt-5.4",
    quick: "gpt-5.4-mini",
    repetitions: 10,
    calls: 820,
    cost_usd: "6.8",
    cutoff: null,
  },
  "submitMemory 202": job,
  "listMemory 200": { data: [running] },
  "getMemory 200": running,
  "cancelMemory 200": { ...running, status: "cancelled", finished_at: "2026-06-03T09:05:00.000Z" },
};

/** Examples of validity reports, by `operationId status`; a test checks each against its schema. */
const id = "bt_7m3k9q0x2v5c8b1n4h6t";

const section = {
  id: "deflated_sharpe",
  protocol: null,
  title: "Deflated Sharpe ratio",
  verdict: "fail",
  reason: "within_luck",
  text: "The probability that the Sharpe ratio is above what luck gives the best after 12 trials is 0.412; it takes 0.95.",
  figures: [
    {
      key: "deflated_sharpe",
      label: "Deflated Sharpe ratio",
      unit: "p",
      value: 0.412,
      interval: null,
      formula: "Φ((SR − SR₀) √(n − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²)), SR₀ what luck gives the best trial",
      source: "Bailey and López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014)",
    },
  ],
  tables: [],
  notes: ["What was tried elsewhere is not known here."],
};
const validity = {
  backtest_id: id,
  status: "succeeded",
  report: {
    version: 1,
    backtest: {
      symbols: ["DEMO"],
      from: "2018-01-02",
      to: "2019-12-31",
      provider: "rules",
      deep: "rules",
      quick: "rules",
      decisions: 101,
      sha256: "9f2c4e6b8a0d1f3e5c7b9a8d6f4e2c0b1a3d5f7e9c8b6a4d2f0e1c3b5a7d9f8e",
    },
    verdict: "fail",
    counts: { pass: 0, fail: 1, cannot_tell: 0 },
    sections: [section],
  },
  error: null,
  created_at: "2026-06-03T09:05:00.000Z",
  started_at: "2026-06-03T09:05:00.400Z",
  finished_at: "2026-06-03T09:05:07.900Z",
};

export const validityAnswers = {
  "submitBacktestValidity 202": { ...validity, status: "queued", report: null, started_at: null, finished_at: null },
  "getBacktestValidity 200": validity,
  "getBacktestValidityMarkdown 200":
    "# Validity of the backtest of DEMO\n\n**1 test of 1 failed, 0 passed and 0 cannot tell.**\n",
};
