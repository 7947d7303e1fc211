import { addDays, type LocalDate } from "#src/core/clock.ts";
import {
  type Balance,
  cents,
  type Flows,
  newYork,
  type Quarter,
  resultsDate,
  splitDate,
  splitRatio,
} from "./company.ts";

/** A line of filings/DEMO.jsonl, as docs/archives.md has it. */
export interface Fact {
  readonly concept: string;
  readonly unit: string;
  readonly start: LocalDate | null;
  readonly end: LocalDate;
  readonly value: number;
  readonly filed: LocalDate;
  readonly form: string;
  readonly accn: string;
  readonly fy: number;
  readonly fp: string;
}

export interface Report {
  readonly form: "10-K" | "10-Q" | "10-K/A";
  readonly filed: LocalDate;
  readonly accn: string;
  /** The quarter the report ends with. */
  readonly last: Quarter;
}

/** Quarters that follow one another: a quarter, a year to date or a year. */
type Span = readonly [Quarter, ...Quarter[]];

/** The amended annual report of 2016 moves loans to customers out of operating cash: the one restatement. In thousands. */
export const restatement = { year: 2016, filed: "2017-05-12", operatingCash: -18_400 } as const;

const firstReportEnd = "2014-12-31";

/** Every report from the one on the year 2014 on, ascending by filing day. */
export function reports(quarters: readonly Quarter[]): Report[] {
  const due = quarters
    .filter((quarter) => quarter.end >= firstReportEnd)
    .map((last) => ({
      form: last.quarter === 4 ? ("10-K" as const) : ("10-Q" as const),
      filed: filingDay(last),
      last,
    }));
  const amended = quarters.find((quarter) => quarter.year === restatement.year && quarter.quarter === 4);
  if (amended === undefined) throw new RangeError("the restated year is missing");
  return [...due, { form: "10-K/A" as const, filed: restatement.filed, last: amended }]
    .toSorted((a, b) => (a.filed < b.filed ? -1 : 1))
    .map((report, index) => ({ ...report, accn: accession(report.filed, index) }));
}

/** Quarterly reports follow the results on the next session; the annual one takes seven weeks. */
function filingDay({ quarter, end }: Quarter): LocalDate {
  const calendar = newYork();
  return quarter === 4 ? calendar.lastSessionOnOrBefore(addDays(end, 48)) : calendar.nextSession(resultsDate(end));
}

/** No real filer has the number 0. */
function accession(filed: LocalDate, index: number): string {
  return `0000000000-${filed.slice(2, 4)}-${String(index + 1).padStart(6, "0")}`;
}

/** All facts, ascending by `filed`, then `end`. */
export function facts(quarters: readonly Quarter[]): Fact[] {
  return reports(quarters).flatMap((report) =>
    reportFacts(report, quarters).toSorted((a, b) => (a.end === b.end ? 0 : a.end < b.end ? -1 : 1)),
  );
}

function reportFacts(report: Report, quarters: readonly Quarter[]): Fact[] {
  const at = quarters.indexOf(report.last);
  const { quarter, year } = report.last;
  const isAnnual = quarter === 4;
  const toDate = (offset: number) => span(quarters, at - quarter + 1 - offset, quarter);
  const years = (isAnnual ? [0, 4, 8] : [0, 4]).map(toDate);
  const singles = isAnnual || quarter === 1 ? [] : [0, 4].map((offset) => span(quarters, at - offset, 1));
  const yearEnd = quarters[isAnnual ? at - 4 : at - quarter];
  if (yearEnd === undefined) throw new RangeError(`no year before ${year}`);

  const stamp = {
    filed: report.filed,
    form: report.form,
    accn: report.accn,
    fy: year,
    fp: isAnnual ? "FY" : `Q${quarter}`,
  };
  const cover = newYork().lastSessionOnOrBefore(addDays(report.filed, -6));
  const factor = report.filed < splitDate ? 1 / splitRatio : 1;
  return [
    ...[...singles, ...years].flatMap((each) => incomeFacts(each, factor)),
    ...years.flatMap((each) => cashFacts(each, report.filed)),
    ...[yearEnd, report.last].flatMap(({ end, balance }) => balanceFacts(end, balance)),
    {
      concept: "EntityCommonStockSharesOutstanding",
      unit: "shares",
      start: null,
      end: cover,
      value: Math.round(report.last.balance.shares * 1000 * factor),
    },
  ].map((fact) => ({ ...fact, ...stamp }));
}

