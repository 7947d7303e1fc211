import type { Kind, Quantity } from "./quantity.ts";
import { formatter, isKnownCurrency, ownWords } from "./words/locale.ts";

/** With its number alone, where the unit is said beside it. */
export interface Printed {
  readonly text: string;
  readonly bare: string;
}

type Digits = Pick<
  Intl.NumberFormatOptions,
  "minimumFractionDigits" | "maximumFractionDigits" | "maximumSignificantDigits"
>;

/** The one table of rounding, by kind and size. */
function digitsOf(kind: Kind, size: number): Digits {
  switch (kind) {
    case "price":
      return size >= 1 || size === 0 ? cents : { maximumSignificantDigits: 4 };
    case "line":
      return size >= 0.1 || size === 0 ? cents : { maximumSignificantDigits: 3 };
    case "percent":
    case "pp":
      return small(size) ?? { maximumFractionDigits: size < 1 ? 2 : size < 1000 ? 1 : 0 };
    case "multiple":
      return small(size) ?? { maximumFractionDigits: size < 1 ? 2 : 1 };
    case "ratio":
    case "plain":
      return small(size) ?? { maximumFractionDigits: size < 10 ? 2 : size < 1000 ? 1 : 0 };
    case "points":
      return small(size) ?? { maximumFractionDigits: 1 };
    case "count":
    case "days":
    case "money":
    case "shares":
      return { maximumFractionDigits: 0 };
    case "number":
    case "other":
      return { maximumSignificantDigits: 6 };
  }
}

const cents: Digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const fromCompact = 1e6;

const wholeScale: Intl.NumberFormatOptions = { notation: "compact", compactDisplay: "long", maximumFractionDigits: 0 };

/** `4.27 billion`; digits before a 만 count too. */
function inFull(size: number, language: string): Intl.NumberFormatOptions {
  const head = size / 1000 ** Math.floor(Math.log10(size) / 3);
  const whole = formatter(language, wholeScale)
    .formatToParts(size)
    .reduce((sum, { type, value }) => sum + (type === "integer" ? value.length : 0), 0);
  const digits = Math.max(head < 99.95 ? 3 : 4, whole);
  return { notation: "compact", compactDisplay: "long", maximumSignificantDigits: digits };
}

/** Values that would be rounded to nothing, or to their last digit. */
function small(size: number): Digits | null {
  return size > 0 && size < 0.1 ? { maximumSignificantDigits: 2 } : null;
}

/** @param language a BCP 47 tag */
export function printFigure(quantity: Quantity, language: string): Printed {
  const { value, kind, currency } = quantity;
  const size = Math.abs(value);
  const isLong = (kind === "money" || kind === "shares" || kind === "count" || kind === "other") && size >= fromCompact;
  const digits = isLong ? inFull(size, language) : digitsOf(kind === "money" ? "price" : kind, size);
  const number = (): string => withMinus(formatter(language, digits).format(value));
  if (kind === "price" || kind === "money" || kind === "percent") {
    const text =
      kind === "percent"
        ? formatter(language, { style: "unit", unit: "percent", ...digits }).format(value)
        : moneyText(value, currency, digits, language);
    return {
      text: withMinus(text),
      get bare() {
        return number();
      },
    };
  }
  const bare = number();
  switch (kind) {
    case "pp":
      return { bare, text: bare + (isOne(bare, language) ? " percentage point" : ownWords(language).pp) };
    case "multiple":
    case "ratio":
      return { bare, text: bare + ownWords(language).times };
    case "shares":
      return { bare, text: isEnglish(language) ? `${bare} ${bare === "1" ? "share" : "shares"}` : bare };
    case "days":
      return { bare, text: daysText(value, language) ?? bare };
    default:
      return { bare, text: bare };
  }
}

function isEnglish(language: string): boolean {
  return language === "en" || language.startsWith("en-");
}

function isOne(bare: string, language: string): boolean {
  return isEnglish(language) && (bare === "1" || bare === "−1");
}

/** Sign and currency as the language has them. */
function moneyText(value: number, currency: string | null, digits: Intl.NumberFormatOptions, language: string): string {
  if (currency === null) return formatter(language, digits).format(value);
  if (!isKnownCurrency(currency)) return `${formatter(language, digits).format(value)} ${currency}`;
  const frame = frameOf(language, currency, value < 0);
  return `${frame.before}${formatter(language, digits).format(Math.abs(value))}${frame.behind}`;
}

interface Frame {
  readonly before: string;
  readonly behind: string;
}

const frames = new Map<string, Frame>();

function frameOf(language: string, currency: string, isNegative: boolean): Frame {
  const key = `${language} ${currency} ${isNegative}`;
  const known = frames.get(key);
  if (known !== undefined) return known;
  const parts = formatter(language, { style: "currency", currency, maximumFractionDigits: 0 }).formatToParts(
    isNegative ? -1 : 1,
  );
  const at = parts.findIndex(({ type }) => type === "integer");
  const text = (of: typeof parts): string => of.map((part) => part.value).join("");
  const frame = { before: text(parts.slice(0, at)), behind: text(parts.slice(at + 1)) };
  frames.set(key, frame);
  return frame;
}

/** `null` where the language needs no digit for it. */
function daysText(value: number, language: string): string | null {
  const format = formatter(language, { style: "unit", unit: "day", unitDisplay: "long", maximumFractionDigits: 0 });
  const parts = format.formatToParts(value);
  if (!parts.some(({ type }) => type === "integer")) return null;
  return withMinus(parts.map((part) => part.value).join(""));
}

/** A true minus. */
function withMinus(text: string): string {
  return text.replace("-", "−");
}
