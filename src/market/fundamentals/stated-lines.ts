import { daysBetween, type LocalDate } from "#src/core/clock.ts";
import type { FilingFact } from "../market-data.ts";
import { readable } from "../measures/plausible.ts";
import { onBasis, vintage } from "./known-facts.ts";

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
