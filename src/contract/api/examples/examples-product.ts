/** By `operationId status`; a test holds each to its schema. */
import { memoryAnswers, memoryBodies, backtestAnswers, backtestBodies } from "./examples-backtests.ts";
import { portfolioAnswers, portfolioBodies, holdingsAnswers } from "./examples-run.ts";

const hash = "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65";
const previous = "c1a5e7d9b3f20468ace13579bdf02468ace13579bdf02468ace13579bdf02468";
const given = { status: "given", low: 0.48, high: 0.69, effective: 61.4 };
const tooFew = { status: "too_few", missing_outcomes: 4, missing_blocks: 2 };

const signal = {
  kind: "signal",
  version: 1,
  list: "house",
  number: 214,
  published_at: "2026-06-02T20:31:07.000Z",
  previous,
  id: "sig_7m3k9q0x2v5c8b1n4h6t",
  symbol: "AAPL",
  name: "Apple Inc.",
  asset_type: "stock",
  currency: "USD",
  session: "2026-06-02",
  as_of: "2026-06-02T20:00:00.000Z",
  rating: "Overweight",
  previous_rating: "Hold",
  changed: true,
  entry: 201.7,
  stop: 194,
  target: 221,
  confidence: 0.62,
  horizon_days: 21,
  agreement: { runs: 3, agreeing: 2, ratings: ["Overweight", "Overweight", "Hold"] },
  reasoner: "openai gpt-5.2",
  analysis_id: "ana_7m3k9q0x2v5c8b1n4h6t",
  report: "/signals/sig_7m3k9q0x2v5c8b1n4h6t/report",
};
const mark = {
  horizon: 1,
  status: "settled",
  entry_session: "2026-06-03",
  entry_price: 202.1,
  exit_session: "2026-06-03",
  exit_price: 204.4,
  return: 0.0114,
  net_return: 0.0102,
  benchmark: "SPY",
  benchmark_return: 0.0031,
  excess_return: 0.0083,
  hit: true,
};
const detail = { signal, hash, withdrawn: null, marks: [mark] };

const listBody = {
  name: "Semiconductors",
  instruments: [
    { symbol: "NVDA", asset_type: "stock" },
    { symbol: "AMD", asset_type: "stock" },
  ],
  schedule: { kind: "close" },
  runs: 1,
};
const batch = {
  id: "bat_7m3k9q0x2v5c8b1n4h6t",
  status: "queued",
  counts: { total: 2, waiting: 2, open: 0, succeeded: 0, failed: 0, cancelled: 0, refused: 0 },
  budget_usd: "20.00",
  spent_usd: "0",
  created_at: "2026-06-03T09:00:00.000Z",
  started_at: null,
  finished_at: null,
};
const endedBatch = {
  ...batch,
  status: "succeeded",
  counts: { ...batch.counts, waiting: 0, succeeded: 2 },
  spent_usd: "0.61",
  started_at: "2026-06-03T09:00:00.700Z",
  finished_at: "2026-06-03T09:06:12.400Z",
};
const batchResult = {
  line: 1,
  custom_id: "demo-1",
  status: "succeeded",
  analysis_id: "ana_7m3k9q0x2v5c8b1n4h6t",
  result: { rating: "Overweight", is_review: false, decision: "Buy a half position at 201.70, stop 194." },
  error: null,
};

const list = {
  id: "wl_7m3k9q0x2v5c8b1n4h6t",
  ...listBody,
  own_model: null,
  language: "en",
  rerun_on_break: false,
  allow_short: false,
  entries: 12,
  created_at: "2026-05-04T09:12:30.000Z",
};
const hits = { horizon: 21, settled: 118, hits: 69, interval: given };
const instrument = {
  symbol: "AAPL",
  asset_type: "stock",
  name: "Apple Inc.",
  currency: "USD",
  closes: [
    { session: "2026-06-02", open: 200.9, high: 202.3, low: 199.8, close: 201.7 },
    { session: "2026-06-03", open: 202.1, high: null, low: null, close: 204.4 },
  ],
  tracks: [
    {
      name: "House list",
      ratings: [
        {
          session: "2026-06-02",
          rating: "Overweight",
          outcome: "right",
          agreement: { agreeing: 2, runs: 3 },
          confidence: 0.62,
          href: null,
        },
      ],
    },
  ],
  signals: [detail],
  hits: [hits],
};

export const productBodies = {
  ...backtestBodies,
  ...memoryBodies,
  ...portfolioBodies,
  submitBatch: {
    two: {
      summary: "Two dates of the demo company",
      value: [
        { custom_id: "demo-1", request: { ticker: "DEMO", trade_date: "2019-06-03" } },
        { custom_id: "demo-2", request: { ticker: "DEMO", trade_date: "2019-06-10" } },
      ],
    },
  },
  createWatchlist: {
    close: { summary: "After each close", value: listBody },
    cron: {
      summary: "On weekdays at seven in London, three runs each",
      value: {
        name: "Mornings",
        instruments: [{ symbol: "BTC-USD", asset_type: "crypto" }],
        schedule: { kind: "cron", cron: "0 7 * * 1-5", zone: "Europe/London" },
        runs: 3,
      },
    },
  },
  replaceWatchlist: { whole: { summary: "The whole list", value: { ...listBody, name: "Chips" } } },
  addInstrument: { stock: { summary: "A stock", value: { symbol: "AVGO", asset_type: "stock" } } },
} as const;

