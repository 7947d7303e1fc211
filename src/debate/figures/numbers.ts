import { isEnglish } from "#src/contract/run/language.ts";
import { isKnownCurrency, ascii, clean, localeWords, type LocaleWords, type PrintedUnit } from "./words/locale.ts";
import { isName, isSpan, withoutNames } from "./words/measure-names.ts";

/** A number that a text states. */
export interface FoundFigure {
  /** With its sign, currency, scale and unit. */
  readonly from: number;
  readonly to: number;
  /** After scale. `12.3%` is 12.3. */
  readonly value: number;
  /** Half a unit of the last printed digit, with the scale applied. */
  readonly halfUnit: number;
  readonly unit: PrintedUnit | null;
  readonly sign: "+" | "-" | null;
  /** Digits that mean something. */
  readonly digits: number;
  readonly isWhole: boolean;
  /** What its scale word multiplies it by. */
  readonly factor: number;
  /** Counts sessions, days or months: a window, or an age. */
  readonly isSpan: boolean;
}

const body = /\d+(?:[.,'][0-9]+|(?<=\d) (?=\d{3}(?!\d))\d{3})*/g;
const mostWord = 22;
const vulgar: Readonly<Record<string, number>> = { "¼": 0.25, "½": 0.5, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3 };

/** In order; linear in length. */
export function readNumbers(given: string, language: string | undefined): FoundFigure[] {
  if (!/\p{Nd}/u.test(given)) return [];
  const locale = localeWords(language);
  const text = withoutNames(ascii(given), isEnglish(language));
  const lower = text.toLowerCase();
  // A letter with a longer lower case would shift the offsets after it.
  const plain = lower.length === text.length ? lower : text;
  const found: FoundFigure[] = [];
  let floor = 0;
  for (const match of text.matchAll(body)) {
    if (match.index < floor) continue;
    const one = readOne({ text, lower: plain, floor, locale }, match.index, match[0]);
    floor = one?.to ?? match.index + match[0].length;
    if (one !== null) found.push(one);
  }
  return found.map((one, at) => inRange(text, one, found[at + 1]));
}

interface Reading {
  readonly text: string;
  readonly lower: string;
  readonly floor: number;
  readonly locale: LocaleWords;
}

function readOne(reading: Reading, from: number, raw: string): FoundFigure | null {
  const { text, lower, locale } = reading;
  // "The 20, 50 and 200": a separator that joins nothing.
  const digits = raw.includes(" ") && locale.group !== " " ? raw.slice(0, raw.indexOf(" ")) : raw;
  const part = vulgar[text.charAt(from + digits.length)] ?? 0;
  const to = from + digits.length + (part === 0 ? 0 : 1);
  const number = valueOf(digits, locale);
  if (number === null || isGlued(text, from)) return null;
  const before = prefixOf(reading, from);
  const scale = wordAt(lower, to, locale.scales);
  const factor = scale?.found ?? 1;
  const behind = unitBehind(lower, text, scale?.to ?? to, locale);
  const unit = behind?.unit ?? before.unit;
  const end = behind?.to ?? scale?.to ?? to;
  if (isGluedBehind(text, end)) return null;
  const isBare = before.unit === null && scale === null && behind === null;
  if (isBare && isName(text, from, to, digits, locale)) return null;
  const spanned = (isBare || unit === "days") && isSpan(text, to, locale);
  return {
    from: before.from,
    to: end,
    value: (before.sign === "-" ? -1 : 1) * rounded((number.value + part) * factor),
    halfUnit: (part === 0 ? number.halfUnit : 0.05) * factor,
    unit,
    sign: before.sign,
    digits: digits.replaceAll(/\D/g, "").replace(/^0+/, "").length,
    isWhole: scale === null && Number.isInteger(number.value) && number.halfUnit >= 0.5,
    factor,
    isSpan: spanned,
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(15));
}

function isGlued(text: string, from: number): boolean {
  return (
    /[A-Za-z_\d]$|\d[.,]$|[A-Za-z]-$/.test(text.slice(Math.max(0, from - 2), from)) &&
    !/\b[A-Z]{3}$/.test(text.slice(Math.max(0, from - 4), from))
  );
}

function isGluedBehind(text: string, to: number): boolean {
  return /^[A-Za-z_]/.test(text.charAt(to)) && /\d/.test(text.charAt(to - 1));
}

/** @returns `null` for what no language prints */
function valueOf(
  digits: string,
  { decimal }: LocaleWords,
): { readonly value: number; readonly halfUnit: number } | null {
  const marks = digits.replaceAll(/\d/g, "");
  const last = marks.at(-1) ?? "";
  const at = digits.lastIndexOf(last === "" ? "none" : last);
  const behind = at < 0 ? 0 : digits.length - at - 1;
  const isOnly = marks.indexOf(last) === marks.length - 1;
  const isDecimal = (last === "." || last === ",") && isOnly && (marks.length > 1 || last === decimal || behind !== 3);
  const plain = isDecimal
    ? `${digits.slice(0, at).replaceAll(/\D/g, "")}.${digits.slice(at + 1)}`
    : digits.replaceAll(/\D/g, "");
  const value = Number(plain);
  if (!Number.isFinite(value)) return null;
  // "4,130,000,000" is told to the million.
  const zeros = /000(?:0*)$/.exec(plain)?.[0].length ?? 0;
  return { value, halfUnit: 0.5 * 10 ** (isDecimal ? -behind : zeros) };
}

interface Prefix {
  readonly from: number;
  readonly unit: PrintedUnit | null;
  readonly sign: FoundFigure["sign"];
}

/** Replaces direction marks, which are not spaces. */
const mark = "\u0001";
const prefix =
  /(?:(?<![\p{L}\d)\]])([-+–])[\s\u0001]{0,2})?(?:((?:(?<![A-Za-z])[A-Z]{1,3})?\p{Sc}|(?<![A-Za-z])[A-Z]{3}|%)(?:[\s\u0001]{0,2}([-+]))?)?[\s\u0001]{0,2}$/u;

