import type { FoundNumber } from "./found-number.ts";
import { withCents } from "./cents.ts";
import { findNumberWords } from "./number-words.ts";
import { withSignWords } from "./sign-words.ts";
import { joinScales, localForms } from "./local-forms.ts";
import { localPower } from "./local-words.ts";
import { remembered } from "./memoized.ts";
import { groups, readBody } from "./number-body.ts";
import { currencyAfter, enclosing, powers, suffix } from "./number-patterns.ts";
import { occurs } from "./pattern-search.ts";
import { roundingOf } from "./round-amounts.ts";
import { asPartsOfOne } from "./parts-of-one.ts";
import { spacedScale } from "./spaced-scale.ts";
import { asTold } from "./told-unit.ts";
import { vulgarFractions as vulgar } from "./vulgar-fractions.ts";
import { plainDigits } from "./plain-digits.ts";
import { currencyBefore, currencyOfSymbol, isCurrencyCode, sameCurrency } from "./currencies.ts";
import { nameAround, namedNumber, nameWithScale } from "./number-names.ts";

/** A number as read alone, before a range lends it a unit or a scale. */
interface Draft {
  readonly start: number;
  readonly end: number;
  /** Digits with their decimals, such as `12.3`. */
  readonly mantissa: string;
  /** Half a unit of its last digit, before any power. */
  readonly halfUnit: number;
  /** Power of ten from a printed exponent, and −2 for cents. */
  readonly power: number;
  /** Power of ten from a printed scale; `null`: none printed. */
  readonly scale: number | null;
  readonly unit: string | null;
  readonly sign: FoundNumber["sign"];
}

/**
 * The numbers in a text that state a quantity, in order. Left out, because they name something: dates, times
 * and bare years from 1900 to 2100, quarters and fiscal years, evidence ids, list marks and ordinals, rounds,
 * an indicator's parameters (`RSI(14)`, `50-day`, `SMA 200`), windows (`the last 12 months`), indices
 * (`S&P 500`), forms (`10-K`), tickers (`0700.HK`, `3M`), addresses and every other word with a digit in it.
 * In a range (`10–12%`, `$10–12`, `45 to 50 bps`) both ends have the unit and the scale.
 *
 * Reads the digits of several scripts, with `,` for thousands and `.` for decimals, and the other way round where a unit
 * shows it (`3,5 %`); fractions (`½`), and quantities in words (number-words.ts). Linear in the length of the text.
 * @param language of a text that is not English: its marks, months and names of time are read (local-forms.ts), and no
 * English words
 */
export function findNumbers(text: string, language?: string): readonly FoundNumber[] {
  if (language === undefined) return inEnglish(text);
  return printedIn(text, joinScales(text, findDigits(localForms(plainDigits(text), language))));
}

const inEnglish = remembered((text: string): readonly FoundNumber[] => {
  const digits = printedIn(text, findDigits(plainDigits(text)));
  const all = withSignWords(text, withCents(text, inOrder(digits, findNumberWords(text))));
  return asPartsOfOne(text, all).map((number) => asTold(text, number));
});

/** With what the text itself prints, in the digits of its script. */
function printedIn(text: string, found: readonly FoundNumber[]): FoundNumber[] {
  return found.map((number) => ({ ...number, text: text.slice(number.offset, number.offset + number.text.length) }));
}

/** Both lists by their place; words that overlap with digits (`10-fold`, `1.2 crore`) are the digits' own. */
function inOrder(digits: readonly FoundNumber[], words: readonly FoundNumber[]): FoundNumber[] {
  if (words.length === 0) return [...digits];
  const all: FoundNumber[] = [];
  let next = 0;
  const covered = (word: FoundNumber): boolean =>
    [digits[next - 1], digits[next]].some(
      (other) =>
        other !== undefined &&
        other.offset < word.offset + word.text.length &&
        word.offset < other.offset + other.text.length,
    );
  for (const word of words) {
    for (let number = digits[next]; number !== undefined && number.offset < word.offset; number = digits[next]) {
      all.push(number);
      next += 1;
    }
    if (!covered(word)) all.push(word);
  }
  return [...all, ...digits.slice(next)];
}

