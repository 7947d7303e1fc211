import type { Grounds } from "./grounds.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { named } from "./named-value.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { fits } from "./support.ts";

/* Values that a sentence denies to the measure that it names: they need no evidence, and must not be the value. */

const denying = /^,? (?:and )?not (?:at |the |USD )?[$€£¥₹+−-]{0,2}$/i;

/** "The margin is 26.6 %, not 35.8 %": what is denied needs no evidence, and must not be the value. */
function isDeniedValue(spot: Spot, grounds: Grounds): boolean {
  const { number, before: told, text, qualifier } = spot;
  if (told === undefined || told.unit !== number.unit) return false;
  if (!occurs(denying, text.slice(told.offset + told.text.length, number.offset))) return false;
  const given = named({ ...spot, number: told }, grounds);
  return given !== null && !given.entries.some((entry) => fits(number, entry, qualifier));
}

const untrue =
  /^\W*(?:[\w ]{2,32}[,:] )?(?:(?:it|that) (?:is|was)|(?:it|that)['’]s) (?:simply |just |plainly )?(?:not (?:true|right|correct|the case|so)|untrue|false|wrong|incorrect|an? (?:mistake|error)(?: to say)?) that /i;

/** What a value that is denied is: "denied" as it should be, contradicted, or `null` where it is stated. */
export function deniedValue(spot: Spot, grounds: Grounds): Judgement | "denied" | null {
  return isDeniedValue(spot, grounds) ? "denied" : deniedAsUntrue(spot, grounds);
}

/** "It is not true that the return is 17.05 %"; `null` where nothing is denied so. */
function deniedAsUntrue(spot: Spot, grounds: Grounds): Judgement | "denied" | null {
  const { text, sentence, number, qualifier } = spot;
  const found = firstIn(untrue, text.slice(sentence.start, number.offset));
  if (found === null) return null;
  const start = sentence.start + found[0].length;
  const given = named({ ...spot, sentence: { ...sentence, start }, clause: { ...spot.clause, start } }, grounds);
  if (given === null) return null;
  const own = given.entries.filter((entry) => fits(number, entry, qualifier));
  return own.length === 0
    ? "denied"
    : { verdict: "contradicted", evidence: [...new Set(own.map(({ id }) => id))], cited: false, basis: null };
}
