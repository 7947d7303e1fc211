import { addDays, daysBetween, type LocalDate } from "#src/core/clock.ts";
import type { CorporateAction } from "../market-data.ts";
import { joinSources, type Reading } from "../measures/measure.ts";
import { readable } from "../measures/plausible.ts";
import { type BalanceSheet, computed, ratio, stated, type Priced } from "./ratios.ts";
import type { Flows } from "./flow-measures.ts";
import type { KnownFacts } from "./known-facts.ts";
import type { Figure } from "./trailing.ts";

export function balanceMeasures(known: KnownFacts, sheet: BalanceSheet | null, count: Figure | null): Reading[] {
  const shares = stated("shares_outstanding", "Shares outstanding, split-adjusted", "shares", count);
  if (sheet === null) return shares;
  const { currency } = known;
  const { cashAndInvestments: cash, totalDebt: debt, equity, currentAssets, currentLiabilities } = sheet;
  const readings = [
    ...stated("cash_and_investments", "Cash and marketable securities", currency, cash),
    ...stated("total_debt", "Total debt", currency, debt),
  ];
  if (cash !== null && debt !== null) {
    const value = debt.value - cash.value;
    readings.push(
      computed(
        "net_debt",
        "Net debt; negative: net cash",
        currency,
        value,
        [debt, cash],
        "total_debt − cash_and_investments",
      ),
    );
  }
  if (debt !== null && equity !== null) {
    readings.push(
      computed(
        "debt_to_equity",
        "Debt to equity",
        "x",
        ratio(debt, equity),
        [debt, equity],
        "total_debt / shareholders' equity",
      ),
    );
  }
  if (currentAssets !== null && currentLiabilities !== null) {
    const value = ratio(currentAssets, currentLiabilities);
    readings.push(
      computed(
        "current_ratio",
        "Current ratio",
        "x",
        value,
        [currentAssets, currentLiabilities],
        "current assets / current liabilities",
      ),
    );
  }
  return [...readings, ...shares];
}

export interface Quote {
  readonly price: number;
  readonly session: LocalDate;
  /** How many of the counted shares one traded unit stands for. */
  readonly sharesPerUnit: number;
  /** How many times the earnings per share one unit's are. */
  readonly earningsPerUnit: number;
}

interface Market {
  readonly shares: Figure;
  /** price × shares / sharesPerUnit */
  readonly cap: number;
  readonly priced: Priced;
}

/**
 * @param count of shares; `null`: no market value
 * @param eps trailing and diluted, of the shares counted
 */
export function valuationMeasures(
  known: KnownFacts,
  flows: Flows,
  sheet: BalanceSheet | null,
  { price, session, sharesPerUnit, earningsPerUnit }: Quote,
  count: Figure | null,
  eps: Figure | null,
): Reading[] {
  const isShare = sharesPerUnit === 1;
  const unit = isShare ? "" : `, one traded unit is ${readable(sharesPerUnit)} shares`;
  const priced = { at: session, input: `close ${readable(price)}${unit}` };
  const earned =
    earningsPerUnit === 1 ? "close / eps_diluted_ttm" : `close / (eps_diluted_ttm × ${readable(earningsPerUnit)})`;
  const multipleOfEarnings = eps === null ? null : price / (eps.value * earningsPerUnit);
  const earnings =
    eps !== null && eps.value > 0
      ? [computed("pe_ttm", "Price to trailing earnings", "x", multipleOfEarnings, [eps], earned, priced)]
      : [];
  if (count === null) return earnings;
  const value = isShare ? "close × shares_outstanding" : `close × shares_outstanding / ${readable(sharesPerUnit)}`;
  const market = { shares: count, cap: (price * count.value) / sharesPerUnit, priced };
  return [
    ...earnings,
    computed("market_cap", "Market capitalisation", known.currency, market.cap, [count], value, priced),
    ...multiple(market, "ps_ttm", "Price to trailing sales", flows.revenue?.now ?? null, "revenue_ttm"),
    ...multiple(market, "pb", "Price to book", sheet?.equity ?? null, "shareholders' equity"),
    ...yieldOnCap(market, flows.freeCashFlow?.now ?? null),
    ...enterpriseMultiples(market, flows, sheet),
  ];
}