function findDigits(text: string): FoundNumber[] {
  const drafts: Draft[] = [];
  const addresses = text.includes("://") ? [...text.matchAll(/https?:\/\/\S+/g)] : [];
  let address = 0;
  let floor = 0;
  for (let at = nextDigit(text, 0); at < text.length; at = nextDigit(text, floor)) {
    while (endOf(addresses[address]) <= at) address += 1;
    const link = addresses[address];
    const name = link !== undefined && link.index <= at ? endOf(link) : namedNumber(text, at);
    if (name !== null) {
      floor = Math.max(name, at + 1);
      continue;
    }
    const { draft, next } = readNumber(text, at, floor);
    if (draft !== null) drafts.push(draft);
    floor = next;
  }
  // From the end, so that a scale reaches over several: "109.6 minus 11.1 makes 98.5 billion".
  for (let at = drafts.length - 2; at >= 0; at -= 1) {
    const [draft, next] = [drafts[at], drafts[at + 1]];
    if (draft !== undefined && next !== undefined) drafts[at] = withScaleOf(text, draft, next);
  }
  return drafts
    .map((draft, index) => inRange(text, draft, drafts[index - 1], drafts[index + 1]))
    .filter(({ value, halfUnit }) => Number.isFinite(value) && Number.isFinite(halfUnit));
}

function nextDigit(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code >= 48 && code <= 57) || vulgar.has(text.charAt(at))) return at;
  }
  return text.length;
}

function endOf(match: RegExpExecArray | undefined): number {
  return match === undefined ? Infinity : match.index + match[0].length;
}

/** The number whose first digit stands at `digit`, with what is printed around it; no draft when it is a name. */
function readNumber(text: string, digit: number, floor: number): { draft: Draft | null; next: number } {
  const leadingPoint = digit > floor && text.charAt(digit - 1) === "." && !/[\w)\]]/.test(text.charAt(digit - 2));
  const at = leadingPoint ? digit - 1 : digit;
  const { bodyEnd, whole, decimals, halfUnit, power } = readBody(text, at);
  const [tail = "", word, sinic, letter, percent, points, bps, ratio, fold] = groups(suffix, text, bodyEnd);
  const suffixUnit =
    (percent ?? points)
      ? "%"
      : bps !== undefined
        ? "bps"
        : ratio !== undefined
          ? "x"
          : fold !== undefined
            ? "fold"
            : null;
  const spaced =
    word === undefined && sinic === undefined && letter === undefined && tail === ""
      ? spacedScale(text, at, bodyEnd)
      : null;
  const { start: front, unit: frontUnit, sign } = readFront(text, at, floor);
  const tailEnd = bodyEnd + tail.length + (spaced?.length ?? 0);
  const trailing = suffixUnit === null ? readCurrencyAfter(text, tailEnd) : null;
  // `$12 USD` is one amount; in `€5 USD 12` the code belongs to the next.
  const after = trailing !== null && (frontUnit === null || sameCurrency(frontUnit, trailing.unit)) ? trailing : null;
  const end = after?.end ?? tailEnd;
  const scaleName = (word ?? sinic ?? letter ?? spaced?.trim())?.toLowerCase();
  const scale = scaleName === undefined ? null : (powers.get(scaleName) ?? localPower(scaleName));
  const unit = suffixUnit ?? after?.unit ?? frontUnit;

  if (unit === null) {
    const name = scale === null ? nameAround(text, at, bodyEnd) : nameWithScale(text, at, end);
    if (name !== null) return { draft: null, next: name };
  }
  const inBrackets = sign === null && front > floor && text.charAt(front - 1) === "(" && text.charAt(end) === ")";
  const draft = {
    start: inBrackets ? front - 1 : front,
    end: inBrackets ? end + 1 : end,
    mantissa: `${whole}.${decimals}`,
    halfUnit,
    // One per mille is ten basis points.
    power: power + (after?.cents === true ? -2 : 0) + (bps === "‰" ? 1 : 0),
    scale,
    unit,
    sign: inBrackets ? ("()" as const) : sign,
  };
  return { draft, next: draft.end };
}

