import { type LocalDate, addDays, daysBetween } from "#src/core/clock.ts";
import type { FilingFact } from "../market-data.ts";
import type { KnownFacts, Period, Series } from "./known-facts.ts";
import { flowConcepts } from "./concepts.ts";

/** A computed figure and its sources. */
export interface Figure {
  readonly value: number;
  readonly end: LocalDate;
  readonly formula: string;
  readonly facts: readonly FilingFact[];
}

export interface Flow {
  readonly now: Figure;
  readonly before: Figure | null;
}

/** Years of 52 or 53 weeks, and 365 or 366 days. */
const isYear = (days: number): boolean => days >= 350 && days <= 380;
const isQuarter = (days: number): boolean => days >= 80 && days <= 100;

/** Quarters of 13 and 14 weeks differ by 7 days, and starts by a day or two. */
const pairDays = 8;
const startDays = 4;

/** Trailing twelve months to the newest end that can be told, from one concept, else from all together. */
export function trailing(known: KnownFacts, all: readonly string[]): Flow | null {
  const notBefore = addDays(known.latestEnd, -staleDays);
  const concepts = standIns(known, all);
  const merged = known.merged(concepts);
  const single = concepts.map((concept) => known.series(concept));
  let best: { now: Figure; series: Series } | null = null;
  for (const series of [...single, merged]) {
    const now = newest(series, notBefore);
    if (now !== null && (best === null || now.end > best.now.end)) best = { now, series };
  }
  if (best === null) return null;
  return { now: best.now, before: yearBefore(best.series, best.now.end) ?? yearBefore(merged, best.now.end) };
}

/** The trailing twelve months to a given day, or `null`. */
export function trailingTo(known: KnownFacts, all: readonly string[], end: LocalDate): Figure | null {
  const concepts = standIns(known, all);
  for (const concept of concepts) {
    const figure = trailingAt(known.series(concept), end);
    if (figure !== null) return figure;
  }
  return trailingAt(known.merged(concepts), end);
}

function newest(series: Series, notBefore: LocalDate): Figure | null {
  for (const end of endsDescending(series)) {
    if (end < notBefore) return null;
    const figure = trailingAt(series, end);
    if (figure !== null) return figure;
  }
  return null;
}

function yearBefore(series: Series, end: LocalDate): Figure | null {
  const before = aboutYearBefore(endsDescending(series), end);
  return before === null ? null : trailingAt(series, before);
}

/** The day 52 or 53 weeks before `end`, in descending days. */
export function aboutYearBefore(days: readonly LocalDate[], end: LocalDate): LocalDate | null {
  const from = addDays(end, -373);
  const to = addDays(end, -356);
  return days.find((day) => day >= from && day <= to) ?? null;
}

export function endsDescending(series: Series): LocalDate[] {
  return [...new Set(series.map((period) => period.end))].toReversed();
}

function asReported({ value, end, fact }: Period, span: "year" | "quarter"): Figure {
  return { value, end, formula: `${fact.concept} of the ${span} to ${end}`, facts: [fact] };
}

/** The year to `end` as reported, else annual before + year to date − its same part a year ago. */
function trailingAt(series: Series, end: LocalDate): Figure | null {
  const ending = series.filter((period) => period.end === end);
  const year = ending.find((period) => isYear(period.days));
  if (year !== undefined) return asReported(year, "year");
  for (const ytd of ending) {
    if (ytd.start === null || ytd.days < 80) continue;
    const annual = series.findLast(
      (period) => isYear(period.days) && apart(addDays(period.end, 1), ytd.start) <= startDays,
    );
    if (annual === undefined) continue;
    const prior = series.find(
      (period) => apart(period.start, annual.start) <= startDays && Math.abs(period.days - ytd.days) <= pairDays,
    );
    if (prior !== undefined) return rolled(annual, ytd, prior);
  }
  return null;
}

function rolled(annual: Period, ytd: Period, prior: Period): Figure {
  const named = [annual, ytd, prior].map(({ fact }) => fact);
  const concepts = [...new Set(named.map((fact) => fact.concept))].join(" / ");
  return {
    value: annual.value + ytd.value - prior.value,
    end: ytd.end,
    formula: `${concepts}: year to ${annual.end} + year to date ${ytd.end} − year to date ${prior.end}`,
    facts: named,
  };
}

/** Days between two days; infinite when either is missing. */
function apart(a: LocalDate | null, b: LocalDate | null): number {
  return a === null || b === null ? Number.POSITIVE_INFINITY : Math.abs(daysBetween(a, b));
}

/** A quarter and the same a year before. */
export interface QuarterPair {
  readonly now: Figure;
  readonly before: Figure;
}

