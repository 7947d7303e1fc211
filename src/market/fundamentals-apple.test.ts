import { fc, test as property } from "@fast-check/vitest";
import { beforeAll, describe, expect, test } from "vitest";
import { archivePath } from "#tests/support/archives.ts";
import { readActions, readBars, readFacts } from "#tests/support/archive-records.ts";
import { factHistory, fundamentalMeasures } from "./fundamentals.ts";
import type { Measure } from "./market-data.ts";

/** Reports state whole millions. */
const billions = (amount: number) => Math.round(amount * 1000) * million;
const million = 1e6;

/** What was known on a session: reports filed before it, actions and the close up to it. */
function known(archive: string, symbol: string, session: string) {
  const bar = readBars(archive, symbol).findLast(({ date }) => date <= session);
  return {
    facts: readFacts(archive, symbol).filter(({ filed }) => filed < session),
    actions: readActions(archive, symbol).filter(({ exDate }) => exDate <= session),
    comparableFrom: null,
    rawClose: bar === undefined ? null : { value: bar.close, date: bar.date },
    session,
    instrument: { symbol, name: "Apple Inc.", calendar: "XNYS", currency: "USD" },
  };
}

function measuresOf(args: Parameters<typeof fundamentalMeasures>[0]): readonly Measure[] {
  return fundamentalMeasures(args).measures;
}

function byKey(measures: readonly Measure[]): Map<string, Measure> {
  return new Map(measures.map((measure) => [measure.key, measure]));
}

function values(measures: ReadonlyMap<string, Measure>, ...keys: string[]): Record<string, number | undefined> {
  return Object.fromEntries(keys.map((key) => [key, measures.get(key)?.value]));
}

const stocknet = archivePath("stocknet-2014");
const djia = archivePath("djia-2025");

