import { expect, test } from "vitest";
import { fundamentalMeasures } from "./fundamentals.ts";
import type { CorporateAction, FilingFact, Measure } from "./market-data.ts";

const million = 1e6;

/** Facts of a made-up filer with calendar years. */
const filer = (() => {
  let count = 0;
  return (
    concept: string,
    start: string | null,
    end: string,
    value: number,
    filed: string,
    unit = "USD",
  ): FilingFact => ({
    concept,
    start,
    end,
    value,
    filed,
    unit,
    form: "10-K",
    accession: `accession-${filed}`,
    eventTime: 0,
    availableAt: 0,
    source: "test",
    sourceId: `fact-${(count += 1)}`,
  });
})();

function action(exDate: string, kind: CorporateAction["action"], value: number): CorporateAction {
  const currency = kind === "split" ? null : "USD";
  return {
    exDate,
    action: kind,
    value,
    currency,
    eventTime: 0,
    availableAt: 0,
    source: "test",
    sourceId: `${exDate}:${kind}`,
  };
}

function pick(measures: ReadonlyMap<string, Measure>, ...keys: string[]): Record<string, number | undefined> {
  return Object.fromEntries(keys.map((key) => [key, measures.get(key)?.value]));
}

function made(
  facts: readonly FilingFact[],
  { currency = "USD", ...more }: Partial<Parameters<typeof fundamentalMeasures>[0]> & { currency?: string } = {},
) {
  const price = { rawClose: { value: 50, date: "2024-03-01" }, session: "2024-03-01" };
  const instrument = { symbol: "TEST", name: "Test Works", calendar: "XNYS", currency };
  const { measures } = fundamentalMeasures({ facts, actions: [], comparableFrom: null, instrument, ...price, ...more });
  return new Map(measures.map((measure) => [measure.key, measure]));
}

const years = (concept: string, now: number, before: number, unit = "USD") => [
  filer(concept, "2022-01-01", "2022-12-31", before, "2023-02-15", unit),
  filer(concept, "2023-01-01", "2023-12-31", now, "2024-02-15", unit),
];

const shares = [filer("EntityCommonStockSharesOutstanding", null, "2024-02-01", 10 * million, "2024-02-15", "shares")];

test("a loss has no price to earnings, and a growth from a loss is not told", () => {
  const found = made([
    ...years("NetIncomeLoss", -5 * million, 3 * million),
    ...years("EarningsPerShareDiluted", 2, -0.5, "USD/shares"),
    ...shares,
  ]);
  expect(found.get("net_income_ttm")?.value).toBe(-5 * million);
  expect(found.get("pe_ttm")?.value).toBe(25);
  expect(found.has("eps_growth_yoy")).toBe(false);
  const losing = made([...years("EarningsPerShareDiluted", -0.5, 2, "USD/shares"), ...shares]);
  expect(losing.get("eps_diluted_ttm")?.value).toBe(-0.5);
  expect(losing.get("eps_growth_yoy")?.value).toBe(-125);
  expect(losing.has("pe_ttm")).toBe(false);
  expect(losing.has("cash_conversion")).toBe(false);
});

test("negative equity gives no ratio to it", () => {
  const balance = (equity: number) => [
    filer("StockholdersEquity", null, "2022-12-31", equity, "2023-02-15"),
    filer("StockholdersEquity", null, "2023-12-31", equity, "2024-02-15"),
    filer("LongTermDebt", null, "2023-12-31", 4 * million, "2024-02-15"),
  ];
  const income = years("NetIncomeLoss", 2 * million, million);
  const found = made([...balance(-million), ...income, ...shares]);
  expect(found.get("total_debt")?.value).toBe(4 * million);
  expect(["debt_to_equity", "roe_ttm", "pb"].filter((key) => found.has(key))).toEqual([]);
  const positive = made([...balance(8 * million), ...income, ...shares]);
  expect(pick(positive, "debt_to_equity", "roe_ttm", "pb")).toEqual({ debt_to_equity: 0.5, roe_ttm: 25, pb: 62.5 });
});

