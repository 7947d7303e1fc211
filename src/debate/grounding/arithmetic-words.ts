import type { Found } from "./claim-reader.ts";
import { occurs } from "./pattern-search.ts";

/* Words that compare, where a sentence works something out with them. */

/** "The last close over the highest price gives a quotient of 0.92", "taking [M1] over [M33]": arithmetic. */
const workedOut =
  /^[^.;:,]{0,24}?\b(?:over|less)\b[^.;:,]{3,96}? (?:gives?|makes?|yields?|leaves?|comes? to|equals?|works? out (?:at|to)|amounts? to) (?:an? )?(?:(?:quotient|ratio|difference|gap|result|value|number|figure|remainder|multiple) of )?(?:about )?[$€£¥₹+−-]?\d/i;
const taking = /\b(?:taking|dividing|putting|setting) [^.;:,]{2,64} $/i;

/** Whether "over" or "less" divides or subtracts what stands on its two sides. */
export function isArithmetic(text: string, { start, end }: Found): boolean {
  return (
    (occurs(/\b(?:over|less)\b/i, text.slice(start, end)) && occurs(workedOut, text.slice(start))) ||
    (/^over$/i.test(text.slice(start, end)) && occurs(taking, text.slice(0, start)))
  );
}