/** The newest quarter; a fourth quarter is the year less nine months. */
export function lastQuarter(known: KnownFacts, concepts: readonly string[]): QuarterPair | null {
  const merged = known.merged(standIns(known, concepts));
  const [end] = endsDescending(merged);
  return end === undefined || end < addDays(known.latestEnd, -staleDays) ? null : quarterIn(merged, end);
}

/** The quarter to `end`, as `lastQuarter`. */
function quarterTo(known: KnownFacts, concepts: readonly string[], end: LocalDate): QuarterPair | null {
  return quarterIn(known.merged(standIns(known, concepts)), end);
}

function quarterIn(series: Series, end: LocalDate): QuarterPair | null {
  const earlier = aboutYearBefore(endsDescending(series), end);
  const now = quarterAt(series, end);
  const before = earlier === null ? null : quarterAt(series, earlier);
  return now === null || before === null ? null : { now, before };
}

function quarterAt(series: Series, end: LocalDate): Figure | null {
  const ending = series.filter((period) => period.end === end);
  const quarter = ending.find((period) => isQuarter(period.days));
  if (quarter !== undefined) return asReported(quarter, "quarter");
  const year = ending.find((period) => isYear(period.days));
  if (year === undefined) return null;
  const nine = series.find(
    (period) => apart(period.start, year.start) <= startDays && isQuarter(year.days - period.days),
  );
  if (nine === undefined) return null;
  return {
    value: year.value - nine.value,
    end,
    formula: `${year.fact.concept}: year to ${end} − nine months to ${nine.end}`,
    facts: [year.fact, nine.fact],
  };
}

/** An average over the newest period of at least a quarter, and a year before. */
export function lastAverage(known: KnownFacts, concepts: readonly string[]): Flow | null {
  const merged = known.merged(concepts).filter((period) => period.days >= 80);
  const ends = endsDescending(merged);
  const now = merged.findLast((period) => period.end === ends[0]);
  if (now === undefined || now.end < addDays(known.latestEnd, -staleDays)) return null;
  const earlier = aboutYearBefore(ends, now.end);
  const before = merged.find((period) => period.end === earlier && Math.abs(period.days - now.days) <= pairDays);
  return { now: average(now), before: before === undefined ? null : average(before) };
}

function average({ value, end, days, fact }: Period): Figure {
  return { value, end, formula: `${fact.concept} over ${days} days to ${end}`, facts: [fact] };
}

/** A figure this far behind the newest report is no longer stated. */
const staleDays = 380;

/** Two tags of one period this far apart are two figures. */
const same = 0.02;
/** A part of revenue is this much less a day than the total. */
const partOfRevenue = 0.5;

/**
 * The concepts that can stand for a figure: the first that is still stated, others if they agree with it in the newest
 * common period, or were never stated together (of revenue only if as large a day).
 */
function standIns(known: KnownFacts, concepts: readonly string[]): readonly string[] {
  const notBefore = addDays(known.latestEnd, -staleDays);
  const first = concepts.find((concept) => (known.series(concept).at(-1)?.end ?? "") >= notBefore);
  if (first === undefined) return concepts;
  const whole = known.series(first);
  const isRevenue = flowConcepts.revenue.some((concept) => concept === first);
  return concepts.filter((concept) => concept === first || isSame(whole, known.series(concept), isRevenue));
}

function isSame(whole: Series, other: Series, isRevenue: boolean): boolean {
  for (const period of other.toReversed()) {
    const twin = whole.findLast(({ end, start }) => end === period.end && start === period.start);
    if (twin !== undefined) return Math.abs(twin.value - period.value) <= Math.abs(twin.value) * same;
  }
  const [a, b] = [whole.at(-1), other.at(-1)];
  if (!isRevenue || a === undefined || b === undefined || b.end < a.end) return true;
  return perDay(b) >= perDay(a) * partOfRevenue;
}

function perDay({ value, days }: Period): number {
  return value / Math.max(days, 1);
}

/** A quarter as filed, and the same a year before, on the session's split basis. No source tells what was expected. */
export interface QuarterChange {
  readonly end: LocalDate;
  readonly currency: string;
  /** As stated alone: earnings a share of parts of a year do not add up. */
  readonly epsDiluted: QuarterPair | null;
  readonly revenue: QuarterPair | null;
}

/** A year, and the newest, of which neither may be known. */
const most = 5;

/** The newest first. */
export function quarterChanges(known: KnownFacts): QuarterChange[] {
  const { epsDiluted, revenue } = flowConcepts;
  const ends = endsDescending(known.merged([...revenue, ...epsDiluted]));
  return ends.slice(0, most).map((end) => {
    const eps = quarterTo(known, epsDiluted, end);
    const isStated = eps !== null && eps.now.facts.length === 1 && eps.before.facts.length === 1;
    const { currency } = known;
    return { end, currency, epsDiluted: isStated ? eps : null, revenue: quarterTo(known, revenue, end) };
  });
}