export const productAnswers: Readonly<Record<string, unknown>> = {
  ...backtestAnswers,
  ...holdingsAnswers,
  ...portfolioAnswers,
  "submitPortfolioAnalyses 202": batch,
  ...memoryAnswers,
  "submitBatch 202": batch,
  "listBatches 200": { data: [endedBatch], next_cursor: null },
  "getBatch 200": endedBatch,
  "cancelBatch 200": { ...endedBatch, status: "cancelled", counts: { ...batch.counts, waiting: 0, cancelled: 2 } },
  "getBatchResults 200": `${JSON.stringify(batchResult)}\n`,
  "listSignals 200": { data: [detail], next_cursor: "213" },
  "getSignal 200": detail,
  "streamSignalEvents 200": "retry: 2317\n\nevent: heartbeat\ndata: {}\n\n",
  "listWatchlists 200": { data: [list] },
  "createWatchlist 201": list,
  "getWatchlist 200": list,
  "replaceWatchlist 200": { ...list, name: "Chips" },
  "addInstrument 200": list,
  "listNextRuns 200": { data: [{ at: "2026-06-03T20:30:00.000Z", symbols: ["AMD", "NVDA"] }] },
  "listRuns 200": {
    data: [
      {
        symbol: "NVDA",
        session: "2026-06-02",
        due_at: "2026-06-02T20:30:00.000Z",
        state: "signal",
        reason: null,
        signal_id: "sig_2n5b8c1x4z7v0m3k6j9h",
      },
    ],
  },
  "getRecord 200": {
    list: "house",
    head: { number: 214, hash },
    last_session: "2026-06-03",
    assumptions: ["Withdrawn signals are included in every figure."],
    runs: { signal: 214, review: 20, failed: 1, skipped: 4 },
    review_rate: 0.085,
    withdrawn: 1,
    ratings: { Buy: 20, Overweight: 71, Hold: 80, Underweight: 31, Sell: 12 },
    by_rating: [
      {
        rating: "Buy",
        horizon: 21,
        settled: 18,
        hits: 12,
        hit_rate: 0.667,
        hit_rate_interval: tooFew,
        mean_return: 0.021,
        mean_net_return: 0.0198,
        mean_excess_return: 0.006,
        excess_interval: tooFew,
      },
    ],
    by_horizon: [hits],
    reasons: {
      all: { held: 9, broken: 8, undecided: 1, open: 31, held_share: 0.529 },
      by_rating: [],
      by_days: [],
      beside_prices: { horizon: 21, right_held: 7, right_broken: 3, wrong_held: 2, wrong_broken: 5 },
    },
    calibration: {
      horizon: 21,
      bins: [{ from: 0.6, to: 0.8, settled: 44, mean_confidence: 0.66, hit_rate: 0.59, interval: given }],
    },
    equity: { sessions: ["2026-06-02"], rule: [1], buy_and_hold: [1] },
  },
  "listRecord 200": {
    data: [
      {
        number: 214,
        hash,
        published_at: "2026-06-02T20:31:07.000Z",
        sealed: true,
        signal: null,
        withdrawn: null,
        marks: [],
      },
    ],
    next_cursor: "214",
  },
  "getRecordInstrument 200": instrument,
  "getRanking 200": {
    live: false,
    opinions: [
      {
        symbol: "AAPL",
        name: "Apple Inc.",
        asset_type: "stock",
        rating: "Overweight",
        session: "2026-06-02",
        confidence: 0.62,
        agreeing: 2,
        runs: 3,
        hits,
      },
    ],
    reviews: [{ symbol: "TSLA", name: "Tesla, Inc.", session: "2026-06-02", before: "Hold" }],
  },
  "listInstruments 200": {
    data: [
      {
        symbol: "DEMO",
        name: "Demo Devices, Inc.",
        asset_type: "stock",
        currency: "USD",
        exchange: "XNYS",
        synthetic: true,
        archive: "demo",
        from: "2015-01-02",
        to: "2020-12-31",
      },
    ],
    next_cursor: null,
  },
  "getInstrument 200": {
    ...instrument,
    analyses: [{ id: "ana_7m3k9q0x2v5c8b1n4h6t" }],
    evidence: [
      {
        key: "pe_ttm",
        label: "Price to earnings",
        unit: null,
        points: [
          { session: "2026-05-01", value: 30.2 },
          { session: "2026-06-02", value: 31.4 },
        ],
      },
    ],
    kind: { name: "stock", reason: "as its source says" },
    coverage: [
      { kind: "bars", status: "held", source: "archive:main", from: "2019-01-02", to: "2026-06-02", records: 1866 },
      { kind: "news", status: "online", sources: ["gdelt"], past: true },
      { kind: "macro", status: "missing", problem: null },
    ],
  },
};