test("a figure the filer does not state is absent, not zero", () => {
  const found = made([...years("Revenues", 40 * million, 30 * million), ...shares]);
  expect(found.get("ps_ttm")?.value).toBe(12.5); // 500 / 40
  const needMore = ["total_debt", "net_debt", "ev_to_sales", "net_margin_ttm", "dividends_ttm"];
  expect(needMore.filter((key) => found.has(key))).toEqual([]);
});

test("of two values of one filing none counts where nothing tells which is right, and a later filing decides, in any order", () => {
  const first = filer("NetIncomeLoss", "2023-01-01", "2023-12-31", 7, "2024-02-15");
  const sameFiling = filer("NetIncomeLoss", "2023-01-01", "2023-12-31", 8, "2024-02-15");
  const laterFiling = { ...first, value: 6, accession: "accession-2024-02-15-amended" };
  const ways = [
    [first, sameFiling],
    [sameFiling, first],
    [sameFiling, laterFiling],
    [laterFiling, sameFiling],
  ];
  expect(ways.map((facts) => made(facts).get("net_income_ttm")?.value)).toEqual([undefined, undefined, 6, 6]);
});

test("total revenue counts where a filing also states the part from contracts", () => {
  const contracts = years("RevenueFromContractWithCustomerExcludingAssessedTax", 35 * million, 25 * million);
  const found = made([...contracts, ...years("Revenues", 40 * million, 30 * million)]);
  expect(found.get("revenue_ttm")?.value).toBe(40 * million);
});

test("figures of different periods make no ratio", () => {
  const revenue = filer("Revenues", "2022-01-01", "2022-12-31", 40 * million, "2023-02-15");
  const income = years("NetIncomeLoss", 4 * million, 3 * million);
  expect(made([revenue, ...income]).has("net_margin_ttm")).toBe(false);
  expect(made([...years("Revenues", 40 * million, 30 * million), ...income]).get("net_margin_ttm")?.value).toBe(10);
});

test("a share count from before the newest report gives no market value", () => {
  const old = filer("EntityCommonStockSharesOutstanding", null, "2023-02-01", 10 * million, "2023-02-15", "shares");
  const found = made([old, ...years("Revenues", 40 * million, 30 * million)]);
  expect([found.has("shares_outstanding"), found.has("market_cap")]).toEqual([false, false]);
});

test("reports in another currency than the price give no valuation", () => {
  const facts = [
    ...years("Revenues", 40 * million, 30 * million, "EUR"),
    ...years("EarningsPerShareDiluted", 2, 1, "EUR/shares"),
    ...shares,
  ];
  const found = made(facts);
  expect(found.get("revenue_ttm")).toMatchObject({ value: 40 * million, unit: "EUR" });
  expect(found.get("eps_diluted_ttm")?.unit).toBe("EUR/share");
  expect(["pe_ttm", "market_cap", "ps_ttm"].filter((key) => found.has(key))).toEqual([]);
  expect(made(facts, { currency: "EUR" }).get("pe_ttm")?.value).toBe(25);
});

test("no price gives no valuation", () => {
  const found = made([...years("Revenues", 40 * million, 30 * million), ...shares], { rawClose: null });
  expect(found.has("revenue_ttm")).toBe(true);
  expect(found.has("market_cap")).toBe(false);
});

test("share counts from before and after a split are compared on one basis", () => {
  const concept = "WeightedAverageNumberOfDilutedSharesOutstanding";
  const facts = [
    ...years("Revenues", 2, 1),
    filer(concept, "2022-10-01", "2022-12-31", 10 * million, "2023-02-15", "shares"),
    filer(concept, "2023-10-01", "2023-12-31", 21 * million, "2024-02-15", "shares"),
  ];
  const split = [action("2023-08-01", "split", 2)];
  expect(made(facts, { actions: split }).get("dilution_yoy")?.value).toBe(5);
  expect(made(facts).get("dilution_yoy")?.value).toBe(110);
});

test("a report filed on the ex-date is on the new basis already", () => {
  const facts = [filer("EarningsPerShareDiluted", "2023-01-01", "2023-12-31", 2, "2024-02-15", "USD/shares")];
  const eps = (exDate: string) => made(facts, { actions: [action(exDate, "split", 4)] }).get("eps_diluted_ttm")?.value;
  expect([eps("2024-02-15"), eps("2024-02-16"), eps("2024-03-01")]).toEqual([2, 0.5, 0.5]);
  expect(eps("2024-03-02")).toBe(2); // announced, and not in force on the session
});

