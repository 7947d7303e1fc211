import { type LocalDate, daysBetween } from "#src/core/clock.ts";
import type { FilingFact } from "../market-data.ts";
import { readable } from "../measures/plausible.ts";
import { onBasis, vintage } from "./known-facts.ts";
import { balanceConcepts, flowConcepts } from "./concepts.ts";

export interface Stated {
  readonly fact: FilingFact;
  readonly value: number;
}

/** One concept in one unit, periods ascending, each with all filings, latest last. */
export interface StatedLine {
  readonly concept: string;
  readonly unit: string;
  readonly periods: readonly (readonly [Stated, ...Stated[]])[];
  /** Where each of them lies. */
  readonly spans: readonly Span[];
}

interface Span {
  /** Days since 1970. */
  readonly end: number;
  /** From its first day to its last; `null` for a balance. */
  readonly days: number | null;
}

/** Two figures of one period that differ by less are one. */
const same = 0.01;
/** @param basis how many of the session's shares one share of a day is */
export function linesOf(facts: readonly FilingFact[], basis: (day: LocalDate) => number): StatedLine[] {
  const lines = new Map<string, { concept: string; unit: string; periods: Map<string, [Stated, ...Stated[]]> }>();
  for (const fact of facts) {
    const { concept, unit, start, end } = fact;
    const key = `${concept} ${unit}`;
    const line = lines.get(key) ?? { concept, unit, periods: new Map() };
    lines.set(key, line);
    const stated = { fact, value: onBasis(fact, basis) };
    const period = line.periods.get(`${end} ${start ?? ""}`);
    if (period === undefined) line.periods.set(`${end} ${start ?? ""}`, [stated]);
    else period.push(stated);
  }
  return [...lines.values()].map(({ concept, unit, periods: found }) => {
    const periods = [...found]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, all]) => {
        all.sort((a, b) => vintage(a.fact, b.fact));
        return all;
      });
    return { concept, unit, periods, spans: periods.map(([{ fact }]) => spanOf(fact)) };
  });
}

function spanOf({ start, end }: FilingFact): Span {
  return { end: daysBetween("1970-01-01", end), days: start === null ? null : daysBetween(start, end) };
}

/** What counts of a period: the latest filed. */
export function latestOf(period: readonly [Stated, ...Stated[]]): Stated {
  return period.at(-1) ?? period[0];
}

export function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= same * Math.max(Math.abs(a), Math.abs(b));
}

export function amount(value: number, unit: string): string {
  return `${readable(value)} ${unitOf(unit)}`;
}

/** As filings write it: `USD/shares`, `Store`. What is no word is a stranger's text, and no agent reads it. */
export function unitOf(unit: string): string {
  return /^[A-Za-z]{1,12}(?:\/[A-Za-z]{1,12})?$/.test(unit) ? unit : "of another unit";
}

/** Of a fact, such as `10-K/A` or `DEF 14A`. What else stands there is a stranger's text, and no agent reads it. */
export function formOf({ form }: FilingFact): string {
  return /^[A-Z0-9][A-Z0-9/.-]{0,11}(?: [A-Z0-9/.-]{1,6})?$/.test(form) ? form : "a filing";
}

/** `Revenues of 2024-01-01 to 2024-12-31, filed 2025-03-15 (10-K/A), 4,400,000 USD is set aside: why`. */
export function asideText(fact: FilingFact, why: string): string {
  const { concept, start, end, filed, value, unit } = fact;
  const period = start === null ? `at ${end}` : `of ${start} to ${end}`;
  return `${concept} ${period}, filed ${filed} (${formOf(fact)}): ${amount(value, unit)} is set aside; ${why}`;
}

/** A rounded part may be slightly larger than its whole. */
const rounding = 1.01;
/** Rounding, preferred dividends and other classes. */
const nearly = 1.5;

const wholes = [
  {
    whole: flowConcepts.revenue,
    parts: [flowConcepts.grossProfit, flowConcepts.operatingIncome, flowConcepts.netIncome],
  },
  {
    whole: [balanceConcepts.total[0]],
    parts: [
      balanceConcepts.equity,
      balanceConcepts.currentAssets,
      balanceConcepts.cash,
      balanceConcepts.cashAndShortInvestments,
    ],
  },
] as const;

