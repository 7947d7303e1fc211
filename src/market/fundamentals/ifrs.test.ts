import { expect, test } from "vitest";
import { fact } from "#tests/support/memory-vendor.ts";
import { fundamentalMeasures } from "../fundamentals.ts";
import type { FilingFact } from "../market-data.ts";

/* The same company by both sets of standards: what is measured may not depend on the names of the tags. */

const session = "2025-06-02";

interface Line {
  readonly usGaap: string;
  readonly ifrs: string;
  readonly kind: "flow" | "balance" | "per share" | "shares";
  /** Of the year 2024. */
  readonly value: number;
}

const lines: readonly Line[] = [
  { usGaap: "Revenues", ifrs: "Revenue", kind: "flow", value: 4e9 },
  { usGaap: "CostOfRevenue", ifrs: "CostOfSales", kind: "flow", value: 2.4e9 },
  { usGaap: "GrossProfit", ifrs: "GrossProfit", kind: "flow", value: 1.6e9 },
  { usGaap: "OperatingIncomeLoss", ifrs: "ProfitLossFromOperatingActivities", kind: "flow", value: 8e8 },
  { usGaap: "NetIncomeLoss", ifrs: "ProfitLossAttributableToOwnersOfParent", kind: "flow", value: 5e8 },
  { usGaap: "ProfitLoss", ifrs: "ProfitLoss", kind: "flow", value: 5.2e8 },
  { usGaap: "EarningsPerShareDiluted", ifrs: "DilutedEarningsLossPerShare", kind: "per share", value: 5 },
  {
    usGaap: "WeightedAverageNumberOfDilutedSharesOutstanding",
    ifrs: "AdjustedWeightedAverageShares",
    kind: "shares",
    value: 1e8,
  },
  {
    usGaap: "NetCashProvidedByUsedInOperatingActivities",
    ifrs: "CashFlowsFromUsedInOperatingActivities",
    kind: "flow",
    value: 9e8,
  },
  {
    usGaap: "PaymentsToAcquirePropertyPlantAndEquipment",
    ifrs: "PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
    kind: "flow",
    value: 3e8,
  },
  { usGaap: "InterestExpense", ifrs: "FinanceCosts", kind: "flow", value: 5e7 },
  {
    usGaap: "PaymentsForRepurchaseOfCommonStock",
    ifrs: "PaymentsToAcquireOrRedeemEntitysShares",
    kind: "flow",
    value: 1e8,
  },
  { usGaap: "Assets", ifrs: "Assets", kind: "balance", value: 1.2e10 },
  { usGaap: "StockholdersEquity", ifrs: "EquityAttributableToOwnersOfParent", kind: "balance", value: 4e9 },
  { usGaap: "AssetsCurrent", ifrs: "CurrentAssets", kind: "balance", value: 3e9 },
  { usGaap: "LiabilitiesCurrent", ifrs: "CurrentLiabilities", kind: "balance", value: 2e9 },
  { usGaap: "CashAndCashEquivalentsAtCarryingValue", ifrs: "CashAndCashEquivalents", kind: "balance", value: 1e9 },
  { usGaap: "LongTermDebtNoncurrent", ifrs: "LongtermBorrowings", kind: "balance", value: 2e9 },
  { usGaap: "LongTermDebtCurrent", ifrs: "CurrentPortionOfLongtermBorrowings", kind: "balance", value: 2e8 },
  { usGaap: "ShortTermBorrowings", ifrs: "ShorttermBorrowings", kind: "balance", value: 1e8 },
];

function filer(tag: "usGaap" | "ifrs", form: string, currency: string): FilingFact[] {
  return [2022, 2023, 2024].flatMap((year) => {
    const accession = `0000000001-${year - 1999}-000001`;
    const size = 1 + (year - 2024) / 10;
    const stated = lines.map((line) => {
      const isPerShare = line.kind === "per share";
      return fact(`${year + 1}-03-20`, line.kind === "shares" ? line.value : line.value * size, {
        concept: line[tag],
        unit: line.kind === "shares" ? "shares" : isPerShare ? `${currency}/shares` : currency,
        start: line.kind === "balance" ? null : `${year}-01-01`,
        end: `${year}-12-31`,
        accession,
        form,
      });
    });
    const cover = fact(`${year + 1}-03-20`, 1e8, {
      concept: "EntityCommonStockSharesOutstanding",
      unit: "shares",
      start: null,
      end: `${year}-12-31`,
      accession,
      form,
    });
    return [...stated, cover];
  });
}

function read(facts: readonly FilingFact[], name = "Example Works N.V.", currency = "USD") {
  const { measures, notes } = fundamentalMeasures({
    facts,
    actions: [],
    comparableFrom: null,
    rawClose: { value: 100, date: session },
    session,
    instrument: { symbol: "EXW", name, calendar: "XNYS", currency },
  });
  return { values: Object.fromEntries(measures.map(({ key, value }) => [key, value])), notes };
}

test("a company has the same figures by IFRS as by US GAAP", () => {
  const byUsGaap = read(filer("usGaap", "10-K", "USD"));
  const byIfrs = read(filer("ifrs", "40-F", "USD"));
  expect(byIfrs).toEqual(byUsGaap);
  expect(Object.keys(byIfrs.values).length).toBeGreaterThan(25);
  expect(byIfrs.values).toMatchObject({ pe_ttm: 20, market_cap: 1e10, total_debt: 2.3e9, free_cash_flow_ttm: 6e8 });
});

test("a receipt on a foreign filer has its figures, and multiples only where its ratio is known", () => {
  const facts = filer("ifrs", "20-F", "USD");
  const unknown = read(facts);
  expect(unknown.values).toMatchObject({ revenue_ttm: 4e9 });
  expect(unknown.values).not.toHaveProperty("pe_ttm");
  expect(unknown.notes.join()).toContain("files as a foreign issuer");
  const named = read(facts, "Example Works N.V. ADS, each representing 2 ordinary shares");
  expect(named.values).toMatchObject({ pe_ttm: 10, market_cap: 5e9 });
});

test("one that reports in another currency than it trades in has no multiples", () => {
  const { values, notes } = read(filer("ifrs", "40-F", "EUR"));
  expect(values).toMatchObject({ revenue_ttm: 4e9 });
  expect(values).not.toHaveProperty("market_cap");
  expect(notes.join()).toContain("the company reports in EUR, and the price is in USD");
});