/** Absent unless the figure is positive. */
function multiple(market: Market, key: string, label: string, figure: Figure | null, name: string): Reading[] {
  if (figure === null || figure.value <= 0) return [];
  const value = market.cap / figure.value;
  return [computed(key, label, "x", value, [market.shares, figure], `market_cap / ${name}`, market.priced)];
}

function yieldOnCap(market: Market, free: Figure | null): Reading[] {
  if (free === null) return [];
  const value = (free.value / market.cap) * 100;
  const formula = "free_cash_flow_ttm / market_cap";
  return [computed("fcf_yield", "Free cash flow yield", "%", value, [free, market.shares], formula, market.priced)];
}

function enterpriseMultiples(market: Market, flows: Flows, sheet: BalanceSheet | null): Reading[] {
  const debt = sheet?.totalDebt ?? null;
  const cash = sheet?.cashAndInvestments ?? null;
  if (debt === null || cash === null) return [];
  const enterprise = market.cap + debt.value - cash.value;
  const over = (key: string, label: string, figure: Figure | null, name: string): Reading[] => {
    if (figure === null || figure.value <= 0) return [];
    const formula = `(market_cap + net_debt) / ${name}`;
    const from = [market.shares, debt, cash, figure];
    return [computed(key, label, "x", enterprise / figure.value, from, formula, market.priced)];
  };
  return [
    ...over("ev_to_sales", "Enterprise value to trailing sales", flows.revenue?.now ?? null, "revenue_ttm"),
    ...over(
      "ev_to_ebit",
      "Enterprise value to trailing operating income",
      flows.operatingIncome?.now ?? null,
      "operating income",
    ),
  ];
}

/** Quarterly payers go ex 52 or 53 weeks after the same quarter. */
const longestYear = 372;
const shortestYear = 350;

/**
 * Dividends a share of the last year. Absent unless an older action shows that the list covers the year.
 * @param price on the session's split basis, or `null`
 * @param basis the session's shares for one share of a day
 */
export function dividendMeasures(
  actions: readonly CorporateAction[],
  price: number | null,
  basis: (day: LocalDate) => number,
  session: LocalDate,
  currency: string,
): Reading[] {
  const start = addDays(session, -longestYear);
  const earlier = actions.findLast((action) => action.exDate <= start);
  if (earlier === undefined) return [];
  const recent = actions.filter(({ action, exDate }) => action === "dividend" && exDate > start && exDate <= session);
  // A dividend 52 weeks earlier belongs to the year before.
  const newest = recent.reduce((last, { exDate }) => (exDate > last ? exDate : last), "");
  const year = recent.filter(({ exDate }) => daysBetween(exDate, newest) < shortestYear);
  if (year.some((dividend) => dividend.currency !== currency)) return [];

  const amount = year.reduce((sum, dividend) => sum + dividend.value / basis(dividend.exDate), 0);
  const ground = year.length === 0 ? [earlier] : year;
  const shared = {
    at: session,
    source: joinSources(ground.map((action) => action.source)),
    sourceIds: ground.map((action) => action.sourceId),
  };
  return [
    {
      key: "dividends_ttm",
      label: "Dividends a share, trailing year, split-adjusted",
      value: amount,
      unit: `${currency}/share`,
      formula: `sum of ${year.length} dividends with an ex-date in the last year`,
      ...shared,
    },
    {
      key: "dividend_yield",
      label: "Dividend yield, trailing year",
      value: price === null ? null : (amount / price) * 100,
      unit: "%",
      formula: "dividends_ttm / close",
      ...shared,
    },
  ];
}
