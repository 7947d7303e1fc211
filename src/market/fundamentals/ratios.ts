import { type LocalDate, addDays } from "#src/core/clock.ts";
import type { MissingRatio } from "#src/contract/run/run.ts";
import { type Reading, joinSources } from "../measures/measure.ts";
import { readable } from "../measures/plausible.ts";
import { type Figure, type Flow, aboutYearBefore, endsDescending } from "./trailing.ts";
import { currencyName } from "../currencies/rates.ts";
import type { CorporateAction, FilingFact } from "../market-data.ts";
import { balanceConcepts } from "./concepts.ts";
import type { KnownFacts } from "./known-facts.ts";

/** A figure as it stands. */
export function stated(key: string, label: string, unit: string, figure: Figure | null): Reading[] {
  return figure === null ? [] : [computed(key, label, unit, figure.value, [figure], figure.formula)];
}

/** The market price of a valuation, and its session. */
export interface Priced {
  readonly at: LocalDate;
  /** `close 141.73`. */
  readonly input: string;
}

/** A computed value, dated by its last period end unless it is a valuation. */
export function computed(
  key: string,
  label: string,
  unit: string,
  value: number | null,
  from: readonly Figure[],
  formula: string,
  priced?: Priced,
): Reading {
  const facts = from.flatMap((figure) => figure.facts);
  return {
    key,
    label,
    value,
    unit,
    at: priced?.at ?? from.reduce((last, figure) => (figure.end > last ? figure.end : last), ""),
    formula,
    source: joinSources(facts.map((fact) => fact.source)),
    sourceIds: [...new Set(facts.map((fact) => fact.sourceId))],
    inputs: [...(priced === undefined ? [] : [priced.input]), ...from.map(inputText)],
  };
}

/** `null` when the ends differ or `b` is not positive. */
export function ratio(a: Figure | null, b: Figure | null): number | null {
  return a === null || b === null || a.end !== b.end || b.value <= 0 ? null : a.value / b.value;
}

/** In %; absent where the figure a year before is not positive. */
export function growth(key: string, label: string, flow: Flow | null, formula: string): Reading[] {
  if (flow === null || flow.before === null || flow.before.value <= 0) return [];
  const value = (flow.now.value / flow.before.value - 1) * 100;
  return [computed(key, label, "%", value, [flow.now, flow.before], formula)];
}

/** `a − b`, period by period. */
export function difference(a: Flow | null, b: Flow | null, formula: string): Flow | null {
  if (a === null || b === null) return null;
  const now = less(a.now, b.now, formula);
  return now === null ? null : { now, before: less(a.before, b.before, formula) };
}

function less(a: Figure | null, b: Figure | null, formula: string): Figure | null {
  if (a === null || b === null || a.end !== b.end) return null;
  return { value: a.value - b.value, end: a.end, formula, facts: [...a.facts, ...b.facts] };
}

function inputText({ formula, value, end }: Figure): string {
  return `${formula.includes(end) ? formula : `${formula} at ${end}`} = ${readable(value)}`;
}

const priced = {
  market_cap: "Market capitalisation",
  pe_ttm: "Price to trailing earnings",
  ps_ttm: "Price to trailing sales",
  pb: "Price to book",
  ev_to_sales: "Enterprise value to trailing sales",
  ev_to_ebit: "Enterprise value to trailing operating income",
  fcf_yield: "Free cash flow yield",
} as const;

interface Known {
  /** Why no price can be compared with the filings; `null` where one can. */
  readonly unpriced: string | null;
  /** Why shares and earnings per share are unknown; `null` where they are known. */
  readonly count: string | null;
  readonly earnings: string | null;
  readonly eps: Figure | null;
  readonly sheet: BalanceSheet | null;
  readonly found: ReadonlySet<string>;
}

/** Missing ratios with their reasons; nothing is said of what filings do not state. */
export function missingRatios({ unpriced, count, earnings, eps, sheet, found }: Known): MissingRatio[] {
  const equity = sheet?.equity ?? null;
  const own: Partial<Record<string, string | null>> = {
    pe_ttm: earnings ?? (eps !== null && eps.value <= 0 ? "trailing earnings a share are not positive" : null),
    pb: equity !== null && equity.value <= 0 ? "shareholders' equity is not positive" : null,
  };
  return Object.entries(priced).flatMap(([key, label]) => {
    if (found.has(key)) return [];
    const reason = unpriced ?? own[key] ?? (key === "pe_ttm" ? null : count);
    return reason === null ? [] : [{ key, label, reason }];
  });
}

