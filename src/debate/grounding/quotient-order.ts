import { itemOf } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { namedIn, type Measured } from "./measure-pairs.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { restsOn } from "./support.ts";

/* Which of two measures a multiple divides by the other, where words name both: "the high is 1.13 times the low". */

const timesIts = /^(?: ?[x×])?(?: times)? (?:(?:as (?:high|large|big|much) as|that of) )?(?:the |its |their )/i;
const ratioOf =
  /\b(?:ratio|quotient) (?:of|between) (?:the |its )?(.{3,64}?) (?:to|over|and|against) (?:the |its )?(.{3,64}?)(?: \[[^\]]*\])* (?:is|was|stands at|comes to|amounts to|equals|of|works out at)(?: (?:about|roughly|now))? $/i;
const valued = /\b(?:valued|priced|worth|capitali[sz]ed|trades|trading)\b[^,;]{0,24}$/i;
const priced = /\b(?:price|stock|shares?|index|coin|close|quote)\b[^,;]{0,40}$/i;
const plain = { money: 0, shares: 0, hundreds: 0 };

/** `null` unless the words name one measure on each side, of one unit. */
export function quotientTold(spot: Spot, index: EvidenceIndex): Judgement | null {
  const { number, ids } = spot;
  if (number.sign !== null || (number.unit !== "x" && number.unit !== null)) return null;
  const sides = sidesOf(spot, index);
  if (sides === null) return null;
  const [part, whole] = sides;
  if (part.id === whole.id || part.unit !== whole.unit || whole.value === 0) return null;
  const evidence = [part.id, whole.id];
  if (ids.size > 0 && !evidence.some((id) => ids.has(id))) return null;
  const cited = evidence.every((id) => ids.has(id));
  return restsOn(number, part.value / whole.value, plain, spot.qualifier)
    ? { verdict: "computation", evidence, cited, basis: `${part.id} / ${whole.id}` }
    : { verdict: "unsupported", evidence: [], cited: false, basis: null };
}

function sidesOf({ number, text, clause }: Spot, index: EvidenceIndex): readonly [Measured, Measured] | null {
  const lead = text.slice(clause.start, number.offset);
  const told = firstIn(ratioOf, lead);
  if (told !== null) {
    const [, a = "", b = ""] = told;
    const whole = namedIn(b, index);
    const part = namedIn(a, index) ?? namedIn(a, index, mentionsIn(b).at(-1));
    return part === null || whole === null ? null : [part, whole];
  }
  const ahead = text.slice(number.offset + number.text.length, clause.end);
  if (!occurs(timesIts, ahead) || (number.unit === null && !/^(?: ?[x×]| times)/.test(ahead))) return null;
  const whole = namedIn(ahead, index);
  const named = mentionsIn(lead).length > 0 ? namedIn(lead, index) : null;
  const key = occurs(valued, lead) ? "market_cap" : occurs(priced, lead) ? "close" : "";
  const item = mentionsIn(lead).length > 0 ? null : itemOf(index, key);
  const part = named ?? (item?.value == null ? null : { ...item, value: item.value });
  return part === null || whole === null ? null : [part, whole];
}