test("the last quarter of a year is the year less its nine months", () => {
  const facts = [
    filer("Revenues", "2022-01-01", "2022-09-30", 60 * million, "2022-10-30"),
    filer("Revenues", "2023-01-01", "2023-09-30", 66 * million, "2023-10-30"),
    ...years("Revenues", 90 * million, 80 * million),
  ];
  expect(made(facts).get("revenue_growth_q")).toMatchObject({ value: 20, at: "2023-12-31" }); // 24 / 20 − 1
  const half = filer("Revenues", "2023-01-01", "2023-06-30", 40 * million, "2023-08-01");
  expect(made([half, ...facts]).get("revenue_growth_q")?.value).toBe(20);
});

test("a part of a year is not taken for a year, nor joined with a part of another length", () => {
  const half = filer("Revenues", "2023-01-01", "2023-06-30", 30 * million, "2023-08-01");
  const year = filer("Revenues", "2022-01-01", "2022-12-31", 50 * million, "2023-02-15");
  const nine = filer("Revenues", "2022-01-01", "2022-09-30", 35 * million, "2022-11-01");
  const session = { session: "2023-09-01", rawClose: null };
  expect(made([half], session).has("revenue_ttm")).toBe(false);
  // Without the first half of 2022 the newest whole year is the reported one.
  expect(made([nine, year, half], session).get("revenue_ttm")).toMatchObject({
    value: 50 * million,
    at: "2022-12-31",
  });
  const priorHalf = filer("Revenues", "2022-01-01", "2022-06-30", 24 * million, "2023-08-01");
  expect(made([nine, year, half, priorHalf], session).get("revenue_ttm")).toMatchObject({
    value: 56 * million,
    at: "2023-06-30",
  });
});

test("reports older than eighteen months tell only their age", () => {
  const found = made([...years("Revenues", 40 * million, 30 * million), ...shares], { session: "2025-09-01" });
  expect([...found.keys()]).toEqual(["days_since_last_filing", "latest_period_end_age"]);
  expect(found.get("latest_period_end_age")?.value).toBe(610);
});

test("a dividend that stopped is zero where the year is covered, and unknown where it is not", () => {
  const facts = years("Revenues", 40 * million, 30 * million);
  const paid = (...dates: string[]) =>
    made(facts, { actions: dates.map((date) => action(date, "dividend", 1)) }).get("dividends_ttm")?.value;
  expect(paid("2022-01-10")).toBe(0);
  expect(paid("2023-12-10")).toBeUndefined();
  expect(paid("2023-01-10", "2023-12-10")).toBe(1);
});

test("nothing known gives nothing", () => {
  expect([...made([]).keys()]).toEqual([]);
});

test("facts that were read for one session say of any other what they say when they are read for it alone", () => {
  const facts = [
    ...years("Revenues", 400 * million, 300 * million),
    ...years("EarningsPerShareDiluted", 4, 3, "USD/shares"),
    filer("StockholdersEquity", null, "2019-10-20", 90 * million, "2020-02-15"),
    ...shares,
  ].toSorted((a, b) => (a.filed < b.filed ? -1 : 1));
  const split = [action("2024-03-05", "split", 2)];
  // The split, the oldest balance leaving the window, what is comparable, the instrument, and back again.
  const asked = [
    { session: "2024-03-01" },
    { session: "2024-03-05" },
    { session: "2024-03-08" },
    { session: "2024-03-09", comparableFrom: "2024-02-20" },
    { session: "2024-03-09", instrument: { symbol: "TEST-B", name: "Test ADS", calendar: "XNYS", currency: "USD" } },
    { session: "2023-03-01" },
  ];
  for (const about of asked) {
    const args = { ...about, actions: split };
    expect([...made(facts, args)]).toEqual([...made([...facts], args)]);
  }
  const [before, after] = ["2024-03-04", "2024-03-05"].map((session) => made(facts, { session, actions: split }));
  expect(before?.get("eps_diluted_ttm")?.value).toBe(4);
  expect(after?.get("eps_diluted_ttm")?.value).toBe(2);
});
