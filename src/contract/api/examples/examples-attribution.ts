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