type Stated = Pick<Fact, "concept" | "unit" | "start" | "end" | "value">;

/** @param factor shares of the time for one share after the split */
function incomeFacts(each: Span, factor: number): Stated[] {
  const total = (key: keyof Flows) => sum(each, (quarter) => quarter.flows[key]);
  const basic = Math.round((sum(each, (quarter) => quarter.basicShares) / each.length) * factor);
  const diluted = Math.round((sum(each, (quarter) => quarter.dilutedShares) / each.length) * factor);
  const revenue = total("revenue");
  const grossProfit = revenue - total("costOfRevenue");
  const netIncome = total("netIncome");
  const period = periodOf(each);
  const dollars = (concept: string, thousands: number) => ({
    concept,
    unit: "USD",
    ...period,
    value: thousands * 1000,
  });
  return [
    dollars("Revenues", revenue),
    dollars("CostOfRevenue", total("costOfRevenue")),
    dollars("GrossProfit", grossProfit),
    dollars("ResearchAndDevelopmentExpense", total("research")),
    dollars("SellingGeneralAndAdministrativeExpense", total("selling")),
    dollars("OperatingIncomeLoss", grossProfit - total("research") - total("selling")),
    dollars("InterestExpense", total("interest")),
    dollars("IncomeTaxExpenseBenefit", total("tax")),
    dollars("NetIncomeLoss", netIncome),
    { concept: "EarningsPerShareBasic", unit: "USD/shares", ...period, value: cents(netIncome / basic) },
    { concept: "EarningsPerShareDiluted", unit: "USD/shares", ...period, value: cents(netIncome / diluted) },
    { concept: "WeightedAverageNumberOfSharesOutstandingBasic", unit: "shares", ...period, value: basic * 1000 },
    { concept: "WeightedAverageNumberOfDilutedSharesOutstanding", unit: "shares", ...period, value: diluted * 1000 },
  ];
}

function cashFacts(each: Span, filed: LocalDate): Stated[] {
  const total = (key: keyof Flows) => sum(each, (quarter) => quarter.flows[key]);
  const isRestated = each.length === 4 && each[0].year === restatement.year && filed >= restatement.filed;
  const dollars = (concept: string, thousands: number) => ({
    concept,
    unit: "USD",
    ...periodOf(each),
    value: thousands * 1000,
  });
  return [
    dollars(
      "NetCashProvidedByUsedInOperatingActivities",
      total("operatingCash") + (isRestated ? restatement.operatingCash : 0),
    ),
    dollars("PaymentsToAcquirePropertyPlantAndEquipment", total("capex")),
    dollars("PaymentsOfDividends", total("dividends")),
    dollars("PaymentsForRepurchaseOfCommonStock", total("buybacks")),
  ];
}

function balanceFacts(end: LocalDate, balance: Balance): Stated[] {
  const current = balance.cash + balance.receivables + balance.inventory;
  const assets = current + balance.property + balance.goodwill;
  const liabilities = balance.payables + balance.debt;
  const values: readonly (readonly [string, number])[] = [
    ["CashAndCashEquivalentsAtCarryingValue", balance.cash],
    ["AccountsReceivableNetCurrent", balance.receivables],
    ["InventoryNet", balance.inventory],
    ["AssetsCurrent", current],
    ["Assets", assets],
    ["LiabilitiesCurrent", balance.payables],
    ["LongTermDebt", balance.debt],
    ["Liabilities", liabilities],
    ["StockholdersEquity", balance.equity],
    ["LiabilitiesAndStockholdersEquity", liabilities + balance.equity],
  ];
  return values.map(([concept, value]) => ({ concept, unit: "USD", start: null, end, value: value * 1000 }));
}

function span(quarters: readonly Quarter[], from: number, length: number): Span {
  const [first, ...rest] = quarters.slice(from, from + length);
  if (first === undefined || from < 0) throw new RangeError("a report looks further back than the books go");
  return [first, ...rest];
}

function periodOf(each: Span): { start: LocalDate; end: LocalDate } {
  return { start: each[0].start, end: (each.at(-1) ?? each[0]).end };
}

function sum(each: Span, value: (quarter: Quarter) => number): number {
  return each.reduce((total, quarter) => total + value(quarter), 0);
}