export function missingYield(
  actions: readonly CorporateAction[],
  session: LocalDate,
  currency: string,
): MissingRatio[] {
  const other = actions.findLast(
    ({ action, exDate, currency: paid }) =>
      action === "dividend" && exDate > addDays(session, -366) && exDate <= session && paid !== currency,
  );
  if (other?.currency == null) return [];
  const reason = `dividends are in ${currencyName(other.currency)}, and the price is in ${currencyName(currency)}`;
  return [{ key: "dividend_yield", label: "Dividend yield, trailing year", reason }];
}

/** The newest balance sheet; what it does not state is `null`, never zero. */
export interface BalanceSheet {
  readonly date: LocalDate;
  readonly equity: Figure | null;
  readonly currentAssets: Figure | null;
  readonly currentLiabilities: Figure | null;
  readonly cashAndInvestments: Figure | null;
  readonly totalDebt: Figure | null;
}

export function balanceSheet(known: KnownFacts): BalanceSheet | null {
  const [date] = endsDescending(known.merged([...balanceConcepts.total, ...balanceConcepts.equity]));
  if (date === undefined) return null;
  const at = (concepts: readonly string[]) => balanceAt(known, concepts, date);
  return {
    date,
    equity: at(balanceConcepts.equity),
    currentAssets: at(balanceConcepts.currentAssets),
    currentLiabilities: at(balanceConcepts.currentLiabilities),
    cashAndInvestments: cashAndInvestments(at),
    totalDebt: totalDebt(at),
  };
}

/** The equity on a balance date, if it is one. */
export function equityAt(known: KnownFacts, date: LocalDate): Figure | null {
  return balanceAt(known, balanceConcepts.equity, date);
}

/** The equity 52 or 53 weeks before a balance date. */
export function equityYearBefore(known: KnownFacts, date: LocalDate): Figure | null {
  const before = aboutYearBefore(endsDescending(known.merged(balanceConcepts.equity)), date);
  return before === null ? null : equityAt(known, before);
}

function balanceAt(known: KnownFacts, concepts: readonly string[], date: LocalDate): Figure | null {
  for (const concept of concepts) {
    const found = known.series(concept).find((period) => period.end === date && period.start === null);
    if (found !== undefined) return { value: found.value, end: date, formula: concept, facts: [found.fact] };
  }
  return null;
}

type At = (concepts: readonly string[]) => Figure | null;

/** Cash and marketable securities, without strategic stakes. */
function cashAndInvestments(at: At): Figure | null {
  const both = at(balanceConcepts.cashAndShortInvestments);
  const cash = both ?? at(balanceConcepts.cash);
  if (cash === null) return null;
  const short = both === null ? at(balanceConcepts.shortInvestments) : null;
  return sum([cash, short, at(balanceConcepts.longInvestments)]);
}

/** Long-term debt with its current part, and short-term borrowings. */
function totalDebt(at: At): Figure | null {
  const all = at(balanceConcepts.allDebt);
  if (all !== null) return all;
  const borrowings = at(balanceConcepts.shortDebt);
  const short =
    borrowings === null ? [at(balanceConcepts.commercialPaper), at(balanceConcepts.otherShortDebt)] : [borrowings];
  const noncurrent = at(balanceConcepts.longDebtNoncurrent);
  if (noncurrent === null) {
    const long = at(balanceConcepts.longDebt);
    return long === null ? null : sum([long, ...short]);
  }
  const current = at(balanceConcepts.longDebtCurrent);
  const allCurrent = current === null ? at(balanceConcepts.allCurrentDebt) : null;
  return allCurrent === null ? sum([noncurrent, current, ...short]) : sum([noncurrent, allCurrent]);
}

/** The stated parts, of which there must be one. */
function sum(parts: readonly (Figure | null)[]): Figure | null {
  const known = parts.filter((part) => part !== null);
  const [first] = known;
  if (first === undefined) return null;
  return {
    value: known.reduce((total, part) => total + part.value, 0),
    end: first.end,
    formula: known.map((part) => part.formula).join(" + "),
    facts: known.flatMap((part): readonly FilingFact[] => part.facts),
  };
}
