import { addDays, daysBetween, type LocalDate } from "#src/core/clock.ts";
import { compareText } from "#src/core/text/compare-text.ts";
import type { CorporateAction, FilingFact } from "../market-data.ts";
import { wantedConcepts } from "./concepts.ts";

export interface Period {
  /** `null` for a balance at `end`. */
  readonly start: LocalDate | null;
  readonly end: LocalDate;
  /** First and last day included; 0 for a balance. */
  readonly days: number;
  /** Restated for splits since the filing. */
  readonly value: number;
  readonly fact: FilingFact;
}

/** Ascending by end, then start. */
export type Series = readonly Period[];

export interface KnownFacts {
  /** The currency the filer reports in. */
  readonly currency: string;
  /** The newest end of any period or balance in the statements. */
  readonly latestEnd: LocalDate;
  series(concept: string): Series;
  /** A share count and those of other classes beside it in one filing. */
  classesOf(count: FilingFact): readonly FilingFact[];
  /** Several concepts as one series; the latest filing wins, then the earlier concept. */
  merged(concepts: readonly string[]): Series;
}

/** Two trailing years, the year before, and time for a late filer. */
export const windowDays = 1600;

/** A cover page's count is dated after the period it reports on. */
const coverConcept = "EntityCommonStockSharesOutstanding";

/**
 * Keeps the latest filing of each concept and period. Linear in `facts`.
 * @param actions splits after the session are not applied
 * @returns `null` when no fact of interest is in a currency
 */
export function knownFacts(
  facts: readonly FilingFact[],
  actions: readonly CorporateAction[],
  session: LocalDate,
  currency: string,
): KnownFacts | null {
  const oldest = addDays(session, -windowDays);
  const wanted: FilingFact[] = [];
  for (const fact of facts) {
    if (fact.end >= oldest && fact.end <= session && wantedConcepts.has(fact.concept)) wanted.push(fact);
  }
  const reporting = reportingCurrency(wanted, currency);
  if (reporting === null) return null;

  const latest = latestVintages(wanted, reporting);
  const basis = splitBasis(actions, session);
  const byConcept = new Map<string, Series>();
  let latestEnd = "";
  for (const [concept, periods] of latest) {
    const series = [...periods.values()].map((fact) => period(fact, basis)).toSorted(byEnd);
    byConcept.set(concept, series);
    const end = series.at(-1)?.end ?? "";
    if (concept !== coverConcept && end > latestEnd) latestEnd = end;
  }
  const series = (concept: string): Series => byConcept.get(concept) ?? [];
  return {
    currency: reporting,
    latestEnd,
    series,
    classesOf: (count) => classesOf(wanted, count),
    merged: (concepts) => mergeSeries(concepts.map(series)),
  };
}

/** Counts that differ by less are the same after rounding. */
const sameCount = 0.001;

function classesOf(facts: readonly FilingFact[], count: FilingFact): readonly FilingFact[] {
  const { concept, unit, start, end, accession } = count;
  const classes = [count];
  for (const fact of facts) {
    if (fact.concept !== concept || fact.accession !== accession || fact.end !== end) continue;
    if (fact.unit !== unit || fact.start !== start || unit !== "shares" || start !== null) continue;
    if (classes.every(({ value }) => Math.abs(value - fact.value) > value * sameCount)) classes.push(fact);
  }
  return classes;
}

/** A filing with fewer figures in money is no statement, so its currency may be odd. */
const fewestOfStatement = 3;

/**
 * The currency of the newest statement, by number of facts, then the wanted one; without a statement, of all filings.
 */
function reportingCurrency(facts: readonly FilingFact[], wanted: string): string | null {
  const filings = new Map<string, { filed: LocalDate; units: string[] }>();
  const all: string[] = [];
  for (const { unit, filed, accession } of facts) {
    const money = moneyOf(unit);
    if (money === null) continue;
    all.push(money);
    const filing = filings.get(accession) ?? { filed, units: [] };
    filing.units.push(money);
    filings.set(accession, filing);
  }
  const statements = [...filings]
    .filter(([, { units }]) => units.length >= fewestOfStatement)
    .toSorted(([a, x], [b, y]) => compareText(y.filed, x.filed) || compareText(b, a));
  return mostFrequent(statements[0]?.[1].units ?? all, wanted);
}

