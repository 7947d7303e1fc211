import type { Reading } from "../measures/measure.ts";
import { equityAt, equityYearBefore, computed, difference, growth, ratio, stated } from "./ratios.ts";
import { flowConcepts } from "./concepts.ts";
import type { KnownFacts } from "./known-facts.ts";
import { lastAverage, lastQuarter, trailing, trailingTo, type Flow } from "./trailing.ts";

/** Trailing twelve months for measures and valuations. */
export interface Flows {
  readonly revenue: Flow | null;
  readonly grossProfit: Flow | null;
  readonly operatingIncome: Flow | null;
  readonly netIncome: Flow | null;
  readonly epsDiluted: Flow | null;
  readonly operatingCashFlow: Flow | null;
  readonly capex: Flow | null;
  readonly freeCashFlow: Flow | null;
}

export function trailingFlows(known: KnownFacts): Flows {
  const of = (concepts: readonly string[]) => trailing(known, concepts);
  const revenue = of(flowConcepts.revenue);
  const operatingCashFlow = of(flowConcepts.operatingCashFlow);
  const capex = of(flowConcepts.capex);
  return {
    revenue,
    grossProfit: grossProfit(known, revenue),
    operatingIncome: of(flowConcepts.operatingIncome),
    netIncome: of(flowConcepts.netIncome),
    epsDiluted: of(flowConcepts.epsDiluted),
    operatingCashFlow,
    capex,
    freeCashFlow: difference(operatingCashFlow, capex, "operating_cash_flow_ttm − capex_ttm"),
  };
}

/** As stated, else revenue less its cost. */
function grossProfit(known: KnownFacts, revenue: Flow | null): Flow | null {
  const given = trailing(known, flowConcepts.grossProfit);
  if (given !== null && given.now.end === revenue?.now.end) return given;
  return difference(revenue, trailing(known, flowConcepts.costOfRevenue), "revenue_ttm − cost of revenue") ?? given;
}

export function flowMeasures(known: KnownFacts, flows: Flows): Reading[] {
  return [...incomeMeasures(known, flows), ...cashMeasures(known, flows), ...returnMeasures(known, flows)];
}

function incomeMeasures(known: KnownFacts, flows: Flows): Reading[] {
  const { currency } = known;
  const { revenue, netIncome, epsDiluted } = flows;
  const quarter = lastQuarter(known, flowConcepts.revenue);
  return [
    ...stated("revenue_ttm", "Revenue, trailing twelve months", currency, revenue?.now ?? null),
    ...growth(
      "revenue_growth_yoy",
      "Revenue growth, trailing year on year",
      revenue,
      "revenue_ttm / the same a year before − 1",
    ),
    ...growth(
      "revenue_growth_q",
      "Revenue growth, last quarter on the same a year before",
      quarter,
      "revenue of the quarter / of the same quarter a year before − 1",
    ),
    ...margin("gross", "Gross margin", flows.grossProfit, revenue, "gross profit"),
    ...margin("operating", "Operating margin", flows.operatingIncome, revenue, "operating income"),
    ...margin("net", "Net margin", netIncome, revenue, "net income"),
    ...stated("net_income_ttm", "Net income, trailing twelve months", currency, netIncome?.now ?? null),
    ...stated(
      "eps_diluted_ttm",
      "Diluted earnings a share, trailing twelve months, split-adjusted",
      `${currency}/share`,
      epsDiluted?.now ?? null,
    ),
    ...growth(
      "eps_growth_yoy",
      "Growth of diluted earnings a share, trailing year on year",
      epsDiluted,
      "eps_diluted_ttm / the same a year before − 1",
    ),
  ];
}

