import type { FoundNumber } from "./found-number.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/*
 * Percentages that are told as parts of one: "0.165 of one", "0.24 on a scale where 1 is 100 %", "with 1 for the whole, the
 * margin is 0.38". They are read as the percentage that they are, with what says so.
 */

const one = "(?:one|1|1\\.0|unity)";
const hundred =
  "(?:100 ?(?:%|percent|per cent)|(?:a|one) hundred (?:percent|per cent)|the (?:whole|full amount|total)|everything|all of it|the lot)";
const stands =
  "(?: (?:is|means|equals|stands for|marks|represents|denotes|makes|amounts to|corresponds to|being|for|as|is taken as|is taken for)| ?=)";
const scale = `(?:(?:on|in|by|using|with) (?:a|the|that) scale (?:(?:where|on which|in which|with|whereby|that has) ${one}${stands} ${hundred}|(?:from|of|between|running from|going from) (?:0|zero|nought) (?:to|and) ${one})|(?:where|with|if|when|taking) ${one}${stands} ${hundred})`;
/** Behind the number. */
const behind = new RegExp(
  String.raw`^(?: of ${one}(?= ?[[(]|[,;:)!?]|\.(?!\d)|\s*$| (?:and|but|which|while|so|in|for|on|as|at|today|now|over|by|because|since)\b)|,? \(?${scale}\)?)`,
  "i",
);
/** Ahead of it, up to the number. */
const ahead = new RegExp(String.raw`(?:^|[^\w])(?:${scale}),? (?:[^.;]|\.(?=\d)){3,120}$`, "i");

/** A share or a change that is printed as its part of one; no count and no price is. */
function isPart({ unit, value, halfUnit, text }: FoundNumber): boolean {
  return unit === null && /\d/.test(text) && halfUnit <= 0.05 && Math.abs(value) <= 20;
}

const scaleNumber = new RegExp(String.raw`\b${scale}`, "gi");

/** The numbers of a text, with those that are told as parts of one as percentages, and without those of the scale. */
export function asPartsOfOne(text: string, numbers: readonly FoundNumber[]): readonly FoundNumber[] {
  if (!occurs(mayBe, text)) return numbers;
  const scales = [...text.matchAll(scaleNumber)].map(({ index, 0: found }) => [index, index + found.length] as const);
  const isOfScale = ({ offset }: FoundNumber): boolean => scales.some(([from, to]) => offset >= from && offset < to);
  let floor = 0;
  return numbers.flatMap((number): FoundNumber[] => {
    if (number.offset < floor || isOfScale(number)) return [];
    if (!isPart(number)) return [number];
    const end = number.offset + number.text.length;
    const found = firstIn(behind, text.slice(end, end + 96));
    const isLed = found === null && occurs(ahead, text.slice(Math.max(0, number.offset - 220), number.offset));
    if (found === null && !isLed) return [number];
    floor = end + (found?.[0].length ?? 0);
    return [
      {
        ...number,
        text: text.slice(number.offset, floor),
        value: number.value * 100,
        halfUnit: number.halfUnit * 100,
        unit: "%",
      },
    ];
  });
}

const mayBe =
  /\d(?: of (?:one|1|unity)\b)|\b(?:where|which|with|if|when|taking|scale|whereby)\b[^.;]{0,32}\b(?:one|1|unity)\b/i;