/** `USD` of `USD` and `USD/shares`. */
export function moneyOf(unit: string): string | null {
  return /^([A-Z]{3})(?:\/shares)?$/.exec(unit)?.[1] ?? null;
}

function mostFrequent(units: readonly string[], wanted: string): string | null {
  const count = (unit: string): number => units.filter((one) => one === unit).length;
  const [first] = [...new Set(units)].toSorted(
    (a, b) => count(b) - count(a) || Number(b === wanted) - Number(a === wanted) || compareText(a, b),
  );
  return first ?? null;
}

function latestVintages(facts: readonly FilingFact[], currency: string): Map<string, Map<string, FilingFact>> {
  const units = new Set([currency, `${currency}/shares`, "shares"]);
  const byConcept = new Map<string, Map<string, FilingFact>>();
  for (const fact of facts) {
    if (!units.has(fact.unit)) continue;
    let periods = byConcept.get(fact.concept);
    if (periods === undefined) {
      periods = new Map();
      byConcept.set(fact.concept, periods);
    }
    const key = fact.start === null ? fact.end : `${fact.end}${fact.start}`;
    const known = periods.get(key);
    if (known === undefined || vintage(fact, known) > 0) periods.set(key, fact);
  }
  return byConcept;
}

/**
 * Positive when `a` replaces `b`: a later filing, or the exact figure of a filing that also rounds it. Order never
 * decides.
 */
export function vintage(a: FilingFact, b: FilingFact): number {
  return laterFiling(a, b) || significantDigits(a.value) - significantDigits(b.value) || a.value - b.value;
}

/** Positive when `a` is of the later filing, by accession within a day. */
export function laterFiling(a: FilingFact, b: FilingFact): number {
  return compareText(a.filed, b.filed) || compareText(a.accession, b.accession);
}

function significantDigits(value: number): number {
  return Math.abs(value).toExponential().split("e")[0]?.replace(".", "").length ?? 0;
}

/**
 * The session's shares for one share of a day. A filing on or after a split's ex-date is on the new basis (SEC Staff
 * Accounting Bulletin topic 4.C).
 */
export function splitBasis(actions: readonly CorporateAction[], session: LocalDate): (day: LocalDate) => number {
  const splits = splitsUpTo(actions, session);
  return (day) => splits.reduce((factor, split) => (day < split.exDate ? factor * split.value : factor), 1);
}

export function splitsUpTo(actions: readonly CorporateAction[], session: LocalDate): CorporateAction[] {
  return actions.filter((action) => action.action === "split" && action.exDate <= session);
}

function period(fact: FilingFact, basis: (day: LocalDate) => number): Period {
  return {
    start: fact.start,
    end: fact.end,
    days: fact.start === null ? 0 : daysBetween(fact.start, fact.end) + 1,
    value: onBasis(fact, basis),
    fact,
  };
}

export function onBasis({ unit, value, filed }: FilingFact, basis: (day: LocalDate) => number): number {
  if (unit === "shares") return value * basis(filed);
  return unit.endsWith("/shares") ? value / basis(filed) : value;
}

function byEnd(a: Period, b: Period): number {
  return compareText(a.end, b.end) || compareText(a.start ?? "", b.start ?? "");
}

function mergeSeries(series: readonly Series[]): Series {
  const filled = series.filter((one) => one.length > 0);
  if (filled.length < 2) return filled[0] ?? [];
  const periods = new Map<string, Period>();
  for (const one of filled) {
    for (const candidate of one) {
      const key = `${candidate.end}${candidate.start ?? ""}`;
      const known = periods.get(key);
      if (known === undefined || candidate.fact.filed > known.fact.filed) periods.set(key, candidate);
    }
  }
  return [...periods.values()].toSorted(byEnd);
}
