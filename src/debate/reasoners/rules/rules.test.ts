import { describe, expect, test } from "vitest";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { figure } from "#tests/support/llm-brief.ts";
import { momentumPerVolatility, sizes, reasonsOf, rulesOf, type AssetType } from "./rules.ts";
import { sentences } from "./phrases.ts";

/** Evidence `M1`, `M2`, … with these values by key. */
function measured(values: Readonly<Record<string, number>>) {
  return Object.entries(values).map(([key, value], index) => ({ ...figure(`M${index + 1}`, key, value, "%"), key }));
}

const volatility = { volatility_63: 20 };

/** The part that a measure adds to the return expected, in percent a year. */
function part(
  analyst: Analyst,
  key: string,
  value: number,
  others: Readonly<Record<string, number>> = {},
  asset: AssetType = "stock",
) {
  return reasonsOf(analyst, measured({ ...others, [key]: value }), asset).find(({ item }) => item.key === key)?.part;
}

describe("what the papers state, for a stock in an extreme group, after publication", () => {
  test.each([
    // Half of the spread, twelve months, and 42 % of it.
    ["stockMomentum", 1.22],
    ["value", 1.46],
    ["profitability", 1.46],
    ["accruals", 2.44],
    ["lowRisk", 2.44],
    ["drift", 2.77],
  ] as const)("%s is %d %% a year", (name, percent) => {
    expect(sizes[name]).toBeCloseTo(percent, 2);
  });

  test("momentum of an index is a fifth of its volatility", () => {
    expect(momentumPerVolatility).toBeCloseTo(0.2, 2);
  });
});

