import { addDays, type LocalDate } from "#src/core/clock.ts";
import type { FilingFact } from "../market-data.ts";
import { readable } from "../measures/plausible.ts";
import { balanceConcepts, flowConcepts, shareConcepts, wantedConcepts } from "./concepts.ts";
import { laterFiling, windowDays } from "./known-facts.ts";
import {
  amount,
  asideText,
  isSame,
  latestOf,
  linesOf,
  type StatedLine,
  type Stated,
  partsAboveWholes,
} from "./stated-lines.ts";

export interface SetAside {
  readonly facts: ReadonlySet<FilingFact>;
  readonly notes: readonly string[];
}

/** How far a slip may be from a whole power of ten. */
const exact = 0.02;
const loose = 0.5;
const close = 0.2;
const clear = 0.3;
const notesShown = 8;

/**
 * Contradicted facts: two figures of one period, a jump by a power of ten against both neighbours, parts above their
 * whole.
 * @param basis the session's shares for one share of a day
 */
export function contradictions(
  facts: readonly FilingFact[],
  basis: (day: LocalDate) => number,
  session: LocalDate,
): SetAside {
  const oldest = addDays(session, -windowDays);
  const wanted = facts.filter(({ end, concept }) => end >= oldest && end <= session && wantedConcepts.has(concept));
  const found = new Map<FilingFact, string>();
  let lines = linesOf(wanted, basis);
  for (const find of [contestedPeriods, jumpsOfBoth, jumpsOfOne, partsAboveWholes]) {
    const slipped = new Set([...found.keys()].map(({ accession }) => accession));
    const contradicted = find(lines, slipped);
    if (contradicted.length === 0) continue;
    for (const [fact, reason] of contradicted) found.set(fact, reason);
    lines = linesOf(
      wanted.filter((fact) => !found.has(fact)),
      basis,
    );
  }
  const reasons = [...new Set(found.values())];
  const more = reasons.length - notesShown;
  return {
    facts: new Set(found.keys()),
    notes: [...reasons.slice(0, notesShown), ...(more > 0 ? [`and ${more} more facts of this kind`] : [])].map(
      (text) => `filings: ${text}`,
    ),
  };
}

/** Splits of ten or a hundred for one look like slips too, so of shares only thousands count. */
function leastPower(unit: string): number {
  return unit === "shares" || unit.endsWith("/shares") ? 3 : 1;
}

interface PowerOfTen {
  readonly power: number;
  /** How far it is from a whole number of powers of ten. */
  readonly off: number;
}

/** Between figures of one sign; `null` for others. */
function powerBetween(a: number, b: number): PowerOfTen | null {
  if (a === 0 || b === 0 || Math.sign(a) !== Math.sign(b)) return null;
  const log = Math.log10(a / b);
  const power = Math.round(log);
  return { power, off: Math.abs(log - power) };
}

function contestedPeriods(lines: readonly StatedLine[]): [FilingFact, string][] {
  return lines.flatMap((line) =>
    line.periods.flatMap((period, index) => {
      const rivals = rivalsOf(period, line);
      if (rivals.length < 2) return [];
      // Filings that are part of the dispute cannot decide it.
      const parties = new Set(
        period.filter(({ value }) => rivals.some((one) => isSame(one, value))).map(({ fact }) => fact.accession),
      );
      const right = decide(rivals, period, neighbours(line, index, parties));
      const wrong = period.filter(
        ({ value }) => rivals.some((one) => isSame(one, value)) && (right === null || !isSame(value, right)),
      );
      const why =
        right === null
          ? `filings give ${rivals.map((one) => restatedAmount(one, line.unit)).join(" and ")} for one period, and nothing tells which is right`
          : `other filings and periods say ${restatedAmount(right, line.unit)}`;
      return wrong.map(({ fact }): [FilingFact, string] => [fact, asideText(fact, why)]);
    }),
  );
}

/** The disagreeing figures of a period, each once; fewer than two means no dispute. */
function rivalsOf(period: readonly [Stated, ...Stated[]], { concept, unit }: StatedLine): number[] {
  const latest = latestOf(period);
  // A cover page lists classes of shares side by side.
  const isCount = shareConcepts.some((one) => one === concept);
  const rivals = [latest.value];
  for (const { fact, value } of period) {
    if (rivals.some((one) => isSame(one, value))) continue;
    const between = powerBetween(value, latest.value);
    const isSlip = between !== null && Math.abs(between.power) >= leastPower(unit) && between.off < exact;
    const isBeside = !isCount && laterFiling(fact, latest.fact) === 0 && !isRounding(fact.value, latest.fact.value);
    if (isSlip || isBeside) rivals.push(value);
  }
  return rivals;
}

/** The same figure, once with fewer digits. */
function isRounding(a: number, b: number): boolean {
  const rounds = (short: number, long: number): boolean => {
    const digits = short.toExponential().split("e")[0]?.replace(/\D/g, "").length ?? 1;
    return Number(long.toPrecision(Math.min(digits, 21))) === short;
  };
  return rounds(a, b) || rounds(b, a);
}

