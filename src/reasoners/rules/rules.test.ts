import { describe, expect, test } from "vitest";
import { Analyst } from "#src/contract/analysis.ts";
import { figure } from "#tests/support/llm-brief.ts";
import { sentences } from "./phrases.ts";
import { reasonsOf, rulesOf, scoreOf } from "./rules.ts";

/** Evidence `M1`, `M2`, … with these values by key. */
function measured(values: Readonly<Record<string, number>>) {
  return Object.entries(values).map(([key, value], index) => ({ ...figure(`M${index + 1}`, key, value, "%"), key }));
}

/** The part that a measure adds to its analyst's score. */
function part(analyst: Analyst, key: string, value: number, others: Readonly<Record<string, number>> = {}) {
  return reasonsOf(analyst, measured({ [key]: value, ...others })).find(({ item }) => item.key === key)?.part;
}

describe("a rule", () => {
  test("is silent without its measure", () => {
    expect(Analyst.options.flatMap((analyst) => reasonsOf(analyst, measured({ close: 100 })))).toEqual([]);
    const unknown = [{ ...figure("M1", "rsi_14", 80, "points"), value: null, text: "eighty" }];
    expect(reasonsOf("market", unknown)).toEqual([]);
    expect(scoreOf([])).toBeNull();
  });

  test("gives what is marked as unusual no weight, and measures nothing by it", () => {
    const usual = measured({ return_63d: 40, macd_hist: 0.5, atr_14: 4 });
    const marked = usual.map((one) => ({ ...one, label: `${one.label} (unusual)` }));
    const partsOf = (evidence: typeof usual) => reasonsOf("market", evidence).map(({ item, part }) => [item.key, part]);
    expect(partsOf(usual).map(([key]) => key)).toEqual(["return_63d", "macd_hist"]);
    expect(partsOf(marked)).toEqual([]);
    const [, macd, range] = [usual[0], usual[1], marked[2]];
    if (macd === undefined || range === undefined) throw new Error("no evidence");
    expect(partsOf([macd, range])).toEqual([["macd_hist", 0]]);
  });

  test("stands once: no measure is read by two", () => {
    const all = Analyst.options.flatMap((analyst) => rulesOf[analyst].map(({ key }) => key));
    expect(all).toEqual([...new Set(all)]);
  });

  test("has sentences, and no sentences are without a rule", () => {
    const all = Analyst.options.flatMap((analyst) => rulesOf[analyst].map(({ key }) => key));
    expect(Object.keys(sentences).toSorted()).toEqual(all.toSorted());
  });

  test("adds at most its weight, however large the measure", () => {
    const excess = Analyst.options.flatMap((analyst) =>
      rulesOf[analyst].flatMap(({ key, weight }) =>
        [-1e9, -1, 0, 1, 1e9]
          .map((value) => part(analyst, key, value, { atr_14: 1 }) ?? Number.NaN)
          .filter((added) => !(Math.abs(added) <= weight)),
      ),
    );
    expect(excess).toEqual([]);
  });

  test.each<[Analyst, string, number, number, Record<string, number>]>([
    ["market", "close_vs_sma_200", 5, 0.4, {}],
    ["market", "close_vs_sma_200", -50, -0.8, {}],
    ["market", "macd_hist", 0.5, 0.15, { atr_14: 4 }],
    ["market", "macd_hist", 0.5, 0, {}],
    ["market", "rsi_14", 85, -0.4, {}],
    ["market", "rsi_14", 15, 0.4, {}],
    ["market", "rsi_14", 50, 0, {}],
    ["market", "drawdown_from_high_252", -30, -0.3, {}],
    ["market", "drawdown_from_high_252", -1, 0.21, {}],
    ["fundamentals", "pe_ttm", 22, 0, {}],
    ["fundamentals", "pe_ttm", 37, -0.4, {}],
    ["fundamentals", "dilution_yoy", 3, -0.2, {}],
    // A month like the others is no trend; 60 % more than they is the most that counts.
    ["fundamentals", "volume_trend_30_90", 1, 0, {}],
    ["fundamentals", "volume_trend_30_90", 1.6, 0.3, {}],
    ["fundamentals", "volume_trend_30_90", 0.7, -0.15, {}],
    ["fundamentals", "funding_7d_annualised", 60, -0.4, {}],
    // A tone of few items is discounted, and of no known number says nothing.
    ["news", "news_tone_7d", 15, 0.7, { news_count_7d: 5 }],
    ["news", "news_tone_7d", 15, 0.28, { news_count_7d: 2 }],
    ["news", "news_tone_7d", 15, 0, {}],
    ["social", "social_bullish_share_7d", 80, 0.4, { social_count_7d: 20 }],
  ])("%s: %s of %d adds %d beside %j", (analyst, key, value, added, others) => {
    expect(part(analyst, key, value, others)).toBeCloseTo(added, 10);
  });

  test("names all that it rests on, its own measure first", () => {
    const [reason] = reasonsOf("news", measured({ news_count_7d: 9, news_tone_7d: 12 }));
    expect(reason?.rests).toEqual(["M2", "M1"]);
  });

  test("comes before weaker ones", () => {
    const reasons = reasonsOf("market", measured({ rsi_14: 50, return_63d: -15, close_vs_sma_200: 3 }));
    expect(reasons.map(({ item }) => item.key)).toEqual(["return_63d", "close_vs_sma_200", "rsi_14"]);
  });

  test("does not lift a score beyond 2", () => {
    const best = measured({
      close_vs_sma_200: 99,
      close_vs_sma_50: 99,
      return_63d: 99,
      relative_strength_63: 99,
      macd_hist: 99,
      atr_14: 1,
    });
    expect(scoreOf(reasonsOf("market", best))).toBe(2);
  });
});