describe("a rule", () => {
  test("is silent without its measure", () => {
    expect(Analyst.options.flatMap((analyst) => reasonsOf(analyst, measured({ close: 100 }), "stock"))).toEqual([]);
    const unknown = [{ ...figure("M1", "pe_ttm", 15, "x"), key: "pe_ttm", value: null, text: "fifteen" }];
    expect(reasonsOf("fundamentals", unknown, "stock")).toEqual([]);
  });

  test("is silent without what it is held against", () => {
    expect(reasonsOf("market", measured({ return_252d: 20, beta_252: 1 }), "stock")).toEqual([]);
    expect(reasonsOf("market", measured({ beta_252: 1, correlation_252: -0.5 }), "stock")).toEqual([]);
    expect(reasonsOf("fundamentals", measured({ revenue_growth_q: 9 }), "stock")).toEqual([]);
  });

  test("gives what is marked as unusual no weight, but for a risk, which is no argument", () => {
    const usual = measured({ return_252d: 40, volatility_63: 20 });
    const marked = usual.map((one) => ({ ...one, label: `${one.label} (unusual)` }));
    const keysOf = (evidence: typeof usual) =>
      reasonsOf("market", evidence, "stock")
        .map(({ item }) => item.key)
        .toSorted();
    expect(keysOf(usual)).toEqual(["return_252d", "volatility_63"]);
    expect(keysOf(marked)).toEqual(["volatility_63"]);
  });

  test("stands once: no measure is read by two", () => {
    const all = Analyst.options.flatMap((analyst) => rulesOf[analyst].map(({ key }) => key));
    expect(all).toEqual([...new Set(all)]);
  });

  test("has sentences, and no sentences are without a rule", () => {
    const all = Analyst.options.flatMap((analyst) => rulesOf[analyst].map(({ key }) => key));
    expect(Object.keys(sentences).toSorted()).toEqual(all.toSorted());
  });

  test.each<[Analyst, string, number, number, Record<string, number>, AssetType]>([
    // A year's return as large as a year's volatility is a whole signal, however much larger it is.
    ["market", "return_252d", 20, sizes.stockMomentum, volatility, "stock"],
    ["market", "return_252d", 90, sizes.stockMomentum, volatility, "stock"],
    ["market", "return_252d", -10, -sizes.stockMomentum / 2, volatility, "stock"],
    ["market", "return_252d", 20, momentumPerVolatility * 20, volatility, "index"],
    ["market", "return_252d", -140, -momentumPerVolatility * 70, { volatility_63: 70 }, "crypto"],
    // β / ρ is the volatility over the benchmark's: 1.6 is usual, 2.1 and 1.1 are extreme.
    ["market", "beta_252", 0.8, 0, { correlation_252: 0.5 }, "stock"],
    ["market", "beta_252", 1.05, -sizes.lowRisk, { correlation_252: 0.5 }, "stock"],
    ["market", "beta_252", 0.3, sizes.lowRisk, { correlation_252: 0.9 }, "stock"],
    ["fundamentals", "pe_ttm", 15, 0, {}, "stock"],
    ["fundamentals", "pe_ttm", 9, sizes.value, {}, "stock"],
    ["fundamentals", "pe_ttm", 40, -sizes.value, {}, "stock"],
    ["fundamentals", "roe_ttm", 17, sizes.profitability / 2, {}, "stock"],
    ["fundamentals", "roe_ttm", -30, -sizes.profitability, {}, "stock"],
    ["fundamentals", "cash_conversion", 2, sizes.accruals / 2, {}, "stock"],
    // All of the horizon lies within the drift for thirty days after a report, half of it after 75, none after 120.
    [
      "fundamentals",
      "revenue_growth_q",
      15,
      sizes.drift,
      { revenue_growth_yoy: 5, days_since_last_filing: 30 },
      "stock",
    ],
    [
      "fundamentals",
      "revenue_growth_q",
      -5,
      -sizes.drift / 2,
      { revenue_growth_yoy: 5, days_since_last_filing: 75 },
      "stock",
    ],
    ["fundamentals", "revenue_growth_q", 50, 0, { revenue_growth_yoy: 5, days_since_last_filing: 120 }, "stock"],
    // Context adds nothing.
    ["market", "close_vs_sma_200", 30, 0, {}, "stock"],
    ["news", "news_tone_7d", 15, 0, { news_count_7d: 9 }, "stock"],
    ["social", "social_bullish_share_7d", 90, 0, { social_count_7d: 60 }, "stock"],
  ])("%s: %s of %d adds %d beside %j for a %s", (analyst, key, value, added, others, asset) => {
    expect(part(analyst, key, value, others, asset)).toBeCloseTo(added, 10);
  });

  test("of the reward for the risk is for calm shares, against wild ones, and against any coin", () => {
    const reward = (value: number, asset: AssetType) => part("market", "volatility_63", value, {}, asset) ?? Number.NaN;
    expect(reward(15, "stock")).toBeCloseTo(4.32 - 0.101 * 15, 2);
    expect(reward(15, "index")).toBe(reward(15, "stock"));
    expect(reward(60, "stock")).toBeLessThan(0);
    expect(reward(15, "crypto")).toBeLessThan(0);
    // The month stands in where the quarter is missing, and not beside it.
    expect(part("market", "volatility_21", 15)).toBe(reward(15, "stock"));
    expect(part("market", "volatility_21", 15, { volatility_63: 15 })).toBeUndefined();
  });

  test("of single stocks is not read of an index or a coin", () => {
    expect(part("market", "beta_252", 0.8, { correlation_252: 0.9 }, "index")).toBeUndefined();
  });

  test("names all that it rests on, its own measure first", () => {
    const [reason] = reasonsOf("news", measured({ news_count_7d: 9, news_tone_7d: 12 }), "stock");
    expect(reason?.rests).toEqual(["M2", "M1"]);
    const report = measured({ days_since_last_filing: 9, revenue_growth_yoy: 3, revenue_growth_q: 8 });
    expect(reasonsOf("fundamentals", report, "stock")[0]?.rests).toEqual(["M3", "M2", "M1"]);
  });

  test("comes before weaker ones", () => {
    const reasons = reasonsOf("fundamentals", measured({ debt_to_equity: 9, pe_ttm: 14, roe_ttm: 40 }), "stock");
    expect(reasons.map(({ item }) => item.key)).toEqual(["roe_ttm", "pe_ttm", "debt_to_equity"]);
  });
});