/** The figure that another filing states too, or that alone fits the neighbours; `null`: nothing tells. */
function decide(rivals: readonly number[], period: readonly Stated[], beside: readonly number[]): number | null {
  const [nearest, next] = rivals
    .map((value) => ({ value, far: farFrom(value, beside) }))
    .toSorted((a, b) => a.far - b.far);
  if (nearest !== undefined && next !== undefined && nearest.far < loose && next.far - nearest.far > clear)
    return nearest.value;
  const filings = (value: number): number =>
    new Set(period.filter((one) => isSame(one.value, value)).map(({ fact }) => fact.accession)).size;
  const [most, second] = rivals.toSorted((a, b) => filings(b) - filings(a));
  return most !== undefined && second !== undefined && filings(most) > filings(second) ? most : null;
}

/** Powers of ten between a figure and the median of others. */
function farFrom(value: number, others: readonly number[]): number {
  const logs = others.flatMap((other) => (other * value > 0 ? [Math.log10(value / other)] : []));
  return logs.length === 0 ? Number.POSITIVE_INFINITY : Math.abs(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

/** Same-length periods about a year away; of balances the dates beside it. */
function neighbours({ periods, spans }: StatedLine, index: number, except: ReadonlySet<string> = new Set()): number[] {
  const here = spans[index];
  if (here === undefined) return [];
  const isBeside = (at: number): boolean => {
    const there = spans[at];
    if (there === undefined) return false;
    if (here.days === null || there.days === null) return here.days === there.days;
    const apart = Math.abs(there.end - here.end);
    return apart >= 350 && apart <= 380 && Math.abs(there.days - here.days) <= 8;
  };
  const before = spans.findLastIndex((_, at) => at < index && isBeside(at));
  const after = spans.findIndex((_, at) => at > index && isBeside(at));
  return [before, after].flatMap((at) => periods[at]?.findLast(({ fact }) => !except.has(fact.accession))?.value ?? []);
}

/** Measures of a company's size, which does not change tenfold and back. */
const sizes: ReadonlySet<string> = new Set([...flowConcepts.revenue, ...balanceConcepts.total]);

/** A figure that differs from both its neighbours by one power of ten. */
function jumpsOfBoth(lines: readonly StatedLine[]): [FilingFact, string][] {
  return jumps(lines).flatMap(({ line, period, beside, powers: [first, second] }) => {
    if (first === undefined || second === undefined || first.power !== second.power) return [];
    const isSize = sizes.has(line.concept);
    const size = Math.abs(first.power);
    const most = isSize && size >= 3 ? loose : close;
    if (size < (isSize ? 1 : 3) || Math.max(first.off, second.off) >= most) return [];
    return asideJump(line, period, first.power, beside);
  });
}

/** A figure a thousandfold off its only neighbour, in a filing whose other figures are not. */
function jumpsOfOne(lines: readonly StatedLine[], slipped: ReadonlySet<string>): [FilingFact, string][] {
  const single = jumps(lines).filter(({ powers }) => powers.length === 1);
  const steady = new Map<string, number>();
  for (const { period, powers } of single) {
    const { accession } = latestOf(period).fact;
    if (powers[0]?.power === 0) steady.set(accession, (steady.get(accession) ?? 0) + 1);
  }
  return single.flatMap(({ line, period, beside, powers: [first] }) => {
    const { accession } = latestOf(period).fact;
    const isAlone = (steady.get(accession) ?? 0) >= 2 || slipped.has(accession);
    if (first === undefined || Math.abs(first.power) < 3 || first.off >= close || !isAlone) return [];
    return asideJump(line, period, first.power, beside);
  });
}

interface Jump {
  readonly line: StatedLine;
  readonly period: StatedLine["periods"][number];
  readonly beside: readonly number[];
  /** Against each of `beside`. */
  readonly powers: readonly PowerOfTen[];
}

function jumps(lines: readonly StatedLine[]): Jump[] {
  return lines.flatMap((line) =>
    line.periods.flatMap((period, index): Jump[] => {
      const beside = neighbours(line, index);
      const powers = beside.flatMap((other) => powerBetween(latestOf(period).value, other) ?? []);
      return powers.length < beside.length ? [] : [{ line, period, beside, powers }];
    }),
  );
}

function asideJump(
  { unit }: StatedLine,
  period: readonly [Stated, ...Stated[]],
  power: number,
  beside: readonly number[],
): [FilingFact, string][] {
  const text = `the periods beside it say ${beside.map((one) => restatedAmount(one, unit)).join(" and ")}, ${readable(10 ** Math.abs(power))} times as ${power > 0 ? "little" : "much"}`;
  return period
    .filter(({ value }) => isSame(value, latestOf(period).value))
    .map(({ fact }): [FilingFact, string] => [fact, asideText(fact, text)]);
}

function restatedAmount(value: number, unit: string): string {
  const basis = unit === "shares" || unit.endsWith("/shares") ? " on today's split basis" : "";
  return `${amount(value, unit)}${basis}`;
}
