import type { Grounds } from "./grounds.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn } from "./pattern-search.ts";
import { isRound } from "./round-lines.ts";

/* "Neither M22 nor M23 is as large as 6 %": a round line that none of the cited figures gets to. */

const neither =
  /\b(?:neither|none of) [^.;]{3,60}? (?:is|was|are|were|comes?|gets?|reach(?:es)?|exceeds?|tops?)(?: even| quite)? ?(?:(as (?:large|big|high|great|much) as|above|over|more than|larger than|higher than|greater than|bigger than)|(as (?:small|low|little) as|below|under|less than|smaller than|lower than))? ?(?:\+|plus )?[$€£]?$/i;

export function ofNeither({ number, text, sentence, numbers }: Spot, { index, language }: Grounds): Judgement | null {
  if (language !== undefined || (!isRound(number) && !Number.isInteger(number.value)) || numbers.length !== 1)
    return null;
  const lead = text.slice(sentence.start, number.offset);
  const found = firstIn(neither, lead);
  if (found === null) return null;
  const items = [...lead.matchAll(/\b[A-Z]\d{1,4}\b/g)].flatMap(([id]) => index.items.get(id) ?? []);
  const values = items.flatMap(({ value, unit }) =>
    value === null || (unit === "%") !== (number.unit === "%") ? [] : [value],
  );
  if (values.length < 2 || values.length !== items.length) return null;
  const holds = values.every((value) => (found[2] === undefined ? value < number.value : value > number.value));
  return {
    verdict: holds ? "evidence" : "contradicted",
    evidence: items.map(({ id }) => id),
    cited: true,
    basis: null,
  };
}