/** A margin and its change against a year before, in percentage points. */
function margin(key: string, label: string, part: Flow | null, revenue: Flow | null, name: string): Reading[] {
  const now = ratio(part?.now ?? null, revenue?.now ?? null);
  if (part === null || revenue === null || now === null) return [];
  const figures = [part.now, revenue.now];
  const readings = [
    computed(
      `${key}_margin_ttm`,
      `${label}, trailing twelve months`,
      "%",
      now * 100,
      figures,
      `${name} / revenue, both trailing`,
    ),
  ];
  const before = ratio(part.before, revenue.before);
  if (part.before === null || revenue.before === null || before === null) return readings;
  const change = (now - before) * 100;
  const formula = `${key}_margin_ttm − the same a year before`;
  const both = [...figures, part.before, revenue.before];
  return [
    ...readings,
    computed(
      `${key}_margin_change_yoy`,
      `${label}, change on a year before, percentage points`,
      "%",
      change,
      both,
      formula,
    ),
  ];
}

function cashMeasures(known: KnownFacts, flows: Flows): Reading[] {
  const { currency } = known;
  const { operatingCashFlow, capex, freeCashFlow, revenue, netIncome } = flows;
  const readings = [
    ...stated(
      "operating_cash_flow_ttm",
      "Operating cash flow, trailing twelve months",
      currency,
      operatingCashFlow?.now ?? null,
    ),
    ...stated("capex_ttm", "Capital expenditure, trailing twelve months", currency, capex?.now ?? null),
    ...stated("free_cash_flow_ttm", "Free cash flow, trailing twelve months", currency, freeCashFlow?.now ?? null),
    ...stated(
      "buybacks_ttm",
      "Own shares bought back, trailing twelve months",
      currency,
      trailing(known, flowConcepts.buybacks)?.now ?? null,
    ),
  ];
  const fcfMargin = ratio(freeCashFlow?.now ?? null, revenue?.now ?? null);
  if (freeCashFlow !== null && revenue !== null && fcfMargin !== null) {
    const figures = [freeCashFlow.now, revenue.now];
    readings.push(
      computed(
        "fcf_margin_ttm",
        "Free cash flow margin, trailing twelve months",
        "%",
        fcfMargin * 100,
        figures,
        "free_cash_flow_ttm / revenue_ttm",
      ),
    );
  }
  const conversion = ratio(operatingCashFlow?.now ?? null, netIncome?.now ?? null);
  if (operatingCashFlow !== null && netIncome !== null && conversion !== null) {
    const figures = [operatingCashFlow.now, netIncome.now];
    readings.push(
      computed(
        "cash_conversion",
        "Operating cash flow for each unit of net income",
        "x",
        conversion,
        figures,
        "operating_cash_flow_ttm / net_income_ttm",
      ),
    );
  }
  return readings;
}

function returnMeasures(known: KnownFacts, { netIncome }: Flows): Reading[] {
  const readings: Reading[] = [];
  // Interest is often stated later than income: take both to interest's newest end.
  const interest = trailing(known, flowConcepts.interestExpense)?.now ?? null;
  const ebit = interest === null ? null : trailingTo(known, flowConcepts.operatingIncome, interest.end);
  const coverage = ratio(ebit, interest);
  if (ebit !== null && interest !== null && coverage !== null) {
    readings.push(
      computed(
        "interest_coverage",
        "Operating income for each unit of interest expense",
        "x",
        coverage,
        [ebit, interest],
        "operating income / interest expense, both trailing",
      ),
    );
  }
  const equity = netIncome === null ? null : equityAt(known, netIncome.now.end);
  const before = netIncome === null ? null : equityYearBefore(known, netIncome.now.end);
  if (netIncome !== null && equity !== null && before !== null && equity.value > 0 && before.value > 0) {
    const value = (netIncome.now.value / ((equity.value + before.value) / 2)) * 100;
    readings.push(
      computed(
        "roe_ttm",
        "Return on equity, trailing twelve months",
        "%",
        value,
        [netIncome.now, equity, before],
        "net_income_ttm / mean of equity now and a year before",
      ),
    );
  }
  const diluted = lastAverage(known, flowConcepts.dilutedShares);
  return [
    ...readings,
    ...growth(
      "dilution_yoy",
      "Diluted shares against a year before, split-adjusted",
      diluted,
      "average diluted shares of the last period / of the same a year before − 1",
    ),
  ];
}
