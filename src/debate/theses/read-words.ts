import { comparatorIn, type Comparator } from "#src/contract/run/conditions.ts";
import { type LocalDate, addDays, isRealDate } from "#src/core/clock.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { type Statement, findFigures, readStatement } from "../figures/figures.ts";
import { averageOf, watchable } from "./watch.ts";

/* `close under 187 for two sessions`. What is ambiguous is `null`. */

export interface WordsOfCondition {
  /** Key of the measure. */
  readonly measure: string | null;
  readonly comparator: Comparator | null;
  readonly threshold: { readonly value: number; readonly unit: string | null } | null;
  readonly sessions: number | null;
  readonly nextFiling: boolean;
  readonly by: LocalDate | null;
}

/** @param language absent for English */
export function readWords(said: string, session: LocalDate, language?: string): WordsOfCondition {
  const text = said.normalize("NFKC").toLowerCase();
  const average = averageOf.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return {
    measure: average ?? measureNamed(text),
    comparator: comparatorIn(text),
    threshold: average === null ? thresholdIn(said, language) : { value: 0, unit: "%" },
    sessions: readSessions(text),
    nextFiling: saysNextFiling(text),
    by: readDay(text, session),
  };
}

const named: readonly { readonly name: string; readonly key: string }[] = Object.entries(watchable)
  .flatMap(([key, { names }]) => [key, key.replaceAll("_", " "), ...names].map((name) => ({ name, key })))
  .toSorted((a, b) => b.name.length - a.name.length);

/** The longest name at the first place. */
export function measureNamed(text: string): string | null {
  const plain = text.normalize("NFKC").toLowerCase();
  let first: { at: number; key: string } | null = null;
  for (const { name, key } of named) {
    const at = wordAt(plain, name);
    if (at >= 0 && (first === null || at < first.at)) first = { at, key };
  }
  return first?.key ?? null;
}

function wordAt(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole = !/[\p{L}\d]/u.test(text.charAt(at - 1)) && !/[\p{L}\d]/u.test(text.charAt(at + name.length));
    if (isWhole) return at;
  }
  return -1;
}

/** Words that count sessions or days or name a day, but no level. */
const counting =
  /\b(?:for|on|over|within|in|after)\s+(?:at least\s+)?(?:the (?:next|following)\s+)?\S+\s+(?:consecutive\s+|straight\s+|trading\s+|calendar\s+|successive\s+)*(?:sessions?|closes?|days?|weeks?|months?)\b|\b(?:by|before|until|through)\s+(?:the end of\s+)?(?:\d{4}-\d\d-\d\d|\d{1,2} \p{L}+ \d{4}|\p{L}+ \d{1,2}, \d{4}|q[1-4] \d{4}|\d{4})|\b\S+ consecutive \p{L}+/giu;

/** From the words of a comparison to its number. */
const comparing = /(?:below|under|beneath|above|over|than|exceeds?|exceeding|least|most|[<>≤≥]=?)/i;

type Figure = ReturnType<typeof findFigures>[number];

/** `null` where there is none, or a range. */
function boundIn(
  said: string,
  language: string | undefined,
): { readonly from: number; readonly to: number; readonly number: Figure } | null {
  const bare = withoutCounts(said.normalize("NFKC"));
  const from = comparing.exec(bare)?.index ?? 0;
  const [number, second] = findFigures(bare.slice(from), language);
  if (number === undefined) return null;
  const to = from + number.offset + number.text.length;
  // "below 44 %, from 47.3 % now": the rest is a remark.
  const between = second === undefined ? "" : bare.slice(to, from + second.offset);
  return /^\s*(?:-|–|to|or|and)\s*$/i.test(between) ? null : { from, to, number };
}

function thresholdIn(said: string, language: string | undefined): WordsOfCondition["threshold"] {
  const found = boundIn(said, language);
  return found === null ? null : { value: found.number.value, unit: found.number.unit };
}

/** Counts of sessions and dates as blanks; offsets stay. */
function withoutCounts(text: string): string {
  return text.replaceAll(counting, blank);
}

function blank(found: string): string {
  return " ".repeat(found.length);
}

/** The words with blanks for the bound, which may come and is not. */
export function remarksIn(said: string, language?: string): string {
  // A character with a longer normal form would shift the offsets.
  const plain = said.normalize("NFKC").length === said.length ? said.normalize("NFKC") : said;
  const found = boundIn(plain, language);
  const bare = withoutCounts(plain);
  return found === null
    ? bare
    : bare.slice(0, found.from) + blank(bare.slice(found.from, found.to)) + bare.slice(found.to);
}

