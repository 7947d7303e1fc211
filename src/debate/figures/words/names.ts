import type { LocaleWords } from "./locale-words.ts";

/* Digits that name things: dates, windows, indices, parameters. */

const masks: readonly RegExp[] = [
  /https?:\/\/\S+/g,
  /\b\d{4}-\d{2}(?:-\d{2})?\b/g,
  /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /\d{1,4}\s?[年月년월](?:\s?\d{1,2}\s?[日号號일])?/g,
  // Parameters of an indicator: "RSI (14)", "MACD (12, 26, 9)".
  /\(\s?\d{1,3}(?:,\s?\d{1,3}){0,3}\s?\)/g,
  /^[ \t]{0,8}\(?\d{1,2}[.)](?=\s)/gm,
  /#\d+/g,
  // Windows in a table: "12M".
  /(?<![\p{Sc}\d.,])\b\d{1,2}[DWMY]\b/gu,
];

/** Directly before a number that belongs to the name. */
const named = new Set(
  (
    "s&p russell nasdaq dow stoxx nikkei dax ftse cac ibex topix csi msci no no. top section page level phase round part " +
    "version chapter step item sma ema ma dma vwma form rule point scenario option case tier fy"
  ).split(" "),
);

const spans = "sessions?|days?|weeks?|months?|quarters?|years?|hours?|minutes?|closes|bars|periods?|reports?|filings?";
const counted = new RegExp(
  String.raw`^[ -](?:(?:trading|calendar|consecutive|straight|more|or more|fiscal|full|of the last) )?(?:${spans})\b`,
  "i",
);
/** "10-K", "63-day": a hyphen and a word that is not a unit. */
const compound = /^-(?!fold|percent|point|times|basis|ATR|dollar|\d)[A-Za-z]/;
const ordinal = /^(?:st|nd|rd|th)\b/i;

/** The text with these spans blanked out, at the same length. */
export function withoutNames(text: string, isEnglish: boolean): string {
  let masked = text;
  for (const mask of masks) masked = masked.replace(mask, blank);
  return isEnglish ? masked : masked.replaceAll(/\b(?:Q|T|H)[1-4]\b/g, blank);
}

export function blank(found: string): string {
  return " ".repeat(found.length);
}

/** Whether a number counts time: a window or an age. */
export function isSpan(text: string, to: number, { spans: own }: LocaleWords): boolean {
  const behind = text.slice(to, to + 40);
  if (counted.test(behind)) return true;
  const rest = behind.replace(/^[ -]/, "").toLowerCase();
  return own.some((word) => rest.startsWith(word) && ending.test(rest.slice(word.length)));
}

/** Letters of an inflection, as in "Tagen", or a script without spaces. */
const ending = /^(?:\p{L}{0,2}(?!\p{L})|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u;

/** @param digits as printed, without any unit */
export function isName(text: string, from: number, to: number, digits: string, { months }: LocaleWords): boolean {
  const behind = text.slice(to, to + 24);
  if (ordinal.test(behind) || compound.test(behind)) return true;
  const isWhole = /^\d+$/.test(digits);
  if (!isWhole) return false;
  if (/^(?:19|20)\d\d$/.test(digits)) return true;
  const before = text.slice(Math.max(0, from - 20), from);
  const word = /([\p{L}&.]+)\.?[ \u00A0]$/u.exec(before)?.[1]?.toLowerCase() ?? "";
  if (named.has(word)) return true;
  if (digits.length > 2) return false;
  const next = /^(?:\.|\.?º)? (?:(?:of|de) )?(\p{L}+)/u.exec(behind)?.[1]?.toLowerCase() ?? "";
  return months.has(next) || months.has(word.replace(/\.$/, ""));
}