describe.skipIf(stocknet === null)("Apple between the split of June 2014 and the reports that restate it", () => {
  const archive = stocknet ?? "";
  let june = byKey([]);
  beforeAll(() => {
    june = byKey(measuresOf(known(archive, "AAPL", "2014-06-20")));
  });

  test("earnings a share and the multiple stand on the price's basis", () => {
    // 39.75 of fiscal 2013 + 26.16 of the first half of 2014 − 23.90 of the first half of 2013, all filed before
    // the 7-for-1 split: 42.01 / 7 = 6.00142…; the raw close of the day is 90.91, after the split.
    expect(june.get("eps_diluted_ttm")).toMatchObject({ value: 6.0014, unit: "USD/share", at: "2014-03-29" });
    expect(june.get("pe_ttm")).toMatchObject({ value: 15.148, unit: "x", at: "2014-06-20" });
    // 44.15 + 23.90 − 26.17 = 41.88 a year before: the split cancels out.
    expect(june.get("eps_growth_yoy")?.value).toBe(0.31);
    // 861,381,000 shares on the cover of April 2014, times 7.
    expect(june.get("shares_outstanding")).toMatchObject({ value: 6_029_667_000, at: "2014-04-11" });
    expect(june.get("market_cap")?.value).toBe(548_157_026_970); // × 90.91
  });

  test("on the last session before the split all stands on the old basis", () => {
    const before = byKey(measuresOf(known(archive, "AAPL", "2014-06-06")));
    expect(values(before, "eps_diluted_ttm", "pe_ttm", "shares_outstanding")).toEqual({
      eps_diluted_ttm: 42.01,
      pe_ttm: 15.367, // 645.57 / 42.01
      shares_outstanding: 861_381_000,
    });
  });

  test("reports on both bases add up", () => {
    // Fiscal 2013 as filed before the split, nine months of both years as filed after it: 39.75 / 7 + 5.03 − 4.49.
    const july = byKey(measuresOf(known(archive, "AAPL", "2014-07-28")));
    expect(july.get("eps_diluted_ttm")?.value).toBe(6.2186);
  });

  test("a close from before the split is brought to the session's basis", () => {
    const args = known(archive, "AAPL", "2014-06-09");
    const stale = { ...args, rawClose: { value: 645.57, date: "2014-06-06" } };
    expect(byKey(measuresOf(stale)).get("pe_ttm")?.value).toBe(15.367);
  });

  test("trailing figures worked by hand from the reports", () => {
    expect(
      values(
        june,
        "revenue_ttm",
        "net_income_ttm",
        "operating_cash_flow_ttm",
        "capex_ttm",
        "free_cash_flow_ttm",
        "buybacks_ttm",
      ),
    ).toEqual({
      revenue_ttm: billions(170.91 + 103.24 - 98.115),
      net_income_ttm: billions(37.037 + 23.295 - 22.625),
      // The half year stands under another tag than the year.
      operating_cash_flow_ttm: billions(53.666 + 36.208 - 35.93),
      capex_ttm: billions(8.165 + 3.367 - 4.325),
      free_cash_flow_ttm: billions(46.737),
      buybacks_ttm: billions(22.86 + 23 - 1.95),
    });
    expect(
      values(
        june,
        "revenue_growth_yoy",
        "revenue_growth_q",
        "net_margin_ttm",
        "net_margin_change_yoy",
        "operating_margin_ttm",
        "interest_coverage",
        "roe_ttm",
      ),
    ).toEqual({
      revenue_growth_yoy: 4.1, // 176.035 / (156.508 + 98.115 − 85.519) − 1
      revenue_growth_q: 4.69, // 45.646 / 43.603 − 1
      net_margin_ttm: 21.42, // 37.707 / 176.035
      net_margin_change_yoy: -2.04, // against 39.666 / 169.104
      operating_margin_ttm: 28.57, // (48.999 + 31.056 − 29.768) / 176.035
      interest_coverage: 164.875, // 50.287 / (0.136 + 0.169 − 0)
      roe_ttm: 29.5, // 37.707 / ((120.179 + 135.490) / 2)
    });
    expect(
      values(
        june,
        "cash_and_investments",
        "total_debt",
        "net_debt",
        "debt_to_equity",
        "current_ratio",
        "pb",
        "ev_to_sales",
      ),
    ).toEqual({
      cash_and_investments: billions(18.949 + 22.401 + 109.239),
      total_debt: billions(16.962),
      net_debt: billions(-133.627),
      debt_to_equity: 0.141, // 16.962 / 120.179
      current_ratio: 1.633, // 70.541 / 43.208
      pb: 4.561, // 548.157 / 120.179
      ev_to_sales: 2.355, // (548.157 − 133.627) / 176.035
    });
    expect(june.get("dilution_yoy")?.value).toBe(-7.03); // 879.528 / 946.035 − 1
    expect(june.get("latest_period_end_age")).toMatchObject({ value: 83, at: "2014-03-29" });
    expect(june.get("days_since_last_filing")?.value).toBe(57); // since 2014-04-24
  });

  test("dividends are brought to the basis of the price", () => {
    // 3.05 on 2013-08-08, 2013-11-06, 2014-02-06 and 3.29 on 2014-05-08, all before the split: 12.44 / 7.
    expect(june.get("dividends_ttm")).toMatchObject({ value: 1.7771, unit: "USD/share", at: "2014-06-20" });
    expect(june.get("dividend_yield")?.value).toBe(1.95); // 1.7771 / 90.91
  });

  test("on an ex-date 52 weeks after the last year's, four dividends count and not five; none drops out in a 53rd week", () => {
    const paid = ["2014-08-07", "2017-02-08", "2017-02-09"].map(
      (session) => byKey(measuresOf(known(archive, "AAPL", session))).get("dividends_ttm")?.value,
    );
    expect(paid).toEqual([
      1.8114, // (3.05 + 3.05 + 3.29) / 7 + 0.47, without 2013-08-08
      2.23, // 0.52 + 3 × 0.57: 2016-02-04 counts until 2017-02-09 replaces it
      2.28,
    ]);
  });

  test("a count that slipped by a thousand is passed over", () => {
    const args = known(archive, "AAPL", "2014-06-20");
    const facts = args.facts.filter(({ concept }) => concept !== "EntityCommonStockSharesOutstanding");
    const slipped = facts.findLast(
      ({ concept, end }) => concept === "CommonStockSharesOutstanding" && end === "2014-03-29",
    );
    expect(slipped?.value).toBe(861_745); // in thousands, in a fact that counts shares
    const shares = byKey(measuresOf({ ...args, facts })).get("shares_outstanding");
    expect(shares?.formula).toBe("WeightedAverageNumberOfSharesOutstandingBasic");
    expect(shares?.value).toBeGreaterThan(6e9);
  });

  test("every measure names the reports it rests on, and they are known ones", () => {
    const args = known(archive, "AAPL", "2014-06-20");
    const ids = new Set([
      ...args.facts.map(({ sourceId }) => sourceId),
      ...args.actions.map(({ sourceId }) => sourceId),
    ]);
    for (const measure of measuresOf(args)) {
      expect(measure.sourceIds.length).toBeGreaterThan(0);
      expect(measure.sourceIds.filter((id) => !ids.has(id))).toEqual([]);
      expect(measure.source).toBe("archive:test");
      expect(measure.at <= args.session).toBe(true);
    }
  });

  describe("in any order", () => {
    let november: ReturnType<typeof known> = {
      facts: [],
      actions: [],
      comparableFrom: null,
      rawClose: null,
      session: "2014-11-20",
      instrument: { symbol: "AAPL", name: "Apple Inc.", calendar: "XNYS", currency: "USD" },
    };
    beforeAll(() => {
      november = known(archive, "AAPL", "2014-11-20");
    });

    property.prop([fc.nat()], { seed: 5, numRuns: 15 })("of a day's facts the measures are the same", (seed) => {
      let state = seed;
      const rank = new Map(
        november.facts.map((fact) => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return [fact, state];
        }),
      );
      const facts = november.facts.toSorted(
        (a, b) => Date.parse(a.filed) - Date.parse(b.filed) || (rank.get(a) ?? 0) - (rank.get(b) ?? 0),
      );
      expect(facts).not.toEqual(november.facts);
      expect(fundamentalMeasures({ ...november, facts })).toEqual(fundamentalMeasures(november));
    });
  });
});

