import type { FoundNumber } from "./found-number.ts";
import { roundShare } from "./share-words.ts";

/** Behind a whole number they are round: they reach half way to the next quarter, fifth or eighth. */
export const vulgarFractions: ReadonlyMap<string, { readonly digits: string; readonly reach: number }> = new Map([
  ["½", { digits: "5", reach: 1 / 8 }],
  ["¼", { digits: "25", reach: 1 / 8 }],
  ["¾", { digits: "75", reach: 1 / 8 }],
  ["⅓", { digits: "3333", reach: 1 / 12 }],
  ["⅔", { digits: "6667", reach: 1 / 12 }],
  ["⅕", { digits: "2", reach: 1 / 10 }],
  ["⅖", { digits: "4", reach: 1 / 10 }],
  ["⅗", { digits: "6", reach: 1 / 10 }],
  ["⅘", { digits: "8", reach: 1 / 10 }],
  ["⅛", { digits: "125", reach: 1 / 16 }],
  ["⅜", { digits: "375", reach: 1 / 16 }],
  ["⅝", { digits: "625", reach: 1 / 16 }],
  ["⅞", { digits: "875", reach: 1 / 16 }],
]);

/** "3/4", "1/10": no date, no parameters and no score out of ten. */
const slashed = /([1-9])\/([2-9]|10|12|16|20)(?![\d/%A-Za-z]|[.,-]\d| ?(?:%|percent\b|(?:20|19)\d\d\b|\/))/y;
const otherBefore =
  /[\d/.,:$€£¥₹]$|\b(?:on|since|until|dated|macd|bands?|smas?|emas?|averages?|version|page|lines?) \(?$|\b(?:conviction|confidence|certainty|rat(?:e|es|ed|ing)|scor(?:e|es|ed|ing)|grade[sd]?|stars?|expirations?)\b[^.;]{0,32}$/i;

/** The fraction in digits that begins at `at`, and how far it reaches behind a whole number. */
export function slashedAt(
  text: string,
  at: number,
): { readonly length: number; readonly digits: string; readonly reach: number } | null {
  slashed.lastIndex = at;
  const [written, over = "", under = ""] = slashed.exec(text) ?? [];
  if (written === undefined || Number(over) >= Number(under)) return null;
  if (otherBefore.test(text.slice(Math.max(0, at - 48), at))) return null;
  const digits = (Number(over) / Number(under)).toFixed(6).slice(2);
  return { length: written.length, digits, reach: 1 / (2 * Number(under)) };
}

const unitBehind =
  /^[ -](?:of (?:an? |one )?)?(?:(?:percentage |basis )?points?|percent|per cent|dollars?|cents?|euros?|bps?|sessions?|days?|weeks?|months?|years?|hours?|quarters?|ATRs?|average true|times|units?|shares? (?=of (?:the )?stock)|thousand|million|billion|trillion)\b/i;

/** "⅕ of the value" is a fifth of it, and "3/4" three quarters. */
export function asShare(text: string, number: FoundNumber): FoundNumber {
  const end = number.offset + number.text.length;
  if (number.unit !== null || !isVulgar(number.text) || unitBehind.test(text.slice(end, end + 40))) return number;
  const value = number.value * 100;
  return { ...number, value, halfUnit: Math.abs(value) * roundShare, unit: "%" };
}

/** Whether a number is printed as a fraction alone. */
export function isVulgar(printed: string): boolean {
  return vulgarFractions.has(printed) || /^\d\/\d{1,2}$/.test(printed);
}