const numbers: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  a: 1,
  single: 1,
};

const some = "(\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|a|single)";
const inARow = "(?:consecutive |straight |successive )";
const rows: readonly RegExp[] = [
  new RegExp(
    `\\b(?:for|on|over) (?:at least |each of )?${some} (?:${inARow}|trading |daily )*(?:sessions?|closes|closing prices?|trading days|days)\\b`,
  ),
  new RegExp(`\\b${some} ${inARow}(?:trading |daily )*(?:sessions?|closes|closing prices?|days)\\b`),
  new RegExp(`\\b${some} (?:daily )?closes (?:at or )?(?:below|under|above|over)\\b`),
];

/** "for two sessions", not "return over 63 sessions". */
function readSessions(text: string): number | null {
  const behind = /(?:below|under|above|than|exceeds?|[<>≤≥]).*$/s.exec(text)?.[0] ?? "";
  const [plain = /$^/, ...others] = rows;
  const found = plain.exec(behind) ?? others.map((row) => row.exec(text)).find((match) => match !== null);
  const count = found?.[1];
  return count === undefined ? null : (numbers[count] ?? Number(count));
}

function saysNextFiling(text: string): boolean {
  return /\b(?:next|upcoming|coming|following)\s+(?:(?:quarterly|annual|earnings|quarter's|10-[qk]|sec)\s+)*(?:filings?|reports?|results|earnings|10-[qk]|quarter|release)\b/.test(
    text,
  );
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** `2025-09-30`, `September 30, 2025`, `in 3 months`. */
export function readDay(given: string, session: LocalDate): LocalDate | null {
  const text = given.normalize("NFKC").toLowerCase();
  const iso = /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0];
  if (iso !== undefined) return isRealDate(iso) ? iso : null;
  const [, day, month, year] = /\b(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})\b/.exec(text) ?? [];
  if (day !== undefined && month !== undefined && year !== undefined) return dateOf(year, month, day);
  const [, name, of, whole] = /\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/.exec(text) ?? [];
  if (name !== undefined && of !== undefined && whole !== undefined) {
    const found = dateOf(whole, name, of);
    if (found !== null) return found;
  }
  const [, count, unit = ""] =
    /\b(?:in|within)\s+(?:the next\s+)?(\d{1,3}|one|two|three|six|twelve)[ -](day|week|month|quarter|year)s?\b/.exec(
      text,
    ) ??
    /^\s*(\d{1,3})\s*(day|week|month|quarter|year)s?\s*$/.exec(text) ??
    [];
  if (count === undefined) return null;
  const many = count === "twelve" ? 12 : (numbers[count] ?? Number(count));
  return addDays(session, many * ({ day: 1, week: 7, month: 30, quarter: 91, year: 365 }[unit] ?? 0));
}

function dateOf(year: string, month: string, day: string): LocalDate | null {
  const at = months.indexOf(month.slice(0, 3));
  if (at < 0) return null;
  const date = `${year}-${String(at + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isRealDate(date) ? date : null;
}

export interface ReadConditions {
  /** Their words by name, with every reference resolved. */
  readonly fields: Readonly<Record<string, string>>;
  readonly spans: Readonly<Record<string, TextSpan[]>>;
  readonly denials: readonly string[];
}

/** What they say of the present is checked; their bound may come. */
export function readConditions(
  said: Readonly<Record<string, string>>,
  common: Omit<Statement, "text" | "points" | "fields">,
): ReadConditions {
  if (Object.keys(said).length === 0) return { fields: {}, spans: {}, denials: [] };
  const none = { ...common, text: "", points: [] };
  const { fields, checked, denials } = readStatement({ ...none, fields: said, isTrusted: true });
  if (common.isTrusted === true) return { fields, spans: checked.fields, denials };
  const remarks = Object.fromEntries(
    Object.entries(fields).map(([name, words]) => [name, remarksIn(words, common.language)]),
  );
  const read = readStatement({ ...none, fields: remarks });
  const spans = Object.entries(checked.fields).map(([name, written]) => [
    name,
    together(written, read.checked.fields[name] ?? []),
  ]);
  return { fields, spans: Object.fromEntries(spans), denials };
}

function together(written: readonly TextSpan[], found: readonly TextSpan[]): TextSpan[] {
  const beside = found.filter(({ from, to }) => written.every((span) => to <= span.from || span.to <= from));
  return [...written, ...beside].toSorted((a, b) => a.from - b.from);
}
