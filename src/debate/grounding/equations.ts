import type { Spot } from "./number-in-context.ts";
import { firstIn } from "./pattern-search.ts";

/* Equations that a text prints in full: "758.8/798.6 = 0.95", "108.294 − 9.995, leaves 98.299 billion". */

const amount = String.raw`[$€£¥₹]?(\d[\d,]*(?:\.\d+)?)(?: ?(?:%|dollars|USD|million|billion|bn|mn|M|B|points))?`;
const sides = new RegExp(
  String.raw`(?<![\d/][.,]?|[\d)] ?[×x*/÷+−–-] ?)${amount} ?(\/|÷|×|\*|\+|−|–|-|over|divided by|less|minus|plus) ?(?:(?:an? |the )(?:[\w ]{2,24} of )?)?${amount}(?: \[[^\]]*\])?,? ?(?:=|:|is|equals|gives|makes|leaves|comes to|works out at) ?(?:about |roughly |some )?[$€£¥₹+−-]*$`,
  "i",
);
const digitsOf = (printed: string): number => Number(printed.replaceAll(/[^\d.]/g, ""));
const halfOf = (printed: string): number => 0.5 * 10 ** -(/\.(\d+)/.exec(printed)?.[1]?.length ?? 0);
/** Between dates, ranges and the like nothing is taken away. */
const notMinus = /^[–-]$/;

/** Whether a number is printed as the result of two others, and is not. */
export function isWrongResult({ number, text, sentence, qualifier }: Spot): boolean {
  const found = firstIn(sides, text.slice(sentence.start, number.offset));
  if (found === null || number.unit === "fold" || qualifier.approximate || qualifier.bound !== null) return false;
  const [, left = "", sign = "", right = ""] = found;
  if (notMinus.test(sign) && !/=\s?[$€£¥₹+−-]*$/.test(found[0])) return false;
  const [a, b, told] = [digitsOf(left), digitsOf(right), digitsOf(/\d[\d.,]*/.exec(number.text)?.[0] ?? "")];
  const [da, db] = [halfOf(left), halfOf(right)];
  const reach = halfOf(/\d[\d.,]*/.exec(number.text)?.[0] ?? "") * 1.05;
  const results: readonly (readonly [value: number, reach: number])[] = /^(?:\/|÷|over|divided by)$/i.test(sign)
    ? [1, 100].flatMap((scale) => {
        const error = scale * ((da + (a / b) * db) / b);
        return [[(scale * a) / b, error] as const, [scale * (a / b - 1), error] as const];
      })
    : /^[×*]$/.test(sign)
      ? [1, 0.01].map((scale) => [scale * a * b, scale * (a * db + b * da)] as const)
      : [[/^(?:\+|plus)$/i.test(sign) ? a + b : a - b, da + db]];
  return b !== 0 && !results.some(([value, error]) => Math.abs(Math.abs(value) - told) <= reach + error + 1e-9);
}