function readCurrencyAfter(text: string, at: number): { unit: string; end: number; cents: boolean } | null {
  const [found = "", code, symbol, name] = groups(currencyAfter, text, at);
  const cents = name?.startsWith("cent") === true;
  const named = name === undefined ? null : name.startsWith("euro") ? "EUR" : "$";
  const unit =
    code !== undefined && isCurrencyCode(code) ? code : symbol === undefined ? named : currencyOfSymbol(symbol);
  return unit === null ? null : { unit, end: at + found.length, cents };
}

/** Sign and currency before a number, in either order: `-$5`, `$-5`, `−5`, `USD 5`. */
function readFront(
  text: string,
  at: number,
  floor: number,
): { start: number; unit: string | null; sign: "+" | "-" | null } {
  const currency = currencyBefore(text, at, floor);
  if (currency !== null) {
    const sign = signBefore(text, currency.start, floor);
    return { start: sign === null ? currency.start : currency.start - 1, unit: currency.unit, sign };
  }
  const inner = at > floor ? signs.get(text.charAt(at - 1)) : undefined;
  const outer =
    inner !== undefined && currencyOfSymbol(text.charAt(at - 2)) !== null ? currencyBefore(text, at - 1, floor) : null;
  if (inner !== undefined && outer !== null) return { start: outer.start, unit: outer.unit, sign: inner };
  const sign = signBefore(text, at, floor);
  return { start: sign === null ? at : at - 1, unit: null, sign };
}

const signs: ReadonlyMap<string, "+" | "-"> = new Map([
  ["+", "+"],
  ["＋", "+"],
  ["-", "-"],
  ["−", "-"],
  ["–", "-"],
  ["－", "-"],
]);

/** The sign right before `at`; none when the mark joins two words or numbers, or is the second half of `+/-`. */
function signBefore(text: string, at: number, floor: number): "+" | "-" | null {
  const sign = at > floor ? (signs.get(text.charAt(at - 1)) ?? null) : null;
  if (sign === null || at < 2) return sign;
  return /[\p{L}\p{N}_)\]%.]/u.test(text.charAt(at - 2)) || text.slice(Math.max(0, at - 3), at - 1) === "+/"
    ? null
    : sign;
}

/** "98.5 against 97.3 billion": both are billions. */
function withScaleOf(text: string, draft: Draft, next: Draft): Draft {
  if (draft.scale !== null || next.scale === null || draft.unit !== null) return draft;
  const gap = text.slice(draft.end, next.start);
  return /^ (?:against|versus|vs\.?|minus|less|plus|makes|compared (?:to|with)) [$€£₹]?$/.test(gap)
    ? { ...draft, scale: next.scale }
    : draft;
}

/** The finished number, with what the other end of its range lends it. */
function inRange(text: string, draft: Draft, before: Draft | undefined, after: Draft | undefined): FoundNumber {
  let { unit, scale } = draft;
  const up = after === undefined ? null : joint(text, draft, after);
  if (after !== undefined && up !== null) {
    if (scale === null && (unit === null || unit === after.unit || after.unit === null)) scale = after.scale;
    if (up !== "apart") unit ??= after.unit;
  }
  if (before !== undefined && unit === null && joint(text, before, draft) === "dash") {
    unit = before.unit;
    scale ??= before.scale;
  }
  const power = draft.power + (scale ?? 0);
  const amount = Number(`${draft.mantissa}e${power}`);
  return {
    text: text.slice(draft.start, draft.end),
    offset: draft.start,
    value: draft.sign === "-" || draft.sign === "()" ? -amount : amount,
    halfUnit: draft.halfUnit * Number(`1e${power}`) * (power === 0 ? roundingOf(draft.mantissa, amount) : 1),
    unit,
    sign: draft.sign,
  };
}

/** How two numbers make a range: `10–12`, `10 to 12`, `between 10 and 12`, or `10 – 12`, which may be no range. */
function joint(text: string, low: Draft, high: Draft): "dash" | "word" | "apart" | null {
  if (high.start - low.end > 5) return null;
  const gap = text.slice(low.end, high.start);
  if (/^[-–—−~]$/.test(gap)) return "dash";
  if (/^(?: to |-to-)$/.test(gap)) return "word";
  if (gap === " and ") return occurs(enclosing, text.slice(Math.max(0, low.start - 32), low.start)) ? "word" : null;
  return /^ [–—] $/.test(gap) ? "apart" : null;
}
