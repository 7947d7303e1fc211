import type { EvidenceIndex } from "./evidence-index.ts";
import { first } from "./gap.ts";
import { measureNamed, type Measured } from "./measure-pairs.ts";
import { returnsNamed } from "./move-claims.ts";
import { isOfAnother, priced, subjectsIn } from "./moved-subjects.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isProperName } from "./proper-names.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * "More than doubled", "halved" of what is said to have changed so: the price over a window, the volume against its mean,
 * the number of posts or news items on the period before.
 */

const volume = /\b(?:volume|turnover|trading)\b[^.;:]*$/i;
const onMean =
  /\b(?:against|compared (?:with|to)|relative to|from|on|over) (?:the |its )?[^.;:]{0,24}\b(?:mean|average|norm)\b/i;
const counted = /\b(?:(news|headlines?|stories|articles)|(posts|messages|chatter))\b[^.;:]*$/i;
const ofPeriods = /\b(?:30|thirty|90|ninety|7|seven)[- ]days?\b/i;
const fromLevel = /^ (?:from|since|off) (?!(?:the )?(?:period|week|month|year|day)s? before\b)/i;

/** What changed, as a multiple of what it was. */
function changed(spot: Spot, index: EvidenceIndex): { readonly times: number; readonly item: Measured } | null {
  const { text, sentence, number, windows } = spot;
  const lead = text.slice(sentence.start, number.offset);
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  if (occurs(fromLevel, ahead)) return null;
  if (occurs(volume, lead)) {
    if (!occurs(onMean, ahead) || occurs(ofPeriods, ahead)) return null;
    const item = first(index, "volume_ratio_20");
    return item === null ? null : { times: item.value, item };
  }
  const of = firstIn(counted, lead);
  if (of !== null) {
    if (/\b(?:tone|share|sentiment|mood)\b/i.test(lead) || occurs(ofPeriods, `${lead}${ahead}`)) return null;
    const item = first(index, of[1] === undefined ? "social_volume_change" : "news_volume_change");
    return item === null ? null : { times: 1 + item.value / 100, item };
  }
  const isOther =
    subjectsIn(lead).length > 0 ||
    mentionsIn(`${lead}${ahead}`).some(
      ({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_")),
    );
  if (
    isOther ||
    !(occurs(priced, lead) || isProperName(lead.trimEnd().replace(/ (?:has|have|had)(?: more than)?$/, "")))
  )
    return null;
  if (isOfAnother(lead, { start: lead.length, end: lead.length, way: 1 })) return null;
  const [item, another] = returnsNamed(windows, index);
  if (item?.value == null || another !== undefined) return null;
  return { times: 1 + item.value / 100, item: { ...item, value: item.value } };
}

const notDone = /(?:\b(?:not|never|fail(?:s|ed)? to)|n['’]t)(?: (?:even|quite|yet|been|more|than|exactly))* $/i;

/** "Did not even double": of what is denied right before it. */
export function foldDenied(spot: Spot, index: EvidenceIndex): Judgement | null {
  const { number, text } = spot;
  return notDone.test(text.slice(Math.max(0, number.offset - 24), number.offset))
    ? (foldTold(spot, index) ?? notEvenTimes(spot, index))
    : null;
}

/** `null` where the words give the multiple to none of these, or leave room. */
export function foldTold(spot: Spot, index: EvidenceIndex): Judgement | null {
  const { number, qualifier, text, ids } = spot;
  if (number.unit !== "fold" || !/^(?:doubl|halv|trebl|tripl|quadrupl)(?:e|ed|ing)$/i.test(number.text)) return null;
  const lead = text.slice(Math.max(0, number.offset - 24), number.offset);
  if (/\b(?:yet to|less than) $/i.test(lead)) return null;
  const told = changed(spot, index);
  if (told === null || (ids.size > 0 && !ids.has(told.item.id))) return null;
  const denied = notDone.test(lead);
  const isNear =
    !denied &&
    (qualifier.approximate ||
      qualifier.side !== null ||
      /\b(?:nearly|almost|close to|roughly|about|around|approximately|practically|virtually|all but) $/i.test(lead));
  // "Doubled" is told of what has gone a little less, or further; "not quite doubled" of just that.
  const isExact = denied || /\bmore than (?:\w+ )?$/i.test(lead);
  const reach = isExact ? 1 : number.value > 1 ? 0.95 : 1.05;
  const isThere = Math.abs(told.times / number.value - 1) <= 0.12;
  const isPast = isNear
    ? isThere
    : number.value > 1
      ? told.times >= number.value * reach
      : told.times <= number.value * reach;
  return {
    verdict: isPast !== denied ? "evidence" : "contradicted",
    evidence: [told.item.id],
    cited: ids.size > 0,
    basis: null,
  };
}

const notEven = /(?:\b(?:do|does|did)(?: not|n['’]t)|\bfail(?:s|ed)? to|\bnot even)(?: (?:even|quite|yet))* $/i;

/** "The count of 30 days does not even double that of 7": of the quotient of the two that are named. */
function notEvenTimes({ number, ids, text, sentence }: Spot, index: EvidenceIndex): Judgement | null {
  const lead = text.slice(sentence.start, number.offset);
  if (number.unit !== "x" || /\d/.test(number.text) || !occurs(notEven, lead)) return null;
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  const [of, by] = [measureNamed(lead, index), measureNamed(ahead, index)];
  if (of === null || by === null || of.id === by.id || of.unit !== by.unit || by.value <= 0) return null;
  return {
    verdict: of.value / by.value < number.value ? "computation" : "contradicted",
    evidence: [of.id, by.id],
    cited: ids.size > 0,
    basis: `${of.id} / ${by.id}`,
  };
}

const notMoved =
  /(?:\b(?:not|never|fail(?:s|ed)? to|yet to)|n['’]t)(?: (?:even|quite|yet|ever|really|actually))* (?:(?:gain(?:ed)?|rise|risen|add(?:ed)?|put on|climb(?:ed)?|advanced?|grown?|go up|gone up)|(?<down>lose|lost|shed|give up|given up|surrender(?:ed)?|drop(?:ped)?|fall(?:en)?|declined?|slide|slid|sink|sunk|go down|gone down|shrink|shrunk))(?: (?:by|even|quite|as much as|a full|more than|over|at least|anything like))* $/i;
/** What a move that is denied is told to have come to. */
export const amountAhead =
  /^(?: (?:by|even|quite|as much as|a full|more than|over|at least|anything like))* (?:\d[\d.,]* ?(?:%|percent|per cent)|(?:an? |one |two |three |four |nine )?(?:half|third|quarter|fifth|tenth|thirds|quarters|fifths|tenths)\b)/i;

/** "Did not lose two thirds of its value" of what lost less, or rose. */
export function moveDenied(spot: Spot, index: EvidenceIndex): Judgement | null {
  const { number, text, sentence, windows, ids } = spot;
  const lead = text.slice(sentence.start, number.offset);
  const found = number.unit === "%" ? firstIn(notMoved, lead) : null;
  if (found === null || subjectsIn(lead.slice(0, found.index)).length > 0) return null;
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  if (/^ (?:from|since|below|above|off|against)\b/i.test(ahead)) return null;
  if (
    mentionsIn(`${lead}${ahead}`).some(({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_")))
  )
    return null;
  const [item, another] = returnsNamed(windows, index);
  if (item?.value == null || another !== undefined || (ids.size > 0 && !ids.has(item.id))) return null;
  const move = found.groups?.["down"] === undefined ? item.value : -item.value;
  const reach = /\d/.test(number.text) ? number.halfUnit : 0;
  const verdict = move < number.value - reach ? "evidence" : "contradicted";
  return { verdict, evidence: [item.id], cited: ids.size > 0, basis: null };
}
