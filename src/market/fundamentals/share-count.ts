import type { FilingFact, Instrument } from "../market-data.ts";
import { readable } from "../measures/plausible.ts";
import { flowConcepts, shareConcepts } from "./concepts.ts";
import type { Flows } from "./flow-measures.ts";
import type { KnownFacts } from "./known-facts.ts";
import { type Figure, lastAverage } from "./trailing.ts";

/** How many of the counted shares one traded unit stands for. */
export type TradedUnit =
  | { readonly known: true; readonly shares: number; readonly from: string | null }
  | { readonly known: false; readonly reason: string };

/** What shows whether the traded unit is the counted share. */
export type TradedInstrument = Pick<Instrument, "symbol" | "name" | "calendar" | "sharesPerUnit" | "kind">;

const depositary =
  /\b(?:ADSs?|ADRs?|GDSs?|GDRs?|NVDR|(?:American|Global) Depositary|Depositary (?:Shares?|Receipts?|Interests?))\b/i;
export function namesDepositary(name: string): boolean {
  return depositary.test(name);
}

/** Filers with several classes count in class A. */
const otherClass = /\b(?:class|series|cl\.?)\s*([B-Z])\b/i;
const classSuffix = /-([B-Z])$/;

/**
 * Whether one traded unit is one of the shares that filings count. Unknown for depositary receipts, foreign issuers
 * (20-F) and classes other than A.
 * @param facts ascending by `filed`
 */
export function tradedUnit(instrument: TradedInstrument, facts: readonly FilingFact[]): TradedUnit {
  const { symbol, name, calendar, sharesPerUnit, kind } = instrument;
  if (sharesPerUnit !== undefined) return { known: true, shares: sharesPerUnit, from: "as the instrument says" };
  const named = ratioIn(name);
  if (named !== null) return { known: true, shares: named, from: "as its name says" };
  const how = "how many of the shares that the filings count it stands for is not known";
  if (kind === "adr" || depositary.test(name))
    return { known: false, reason: `what trades is a depositary receipt, and ${how}` };
  if (calendar === "XNYS" && isForeign(facts))
    return {
      known: false,
      reason: `the company files as a foreign issuer; what trades may be a depositary receipt, and ${how}`,
    };
  const traded = otherClass.exec(name)?.[1] ?? classSuffix.exec(symbol)?.[1];
  if (traded !== undefined) return { known: false, reason: `what trades is class ${traded.toUpperCase()}, and ${how}` };
  return { known: true, shares: 1, from: null };
}

/** Whether the newest annual report, else any, is a foreign issuer's; 40-F are Canadian shares. */
export function isForeign(facts: readonly Pick<FilingFact, "form">[]): boolean {
  const annual = facts.findLast(({ form }) => /^(?:10-K|20-F|40-F)/.test(form));
  if (annual !== undefined) return annual.form.startsWith("20-F");
  const last = facts.at(-1);
  return last !== undefined && last.form.startsWith("6-K");
}

const words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** `13` of `ADS, each representing 13 ordinary shares`, `0.5` of `two ADS represent one share`. */
function ratioIn(name: string): number | null {
  const found =
    /(?:(\w+)\s+(?:ADSs?|ADRs?|GDRs?|Depositary Shares?|Depositary Receipts?)\s+)?\b(?:each\s+)?represent(?:s|ing)?\s+(?:the right to receive\s+)?([\w./]+)/i.exec(
      name,
    );
  const shares = numberOf(found?.[2]);
  if (shares === null) return null;
  return shares / (numberOf(found?.[1]) ?? 1);
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const word = words.indexOf(text.toLowerCase());
  if (word !== -1) return word + 1;
  const [top, bottom, ...rest] = text.split("/").map(Number);
  const value = rest.length > 0 || top === undefined ? Number.NaN : top / (bottom ?? 1);
  return Number.isFinite(value) && value > 0 ? value : null;
}

export interface ShareCount {
  readonly figure: Figure | null;
  /** Why there is no count although filings state shares. */
  readonly note: string | null;
  /** Shares that earnings a share refer to: one, or all of one traded unit. */
  readonly earningsOf: number;
  /** Why earnings a share fit neither; `null` when they do, or nothing tells. */
  readonly earningsNote: string | null;
}

