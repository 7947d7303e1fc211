/** Examples of memory measurements, by `operationId status`; a test checks each against its schema. */
const own_model = { llm_provider: "openai", deep_think_llm: null, quick_think_llm: null };
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
