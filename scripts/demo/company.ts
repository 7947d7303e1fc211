import { addDays, daysBetween, type LocalDate } from "#src/core/clock.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { seeded } from "./random.ts";

/*
 * The books of the made-up company, quarter by quarter, in thousands of dollars and thousands of shares on the basis
 * after the split. Each quarter follows from the one before, so that the statements agree with one another: what
 * is earned and not paid out stands in equity, and cash moves by the cash flow statement.
 */

/** What happened in a quarter. Adds up over quarters. */
export interface Flows {
  readonly revenue: number;
  readonly costOfRevenue: number;
  readonly research: number;
  readonly selling: number;
  readonly interest: number;
  readonly tax: number;
  readonly netIncome: number;
  readonly operatingCash: number;
  readonly capex: number;
  readonly dividends: number;
  readonly buybacks: number;
}

/** What there is at the end of a quarter. */
export interface Balance {
  readonly cash: number;
  readonly receivables: number;
  readonly inventory: number;
  readonly property: number;
  readonly goodwill: number;
  readonly payables: number;
  readonly debt: number;
  readonly equity: number;
  readonly shares: number;
}

export interface Quarter {
  readonly year: number;
  readonly quarter: 1 | 2 | 3 | 4;
  readonly start: LocalDate;
  readonly end: LocalDate;
  readonly flows: Flows;
  readonly balance: Balance;
  readonly basicShares: number;
  readonly dilutedShares: number;
}

/** The results of a quarter as the market met them: announced after the close of `date`, in thousands and dollars. */
export interface Results {
  readonly quarter: Quarter;
  readonly yearBefore: Quarter;
  readonly date: LocalDate;
  readonly expectedRevenue: number;
  /** A share, after the split. */
  readonly expectedEps: number;
  /** What the company itself expects of the next quarter's revenue. */
  readonly guidance: { readonly low: number; readonly high: number };
}

export const splitDate: LocalDate = "2018-06-11";
export const splitRatio = 2;

const firstYear = 2012;
/** Revenue of 2012 by quarter; instruments are bought late in the customers' year. */
const firstRevenues = [706_300, 744_100, 751_900, 804_600];

/** Revenue growth on the same quarter a year before and gross margin, both in percent, from 2013 on. */
const course: readonly (readonly [year: number, growth: readonly number[], margin: readonly number[]])[] = [
  [2013, [5.1, 4.6, 5.5, 5.0], [54.1, 54.3, 54.4, 54.9]],
  [2014, [6.0, 6.4, 5.9, 5.2], [54.6, 54.9, 55.0, 55.4]],
  [2015, [4.4, 3.0, 1.9, 0.8], [55.0, 54.8, 54.6, 54.7]],
  [2016, [-0.9, -1.8, 1.2, 3.6], [54.0, 53.8, 54.5, 55.1]],
  [2017, [5.8, 7.9, 9.7, 11.2], [55.4, 56.0, 56.5, 57.0]],
  [2018, [13.6, 14.9, 12.8, 8.7], [57.2, 57.8, 57.1, 56.6]],
  [2019, [5.2, 1.4, 3.9], [56.0, 54.5, 55.6]],
];

/** Dividend a share and quarter, after the split; paid from 2014 on and raised each March. */
const dividendByYear: ReadonlyMap<number, number> = new Map([
  [2014, 0.08],
  [2015, 0.09],
  [2016, 0.1],
  [2017, 0.11],
  [2018, 0.12],
  [2019, 0.13],
]);

export function dividendOf(year: number): number {
  return dividendByYear.get(year) ?? 0;
}

/** Every quarter from 2012 to the third of 2019. */
export function companyQuarters(): Quarter[] {
  const random = seeded("demo books");
  const quarters: Quarter[] = [];
  let before: Balance | null = null;
  for (const [index, { revenue, margin }] of revenuesAndMargins().entries()) {
    const year = firstYear + Math.floor(index / 4);
    const quarter = ([1, 2, 3, 4] as const)[index % 4] ?? 1;
    const opening: Balance = before ?? openingBalance(revenue);
    const next = trade(opening, { year, revenue, margin }, random.normal());
    const month = String(quarter * 3 - 2).padStart(2, "0");
    const start = `${year}-${month}-01`;
    const end = addDays(
      quarter === 4 ? `${year + 1}-01-01` : `${year}-${String(quarter * 3 + 1).padStart(2, "0")}-01`,
      -1,
    );
    quarters.push({ year, quarter, start, end, ...next });
    before = next.balance;
  }
  return quarters;
}

function revenuesAndMargins(): { revenue: number; margin: number }[] {
  const random = seeded("demo revenue");
  const made = firstRevenues.map((revenue) => ({ revenue, margin: 54 }));
  for (const [, growths, margins] of course) {
    for (const [index, growth] of growths.entries()) {
      const base = made[made.length - 4];
      const margin = margins[index];
      if (base === undefined || margin === undefined) throw new RangeError("the course of the company has a hole");
      const noise = random.normal();
      const revenue = Math.round((base.revenue * (100 + growth + 0.3 * noise)) / 10_000) * 100;
      made.push({ revenue, margin: margin + 0.15 * random.normal() });
    }
  }
  return made;
}

