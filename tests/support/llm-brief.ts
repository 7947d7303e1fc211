import { AnalystAnswer, VerdictAnswer } from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { Brief } from "#src/debate/reasoners/reasoner.ts";

export function figure(id: string, label: string, value: number, unit: string): Evidence {
  return {
    id,
    key: label.toLowerCase(),
    label,
    value,
    text: null,
    unit,
    at: "2025-06-02",
    source: "test",
    source_ids: [],
    formula: null,
    hash: id,
  };
}

const evidence = [
  figure("M1", "Close", 201.7, "USD"),
  figure("M2", "Average true range (14)", 4.12, "USD"),
  figure("M3", "RSI (14)", 47.3, "points"),
  ...Array.from({ length: 40 }, (_, index) =>
    figure(`F${index + 1}`, `Measure ${index + 1} of the last fiscal year`, 1000 + index, "USD"),
  ),
  { ...figure("N1", "News", 0, ""), value: null, unit: null, text: "Apple <b>beats</b>, says Street" },
];

/** A brief of a market analyst on real-looking evidence, some 3 KB of it. */
export function analystBrief(over: Partial<Brief<AnalystAnswer>> = {}): Brief<AnalystAnswer> {
  return {
    ...common,
    agent: "market",
    answer: AnalystAnswer,
    ask: "You are the market analyst.",
    depth: "quick",
    ...over,
  };
}

export function managerBrief(over: Partial<Brief<VerdictAnswer>> = {}): Brief<VerdictAnswer> {
  return {
    ...common,
    agent: "portfolio_manager",
    answer: VerdictAnswer,
    ask: "You are the portfolio manager.",
    depth: "deep",
    ...over,
  };
}

const common = {
  round: 1,
  instrument: { symbol: "AAPL", name: "Apple Inc.", assetType: "stock", currency: "USD" },
  asOf: "2025-06-02T20:00:00.000Z",
  tradeDate: "2025-06-02",
  evidence,
  transcript: [],
  tools: [],
  steps: [],
  seed: 7,
} as const;
