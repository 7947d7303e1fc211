import type { FilingFact, Instrument } from "../market-data.ts";

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
