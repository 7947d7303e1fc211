import { words } from "./counts-of-time.ts";
import type { FoundNumber } from "./found-number.ts";
import { allIn } from "./pattern-search.ts";

const oneDollar =
  /(?<![\w-])(?:a|one) (?:dollar|buck) (?:and )?((?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve|[a-z]+teen)(?: cents)?(?![\w-])/gi;

/** "A dollar seventy-four". */
export function dollarAndCents(text: string): FoundNumber[] {
  return allIn(oneDollar, text).flatMap(({ 0: printed, 1: cents = "", index }) => {
    const value = words.get(cents.toLowerCase());
    return value === undefined
      ? []
      : [{ text: printed, offset: index, value: 1 + value / 100, halfUnit: 0.005, unit: "$", sign: null }];
  });
}

/** "371 dollars and 85 cents", "two dollars eighty": one amount. */
export function withCents(text: string, numbers: readonly FoundNumber[]): FoundNumber[] {
  const all: FoundNumber[] = [];
  for (const number of numbers) {
    const last = all.at(-1);
    const end = last === undefined ? 0 : last.offset + last.text.length;
    const isRest =
      last !== undefined &&
      /(?:dollars?|euros?|bucks)$/i.test(last.text) &&
      Number.isInteger(last.value) &&
      /^(?: and)? $/.test(text.slice(end, number.offset)) &&
      /cents?$/i.test(number.text);
    if (last === undefined || !isRest) {
      all.push(number);
      continue;
    }
    const whole = text.slice(last.offset, number.offset + number.text.length);
    all[all.length - 1] = { ...last, text: whole, value: last.value + number.value, halfUnit: 0.005 };
  }
  return all;
}
