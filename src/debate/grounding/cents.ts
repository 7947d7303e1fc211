import type { FoundNumber } from "./found-number.ts";

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