describe.skipIf(djia === null)("Apple in 2025 and its older reports", () => {
  const archive = djia ?? "";
  let june = byKey([]);
  beforeAll(() => {
    june = byKey(measuresOf(known(archive, "AAPL", "2025-06-02")));
  });

  test("trailing figures worked by hand from the reports", () => {
    expect(
      values(
        june,
        "revenue_ttm",
        "net_income_ttm",
        "free_cash_flow_ttm",
        "total_debt",
        "cash_and_investments",
        "eps_diluted_ttm",
      ),
    ).toEqual({
      revenue_ttm: billions(391.035 + 219.659 - 210.328),
      net_income_ttm: billions(93.736 + 61.11 - 57.552),
      free_cash_flow_ttm: billions(118.254 + 53.887 - 62.585 - (9.447 + 6.011 - 4.388)),
      total_debt: billions(78.566 + 13.638 + 5.982),
      cash_and_investments: billions(28.162 + 20.336 + 84.424),
      eps_diluted_ttm: 6.42, // 6.08 + 4.05 − 3.71
    });
    expect(values(june, "gross_margin_ttm", "pe_ttm", "market_cap", "dilution_yoy", "revenue_growth_q")).toEqual({
      gross_margin_ttm: 46.63, // (180.683 + 103.142 − 97.126) / 400.366
      pe_ttm: 31.417, // 201.70 / 6.42
      market_cap: 3_012_556_104_200, // 201.70 × 14,935,826,000
      dilution_yoy: -2.64, // 15,056.133 / 15,464.709 − 1
      revenue_growth_q: 5.08, // 95.359 / 90.753 − 1
    });
  });

  test("interest that the filer stopped stating gives no coverage", () => {
    expect(june.has("interest_coverage")).toBe(false);
  });

  test("dividends known for less than a year give no yearly dividend", () => {
    expect(readActions(archive, "AAPL").map(({ exDate }) => exDate)).toEqual(["2025-02-10", "2025-05-12"]);
    expect(june.has("dividends_ttm")).toBe(false);
    expect(june.has("dividend_yield")).toBe(false);
  });

  test("a year is joined with a quarter that stands under the next tag of revenue", () => {
    // 265.595 (Revenues) + 84.310 − 88.293 (RevenueFromContractWithCustomerExcludingAssessedTax).
    const february = byKey(measuresOf(known(archive, "AAPL", "2019-02-01")));
    expect(february.get("revenue_ttm")).toMatchObject({ value: billions(261.612), at: "2018-12-29" });
    expect(february.get("revenue_ttm")?.formula).toContain(
      "Revenues / RevenueFromContractWithCustomerExcludingAssessedTax",
    );
    expect(february.get("revenue_growth_q")?.value).toBe(-4.51);
  });

  test("before the restatement the figure as filed then, after it the restated one", () => {
    const december = byKey(measuresOf(known(archive, "AAPL", "2009-12-01")));
    expect(december.get("net_income_ttm")).toMatchObject({ value: billions(5.704), at: "2009-09-26" });

    const facts = readFacts(archive, "AAPL");
    const of = (concept: string, start: string | null, end: string, before: string) =>
      factHistory(
        facts.filter(({ filed }) => filed < before),
        concept,
        1000,
        { actions: [], comparableFrom: null, session: before },
      )
        .filter(({ fact }) => fact.start === start && fact.end === end)
        .map(({ value, fact }) => ({ value, filed: fact.filed }));
    expect(of("NetIncomeLoss", "2008-09-28", "2009-09-26", "2010-01-25")).toEqual([
      { value: billions(5.704), filed: "2009-10-27" },
    ]);
    expect(of("NetIncomeLoss", "2008-09-28", "2009-09-26", "2010-01-26")).toEqual([
      { value: billions(8.235), filed: "2010-01-25" },
    ]);
    expect(of("Assets", null, "2015-09-26", "2016-10-26")[0]?.value).toBe(billions(290.479));
    expect(of("Assets", null, "2015-09-26", "2016-10-27")[0]?.value).toBe(billions(290.345));
    expect(of("EarningsPerShareDiluted", "2012-09-30", "2013-09-28", "2014-10-27")[0]?.value).toBe(39.75);
    expect(of("EarningsPerShareDiluted", "2012-09-30", "2013-09-28", "2014-10-28")[0]?.value).toBe(5.68);
  });

  test("the history of a concept is its last periods, ascending", () => {
    const args = known(archive, "AAPL", "2025-06-02");
    expect(factHistory(args.facts, "Assets", 2, args).map(({ fact, value }) => [fact.end, value])).toEqual([
      ["2024-12-28", billions(344.085)],
      ["2025-03-29", billions(331.233)],
    ]);
    expect(factHistory(args.facts, "NoSuchConcept", 3, args)).toEqual([]);
  });
});
