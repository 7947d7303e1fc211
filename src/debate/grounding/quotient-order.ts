import { itemOf } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { measureNamed, namedIn, type Measured } from "./measure-pairs.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { restsOn } from "./support.ts";
import { valueNamesIn } from "./value-names.ts";

/* Which of two measures a multiple divides by the other, where words name both: "the high is 1.13 times the low". */

const timesIts = /^(?: ?[x×])?(?: times)? (?:(?:as (?:high|large|big|much) as|that of) )?(?:the |its |their )/i;
const ratioOf =
  /\b(?:ratio|quotient) (?:of|between) (?:the |its )?(.{3,64}?) (?:to|over|and|against) (?:the |its )?(.{3,64}?)(?: \[[^\]]*\])* (?:is|was|stands at|comes to|amounts to|equals|of|works out at)(?: (?:about|roughly|now))? $/i;
const result = String.raw`(?: \[[^\]]*\])*,?(?: (?:is|was|stands at|comes to|amounts to|equals|works out at|gives|yields|makes|results in))? (?:about |roughly )?$`;
/** "Taken as a ratio, cash to debt stands at 0.74", "dividing the low by the high gives 0.7". */
const inFull = [
  String.raw`\b(?:taken|expressed|written|put|stated|told|read) as a (?:plain |simple )?(?:ratio|quotient|multiple),? (?:the |its )?([^.;]{3,72}?) (?:to|over|against) (?:the |its )?([^.;]{3,72}?)${result}`,
  String.raw`\bdividing (?:the |its )?([^.;]{3,72}?) by (?:the |its )?([^.;]{3,72}?)${result}`,
  String.raw`(?:^\W*|[,;:] |\bthat )(?:the |its )?([^.;]{3,72}?) divided by (?:the |its )?([^.;]{3,72}?)${result}`,
].map((pattern) => new RegExp(pattern, "i"));
/** "As a ratio to revenue, operating cash flow is 0.32". */
const ratioTo = new RegExp(
  String.raw`\bas a (?:ratio|share|fraction|multiple|proportion) (?:to|of) (?:the |its )?([^.;,]{3,72}?), (?:the |its )?([^.;,]{3,72}?)${result}`,
  "i",
);
/** "We get 0.02 for the average true range divided by the close". */
const dividedBehind =
  /^(?: times|x)?(?: \[[^\]]*\])* (?:for|as|is|from) (?:the |its )?([^.;]{3,72}?) divided by (?:the |its )?([^.;]{3,72}?)(?=[.;,]|$)/i;
/** "For each unit of debt there is 0.74 of cash". */
const eachUnit =
  /\b(?:for (?:each|every)|per|to (?:each|every)) (?:unit|piece|dollar) of (?:the |its )?([^.;]{3,72}?),? there (?:is|are) (?:about )?$/i;