/** Issues and buybacks within a year stay below this. */
const near = 1.33;
/** Counts this far apart are slips: filers err by thousands. */
const slip = 3;
/** Below this a rounded figure a share is too coarse to divide by. */
const leastEarnings = 0.1;

/**
 * The newest count of shares on the session's basis: cover page with all classes, balance sheet, or the period's
 * average. It must be near what the statements divide by.
 * @param sharesPerUnit of one traded unit, 1 where unknown
 */
export function shareCount(known: KnownFacts, flows: Flows, sharesPerUnit: number): ShareCount {
  const average = lastAverage(known, flowConcepts.dilutedShares)?.now ?? null;
  const earners = impliedShares(flows);
  const isOfUnit =
    earners !== null &&
    average !== null &&
    !isWithin(earners, average.value, near) &&
    isWithin(earners * sharesPerUnit, average.value, near);
  const earningsOf = isOfUnit ? sharesPerUnit : 1;
  const implied = earners === null ? null : earners * earningsOf;
  const isSlip = implied !== null && average !== null && !isWithin(average.value, implied, slip);
  const earningsNote =
    isSlip && !isPowerOfThousand(average.value / implied) ? earningsText(average.value, implied) : null;
  const divided = isSlip && earningsNote === null ? implied : (average?.value ?? implied);
  const counts = shareConcepts.flatMap((concept) => newestCount(known, concept) ?? []);
  const plausible = counts.filter(({ value }) => divided === null || isWithin(value, divided, slip));
  if (counts.length === 0) return { figure: null, note: null, earningsOf, earningsNote };
  const [first, second] = plausible.toSorted((a, b) => (a.end > b.end ? -1 : Number(a.end < b.end)));
  if (first === undefined)
    return {
      figure: null,
      note: `the filings count ${texts(counts)} shares, and the statements divide by ${readable(divided ?? 0)}`,
      earningsOf,
      earningsNote,
    };
  if (divided === null || isWithin(first.value, divided, near))
    return { figure: first, note: null, earningsOf, earningsNote };
  // Shares issued since are on the balance sheet too.
  const isConfirmed = first.value > divided && second !== undefined && isWithin(second.value, first.value, 1.1);
  if (isConfirmed) return { figure: first, note: null, earningsOf, earningsNote };
  const may = first.value < divided ? "one may be of one class of several" : "which is right is not known";
  return {
    figure: null,
    note: `the filings count ${texts([first])} shares, and the statements divide by ${readable(divided)}: ${may}`,
    earningsOf,
    earningsNote,
  };
}

/** Net income / earnings a share: the shares that earn it, of all classes. */
function impliedShares({ netIncome, epsDiluted }: Flows): number | null {
  const income = netIncome?.now;
  const eps = epsDiluted?.now;
  if (income === undefined || eps === undefined || income.end !== eps.end) return null;
  const shares = income.value / eps.value;
  return Math.abs(eps.value) >= leastEarnings && shares > 0 ? shares : null;
}

function isWithin(a: number, b: number, factor: number): boolean {
  return a < b * factor && a > b / factor;
}

function isPowerOfThousand(times: number): boolean {
  const log = Math.log10(times) / 3;
  return Math.round(log) !== 0 && Math.abs(log - Math.round(log)) < 0.1;
}

function earningsText(average: number, implied: number): string {
  return `net income is earned by ${readable(Math.round(implied))} shares by the earnings a share, and by ${readable(average)} by the average of shares`;
}

function texts(counts: readonly Figure[]): string {
  return counts.map(({ value, formula }) => `${readable(value)} (${formula})`).join(", ");
}

/** Of the newest date; several classes of one cover page are added up. */
function newestCount(known: KnownFacts, concept: string): Figure | null {
  const last = known.series(concept).findLast(({ value }) => value > 0);
  if (last === undefined || last.end < known.latestEnd) return null;
  const classes = known.classesOf(last.fact);
  const value = classes.reduce((sum, one) => sum + one.value, 0) * (last.value / last.fact.value);
  const facts: readonly FilingFact[] = classes;
  const formula = classes.length === 1 ? concept : `${concept} of ${classes.length} classes`;
  return { value, end: last.end, formula, facts };
}