/** In either order; `%` too, as in Turkish. */
function prefixOf({ text, floor, locale }: Reading, from: number): Prefix {
  const near = text.slice(Math.max(0, from - 10), from).replaceAll(/[\u200E\u200F\u061C]/g, mark);
  const [whole = "", outer, printed, inner] = prefix.exec(near) ?? [];
  const unit = printed === undefined ? null : frontUnit(printed, locale);
  const sign = outer ?? inner;
  if (from - whole.length < floor || (unit === null && printed !== undefined)) return { from, unit: null, sign: null };
  // A sign touches its number: "the mean - 47.95" has a dash.
  const isApart = sign !== undefined && printed === undefined && /\s$/.test(whole);
  if (isApart || (unit === null && sign === undefined)) return { from, unit, sign: null };
  const lead = /^[\s\u0001]*/.exec(whole)?.[0].length ?? 0;
  return { from: from - whole.length + lead, unit, sign: sign === undefined ? null : sign === "+" ? "+" : "-" };
}

function frontUnit(printed: string, { units }: LocaleWords): PrintedUnit | null {
  const known = units.get(printed.toLowerCase());
  if (known !== undefined && !/^[A-Z]+$/.test(printed)) return known;
  return isCode(printed) ? printed : null;
}

function isCode(word: string): boolean {
  return isKnownCurrency(word) || /^(?:USDT|USDC|GBX|RMB|CNH)$/.test(word);
}

function unitBehind(
  lower: string,
  text: string,
  at: number,
  { units }: LocaleWords,
): { readonly unit: PrintedUnit; readonly to: number } | null {
  const word = wordAt(lower, at, units);
  if (word !== null) return { unit: word.found, to: word.to };
  const code = /^ ?([A-Z]{3,4})(?![A-Za-z])/.exec(text.slice(at, at + 6))?.[1];
  return code !== undefined && isCode(code) ? { unit: code, to: text.indexOf(code, at) + code.length } : null;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** With a space between or none. */
function wordAt<T>(lower: string, from: number, table: ReadonlyMap<string, T>): { found: T; to: number } | null {
  let at = from;
  while (at < from + 4 && /[\s\u200E\u200F\u061C]/.test(lower.charAt(at)) && lower.charAt(at) !== "\n") at += 1;
  const near = lower.slice(at, at + mostWord);
  for (let length = near.length; length > 0; length -= 1) {
    const word = near.slice(0, length);
    const found = table.get(clean(word) === word ? word : "");
    if (found === undefined) continue;
    const [last, next] = [word.charAt(length - 1), lower.charAt(at + length)];
    if (/\d$/.test(word) && /^[.,]?\d/.test(lower.slice(at + length, at + length + 2))) continue;
    if (/[\p{L}\d]/u.test(next) && /[\p{L}\d]/u.test(last) && !unspaced.test(last)) continue;
    return { found, to: at + length };
  }
  return null;
}

/** "10–12%": the first has the unit and scale of the second. */
function inRange(text: string, one: FoundFigure, next: FoundFigure | undefined): FoundFigure {
  if (next === undefined || next.from - one.to > 5 || next.isSpan) return one;
  if (!/^\s?(?:-|–|—|to)\s?$/.test(text.slice(one.to, next.from)) || one.unit === "x") return one;
  return one.unit === null && next.unit !== null && next.halfUnit < 1e3 ? { ...one, unit: next.unit } : one;
}
