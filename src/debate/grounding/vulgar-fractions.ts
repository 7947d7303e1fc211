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

/** "⅕ of the value" is a fifth of it. */
export function asShare(text: string, number: FoundNumber): FoundNumber {
  const end = number.offset + number.text.length;
  if (
    number.unit !== null ||
    !vulgarFractions.has(number.text) ||
    !/^ of (?:the|its|their|all)\b/i.test(text.slice(end, end + 10))
  )
    return number;
  const value = number.value * 100;
  return { ...number, value, halfUnit: value * roundShare, unit: "%" };
}