const ofUnit = /^ of (?:the |its )?([^.;,]{3,72}?)(?=[.;,]|$)/i;
/** "Debt amounts to 74 % of cash". */
const isShare =
  /(?:^\W*|[,;:] |\b(?:that|and) |['’]s? )(?:the |its )?([^.;,]{3,72}?) (?:amounts to|equals|is|was|comes to|makes up|stands at|works out at) (?:about |roughly |only )?$/i;
const ofWhole = /^ of (?:the |its |that of the )?([^.;,]{3,72}?)(?=[.;,]|$)/i;
const valued = /\b(?:valued|priced|worth|capitali[sz]ed|trades|trading)\b[^,;]{0,24}$/i;
const priced = /\b(?:price|stock|shares?|index|coin|close|quote)\b[^,;]{0,40}$/i;
const plain = { money: 0, shares: 0, hundreds: 0 };

/** `null` unless the words name one measure on each side, of one unit. */
export function quotientTold(spot: Spot, index: EvidenceIndex): Judgement | null {
  const { number, ids } = spot;
  if (number.sign !== null || (number.unit !== "x" && number.unit !== null && number.unit !== "%")) return null;
  const sides = number.unit === "%" ? shareTold(spot, index) : (pairTold(spot, index) ?? sidesOf(spot, index));
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

function both(
  a: string | undefined,
  b: string | undefined,
  index: EvidenceIndex,
): readonly [Measured, Measured] | null {
  const [part, whole] = [measureNamed(a ?? "", index), measureNamed(b ?? "", index)];
  return part === null || whole === null ? null : [part, whole];
}

function pairTold({ number, text, sentence }: Spot, index: EvidenceIndex): readonly [Measured, Measured] | null {
  const lead = text.slice(sentence.start, number.offset);
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  const led = inFull.map((pattern) => firstIn(pattern, lead)).find((found) => found !== null);
  if (led != null) return both(led[1], led[2], index);
  const turned = firstIn(ratioTo, lead);
  if (turned !== null) return both(turned[2], turned[1], index);
  const divided = firstIn(dividedBehind, ahead);
  if (divided !== null) return both(divided[1], divided[2], index);
  const unit = firstIn(eachUnit, lead);
  return unit === null
    ? shareTold({ number, text, sentence }, index)
    : both(firstIn(ofUnit, ahead)?.[1], unit[1], index);
}

function shareTold(
  { number, text, sentence }: Pick<Spot, "number" | "text" | "sentence">,
  index: EvidenceIndex,
): readonly [Measured, Measured] | null {
  const part = firstIn(isShare, text.slice(sentence.start, number.offset))?.[1];
  const whole = firstIn(ofWhole, text.slice(number.offset + number.text.length, sentence.end))?.[1];
  if (part === undefined || whole === undefined) return null;
  const names = [part, whole].map((one) => valueNamesIn(one.replace(/^(?:pile|stock|hoard|heap) of /i, "")));
  return names.every((found) => found.length === 1 && found[0]?.start === 0) ? both(part, whole, index) : null;
}

function sidesOf({ number, text, clause }: Spot, index: EvidenceIndex): readonly [Measured, Measured] | null {
  const lead = text.slice(clause.start, number.offset);
  const told = firstIn(ratioOf, lead);
  if (told !== null) {
    const [, a = "", b = ""] = told;
    const whole = measureNamed(b, index);
    const part = measureNamed(a, index) ?? namedIn(a, index, mentionsIn(b).at(-1));
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

const toWhole =
  /^(?: ?[x×]| times)?(?: \[[^\]]*\])*(?: of| as (?:high|large|big|much|great|wide|long) as)? (?:(?:that|those|what|the (?:size|level|height|amount|value)) (?:of|for|in) )?(?:the |its |their |all )*(?:\^?[A-Z][\w&.^-]*(?: (?:& )?[A-Z][\w&.-]*){0,3}['’]s? )?(?:own |whole |current |present )*$/;
const eachOf = /\b(?:per|for (?:each|every|one)|to (?:each|every)) (?:unit|dollar|euro|one) of\b/i;

/**
 * Whether a quotient of two figures has the one on top that the words right behind the number name as the whole, as of
 * "makes 500.7 % of net income" where net income is divided by what it is the whole of.
 */
export function isTurnedRound(
  { number, text, sentence, qualifier }: Spot,
  [part, whole]: readonly string[],
  index: EvidenceIndex,
): boolean {
  if (number.unit !== "%" && number.unit !== "x") return false;
  if (occurs(eachOf, text.slice(sentence.start, number.offset))) return false;
  const [a, b] = [index.items.get(part ?? ""), index.items.get(whole ?? "")];
  if (a?.value == null || b?.value == null || a.value === 0) return false;
  const ahead = text.slice(number.offset, sentence.end);
  const end = number.text.length;
  const name = valueNamesIn(ahead).find(({ start }) => start >= end) ?? null;
  const mention = mentionsIn(ahead).find(({ start }) => start >= end) ?? null;
  const start = Math.min(name?.start ?? Infinity, mention?.start ?? Infinity);
  if (start > ahead.length || !occurs(toWhole, ahead.slice(end, start))) return false;
  const keys = name !== null && name.start <= start ? [name.key] : (mention?.keys ?? []);
  const isNamed = (key: string): boolean => keys.includes(key);
  return isNamed(a.key) && !isNamed(b.key) && !restsOn(number, b.value / a.value, plain, qualifier);
}