function openingBalance(revenue: number): Balance {
  const assets = { cash: 612_000, ...workingCapital(revenue), property: 905_000, goodwill: 640_000 };
  const debt = 750_000;
  const total = assets.cash + assets.receivables + assets.inventory + assets.property + assets.goodwill;
  return { ...assets, debt, equity: total - assets.payables - debt, shares: 412_000 };
}

function workingCapital(revenue: number): { receivables: number; inventory: number; payables: number } {
  return {
    receivables: Math.round(revenue * 0.62),
    inventory: Math.round(revenue * 0.38),
    payables: Math.round(revenue * 0.71),
  };
}

/** One quarter of business. @param chance a normal variate that moves costs a little */
function trade(
  before: Balance,
  { year, revenue, margin }: { year: number; revenue: number; margin: number },
  chance: number,
): Pick<Quarter, "flows" | "balance" | "basicShares" | "dilutedShares"> {
  const costOfRevenue = Math.round(revenue * (1 - margin / 100));
  const research = Math.round(revenue * (0.112 + 0.001 * chance));
  const selling = Math.round(revenue * (0.203 - 0.0015 * chance));
  // The large bond of 2017 paid for the plant that the new product line needed.
  const debt = year < 2017 ? 750_000 : year < 2019 ? 1_150_000 : 1_050_000;
  const interest = Math.round((before.debt * 0.042) / 4);
  const pretax = revenue - costOfRevenue - research - selling - interest;
  const tax = Math.round(pretax * (year < 2018 ? 0.27 : 0.205));
  const netIncome = pretax - tax;

  const depreciation = Math.round(before.property * 0.034);
  const sharePay = Math.round(revenue * 0.014);
  const working = workingCapital(revenue * (1 + 0.01 * chance));
  const bound = working.receivables + working.inventory - working.payables;
  const boundBefore = before.receivables + before.inventory - before.payables;
  const operatingCash = netIncome + depreciation + sharePay - (bound - boundBefore);
  const capex = Math.round(revenue * (year === 2017 || year === 2018 ? 0.074 : 0.047));
  const dividends = Math.round(before.shares * dividendOf(year));
  const bought = Math.round(before.shares * 0.0045);
  const issued = Math.round(before.shares * 0.0012);
  // About what the market pays: nineteen times a year's earnings.
  const buybacks = Math.round(bought * ((netIncome * 4) / before.shares) * 19);

  const shares = before.shares - bought + issued;
  const basicShares = Math.round((before.shares + shares) / 2);
  return {
    flows: {
      revenue,
      costOfRevenue,
      research,
      selling,
      interest,
      tax,
      netIncome,
      operatingCash,
      capex,
      dividends,
      buybacks,
    },
    balance: {
      ...working,
      cash: before.cash + operatingCash - capex - dividends - buybacks + (debt - before.debt),
      property: before.property + capex - depreciation,
      goodwill: before.goodwill,
      debt,
      equity: before.equity + netIncome + sharePay - dividends - buybacks,
      shares,
    },
    basicShares,
    dilutedShares: Math.round(basicShares * 1.012),
  };
}

/** Earnings a share, diluted, in dollars after the split. */
export function dilutedEps({ flows, dilutedShares }: Quarter): number {
  return flows.netIncome / dilutedShares;
}

/**
 * The results announced from 2016 on. The market expects what the company promised a quarter ago, give or take, and
 * the company promises that growth stays as it is: neither knows what comes.
 */
export function announcedResults(quarters: readonly Quarter[]): Results[] {
  const random = seeded("demo expectations");
  return quarters.flatMap((quarter, index) => {
    const yearBefore = quarters[index - 4];
    const last = quarters[index - 1];
    const lastYearBefore = quarters[index - 5];
    if (yearBefore === undefined || last === undefined || lastYearBefore === undefined) return [];
    if (quarter.end < "2015-12-31") return [];
    const growth = last.flows.revenue / lastYearBefore.flows.revenue;
    const epsGrowth = dilutedEps(last) / dilutedEps(lastYearBefore);
    // Everybody knew of the lower tax from 2018 on; from the second quarter the growth before already holds it.
    const taxCut = quarter.year === 2018 && quarter.quarter === 1 ? 0.795 / 0.73 : 1;
    const next = quarters[index - 3]?.flows.revenue ?? quarter.flows.revenue;
    const middle = (next * quarter.flows.revenue) / yearBefore.flows.revenue;
    return [
      {
        quarter,
        yearBefore,
        date: resultsDate(quarter.end),
        expectedRevenue: Math.round((yearBefore.flows.revenue * growth * (1 + 0.004 * random.normal())) / 100) * 100,
        expectedEps: cents(dilutedEps(yearBefore) * epsGrowth * taxCut * (1 + 0.012 * random.normal())),
        guidance: { low: nearest5(middle * 0.99), high: nearest5(middle * 1.01) },
      },
    ];
  });
}

/** The first Thursday from 24 days after the quarter's end on, or the session before it. */
export function resultsDate(end: LocalDate): LocalDate {
  // 1970-01-01 was a Thursday.
  const early = addDays(end, 24);
  const thursday = addDays(early, (7 - (daysBetween("1970-01-01", early) % 7)) % 7);
  return newYork().lastSessionOnOrBefore(thursday);
}

export function newYork() {
  const calendar = calendarByName("XNYS");
  if (calendar === null) throw new RangeError("the calendar XNYS is missing");
  return calendar;
}

export function cents(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Thousands, to the nearest five millions. */
function nearest5(value: number): number {
  return Math.round(value / 5000) * 5000;
}