/**
 * If several parts are above the whole, the whole is wrong, else the part. A gain can lift net income above revenue:
 * earnings a share decide. Where nothing tells, neither counts.
 */
export function partsAboveWholes(lines: readonly StatedLine[]): [FilingFact, string][] {
  const found: [FilingFact, string][] = [];
  for (const { whole, parts } of wholes) {
    for (const { period, unit } of wholePeriods(lines, whole)) {
      const total = latestOf(period);
      const stated = parts.flatMap((concepts) => partOf(lines, concepts, total.fact) ?? []);
      const above = stated.filter(({ value }) => value > Math.max(total.value, 0) * rounding && value > 0);
      if (total.value <= 0 || above.length === 0) continue;
      for (const { wrong, against } of wrongOnes(lines, total, stated, above)) {
        const why = `${against.fact.concept} of the same period is ${amount(against.value, unit)}`;
        found.push(...vintagesOf(lines, wrong).map((fact): [FilingFact, string] => [fact, asideText(fact, why)]));
      }
    }
  }
  return found;
}

interface Wrong {
  readonly wrong: Stated;
  readonly against: Stated;
}

function wrongOnes(
  lines: readonly StatedLine[],
  total: Stated,
  stated: readonly Stated[],
  above: readonly Stated[],
): readonly Wrong[] {
  const [part] = above;
  if (part === undefined) return [];
  const fits = ({ value }: Stated): boolean => value <= total.value * rounding && Math.abs(value) > total.value / 100;
  const isWholeRight = stated.some(fits);
  const income = above.find(({ fact }) => flowConcepts.netIncome.some((concept) => concept === fact.concept));
  const isIncomeRight = income === undefined ? null : agreesWithEarningsAShare(lines, income);
  const ofWhole = { wrong: total, against: part };
  const ofParts = above.map((one) => ({ wrong: one, against: total }));
  if (isWholeRight) return isIncomeRight === true ? [] : ofParts;
  if (above.length > 1 || isIncomeRight === true || isContract(total)) return [ofWhole];
  return isIncomeRight === false ? ofParts : [...ofParts, ofWhole];
}

/** For a bank or an insurer, revenue from contracts is a part. */
function isContract({ fact }: Stated): boolean {
  return fact.concept.startsWith("RevenueFromContract");
}

/** All filings on a period that agree. */
function vintagesOf(lines: readonly StatedLine[], { fact, value }: Stated): FilingFact[] {
  const line = lines.find(({ concept, unit }) => concept === fact.concept && unit === fact.unit);
  const period = line?.periods.find(([one]) => one.fact.end === fact.end && one.fact.start === fact.start) ?? [];
  return period.filter((one) => isSame(one.value, value)).map((one) => one.fact);
}

function agreesWithEarningsAShare(lines: readonly StatedLine[], { fact, value }: Stated): boolean | null {
  const eps = partOf(lines, flowConcepts.epsDiluted, fact, `${fact.unit}/shares`);
  const shares = partOf(lines, flowConcepts.dilutedShares, fact, "shares");
  if (eps === null || shares === null || eps.value * shares.value === 0) return null;
  const times = value / (eps.value * shares.value);
  return times > 1 / nearly && times < nearly;
}

/** The periods of the first concept that has each. */
function wholePeriods(lines: readonly StatedLine[], concepts: readonly string[]) {
  const seen = new Set<string>();
  return concepts.flatMap((concept) =>
    lines.flatMap((line) =>
      line.concept !== concept || line.unit === "shares"
        ? []
        : line.periods.flatMap((period) => {
            const { start, end } = period[0].fact;
            const key = `${line.unit} ${end} ${start ?? ""}`;
            if (seen.has(key)) return [];
            seen.add(key);
            return [{ period, unit: line.unit }];
          }),
    ),
  );
}

function partOf(
  lines: readonly StatedLine[],
  concepts: readonly string[],
  { start, end, unit }: FilingFact,
  inUnit = unit,
): Stated | null {
  for (const concept of concepts) {
    const line = lines.find((one) => one.concept === concept && one.unit === inUnit);
    const period = line?.periods.find(([{ fact }]) => fact.end === end && fact.start === start);
    if (period !== undefined) return latestOf(period);
  }
  return null;
}
