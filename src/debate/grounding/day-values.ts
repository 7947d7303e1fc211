import { closesOf, type Close } from "./closes.ts";
import { isDay, type NamedDay } from "./dates.ts";
import { directionsIn } from "./direction-words.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import { isOfAnother, priced, subjectsIn } from "./moved-subjects.ts";
import type { Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isProperName, nameBefore } from "./proper-names.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * Whether a number that is told as the close or the move of a day is that day's by the list of closes, whatever news text
 * or return holds it too.
 */

interface DayOfList {
  readonly close: Close;
  readonly before: Close | undefined;
}

function onList(day: NamedDay, index: EvidenceIndex): DayOfList | null {
  const closes = closesOf(index)?.closes ?? [];
  const at = /\d/.test(day.day) ? closes.findLastIndex((one) => isDay(one.day, day.day)) : -1;
  const close = closes[at];
  return close === undefined ? null : { close, before: closes[at - 1] };
}

const closing =
  /\b(?:(?:list|record|table|series) of closes (?:shows|has|gives|puts|records|lists|reads|holds)|closes (?:include|list|show|give|have)|clos(?:e|es|ed|ing)|settle[sd]?|settling|settlement|finish(?:es|ed|ing)?|end(?:s|ed|ing)?)(?: price)?\b[^.;\d]{0,28}[$€£₹]?$/i;
const movedTo = /\bto (?:about |some |just )?[$€£₹]?$/i;
const within =
  /\b(?:intra-?day|after[- ]hours|pre-?market|extended trading|early trad\w+|open(?:ed|ing|s)?|high|low|as (?:much|far) as|touch\w*|range|target|stop|entry|average|mean|band|expected|estimates?|forecast|guidance)\b/i;
const distance =
  /^ ?(?:[A-Z]{3} |dollars |points |cents )?(?:higher|lower|above|below|under|over|up|down|away|short|more|less|better|worse|clear)\b/i;

/** "On 22 April the stock settled at 295.77" of the close of another day. */
function isOtherClose({ number, text, sentence, clause }: Spot, { close }: DayOfList): boolean {
  if (number.unit === "%" || number.unit === "x" || number.unit === "fold") return false;
  const lead = text.slice(sentence.start, number.offset);
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  const isMoved = occurs(movedTo, lead) && directionsIn(text.slice(clause.start, number.offset)).length > 0;
  if (!isMoved && !occurs(closing, lead) && !occurs(closeOf, lead) && !occurs(closeAhead, ahead)) return false;
  if (occurs(distance, ahead) || occurs(within, text.slice(clause.start, clause.end))) return false;
  if (mentionsIn(text.slice(clause.start, number.offset)).some(({ keys }) => !keys.includes("close"))) return false;
  const ratio = number.value / close.value;
  return ratio > 0.5 && ratio < 2 && Math.abs(number.value - close.value) > number.halfUnit * 1.01;
}

const spanned = /\b(?:since|from|between|until|through|by|after|before|over|within|in the|week|month|quarter|year)\b/i;
const indexNames = /\b(?:S&P|Dow|Nasdaq|FTSE|DAX|Nikkei|Russell|index|indices|futures)\b/i;
const verbBefore =
  /^(?: by| of| some| about| another| a further| nearly| almost| roughly| just| only| as much as| \w+ly)* ?[+−–-]?$/i;

/** "Lost 9.25 % on 1 April" of the move of another day. */
function isOtherMove(spot: Spot, { close, before }: DayOfList, index: EvidenceIndex): boolean {
  const { number, text, clause } = spot;
  if (number.unit !== "%" || before === undefined || spot.qualifier.bound !== null) return false;
  const written = text.slice(clause.start, clause.end);
  const at = number.offset - clause.start;
  const lead = written.slice(0, at);
  const behind = written.slice(at + number.text.length);
  const word = directionsIn(written).find(
    ({ start, end }) =>
      (end <= at && occurs(verbBefore, written.slice(end, at))) ||
      (start > at && /^ ?$/.test(behind.slice(0, start - at - number.text.length))),
  );
  if (word === undefined || occurs(within, written) || occurs(spanned, written.replace(/\bby (?=\d)/g, "")))
    return false;
  if (subjectsIn(written).length > 0 || isOfAnother(written, word) || occurs(indexNames, lead)) return false;
  if (mentionsIn(written).some(({ keys }) => !keys.every((key) => key === "close" || key === "return_1d")))
    return false;
  const subject = written.slice(0, word.start);
  if (!isPlainSubject(subject, index)) return false;
  const told = Math.abs(number.value) * (number.sign === "-" ? -1 : word.way);
  const change = (close.value / before.value - 1) * 100;
  return Math.abs(told - change) > Math.max(0.12, number.halfUnit * (spot.qualifier.approximate ? 4 : 1.6));
}

/** The stock by any word for it, by the name that its news call it, or nothing but "the fall of". */
function isPlainSubject(lead: string, index: EvidenceIndex): boolean {
  if (occurs(priced, lead) || /^\W*(?:(?:on|and|but|the|a|an|this|that|its|of|\d+|[A-Z][a-z]{2,8}) ?,? ?)*$/.test(lead))
    return true;
  const name = isProperName(lead) ? nameBefore(lead) : null;
  if (name === null) return false;
  const news = [...index.items.values()].filter(({ key, text }) => key === "news" && text !== null);
  return news.length === 0 || news.filter(({ text }) => text?.includes(name)).length * 3 >= news.length;
}

const closeOf =
  /\b(?:clos|settl|finish|end)(?:es|s|ed|ing)? (?:the|that|its) (?:session|day|trading(?: day)?)(?: (?:of|on) [\w ,-]{5,24})? at (?:USD )?[$€£₹]?$|\b(?:a|the|its) clos(?:e|ing price) (?:of|at|was|stood at|came in at) (?:USD )?[$€£₹]?$|\bclosed at (?:USD )?[$€£₹]?$|\b(?:list|record|table|series) of (?:the )?closes (?:shows|has|gives|puts|records|lists|reads|holds)(?: (?:us|a close of))? (?:USD )?[$€£₹]?$|\bclos(?:e|ing price) (?:on|of|for) [\w ,-]{5,24} (?:came to|was|is|stood at|amounted to) (?:USD )?[$€£₹]?$/i;
const closeAhead =
  /^(?: [A-Z]{3}| dollars)? (?:was|is|as|for) (?:the|a|its) (?:(?:as-traded|daily|official) )?(?:clos(?:e|ing price)) (?:on|of|for)\b/i;

/** Whether the list of closes has the day that words give to a number, and another close or move for it. */
export function contradictsDay(spot: Spot, day: NamedDay, entries: readonly Entry[], index: EvidenceIndex): boolean {
  const own = onList(day, index);
  if (own === null) return false;
  const isOfText = entries.every((entry) =>
    entry.day === undefined
      ? index.items.get(entry.id)?.value === null || entry.key === "close" || entry.key === "return_1d"
      : !isDay(entry.day, day.day),
  );
  // "A close of 56.93 on 20 September" is a close, whatever mean has its digits.
  const isTold =
    occurs(closeOf, spot.text.slice(spot.sentence.start, spot.number.offset)) ||
    occurs(closeAhead, spot.text.slice(spot.number.offset + spot.number.text.length));
  return ((isOfText || isTold) && isOtherClose(spot, own)) || (isOfText && isOtherMove(spot, own, index));
}

const beginning = /\b(?:since|from|between)\b[^,;]{0,12}$/i;
const onward = /\b(?:later|by now|now|today|since then|currently)\b/i;

/**
 * Whether the day that stands before a number is not its own: "on 22 April it rose from 501.36", of the close before that
 * day, and "the low of 1 September is behind us, and we are now at 116.41".
 */
export function isOfOtherDay({ number, text, sentence, days }: Spot, day: NamedDay, index: EvidenceIndex): boolean {
  if (day.start >= number.offset) return false;
  const lead = text.slice(sentence.start, number.offset).replace(/[$€£₹]$/, "");
  if (occurs(onward, text.slice(day.end, number.offset)) && closesOf(index)?.closes.at(-1)?.value === number.value)
    return true;
  const [first] = days;
  // "Since 6 May it is up from 361.73" begins at that day.
  if (!/\bfrom $/i.test(lead) || occurs(beginning, text.slice(sentence.start, first?.start ?? 0))) return false;
  const closes = closesOf(index)?.closes ?? [];
  const at =
    first === undefined || !/\d/.test(first.day) ? -1 : closes.findLastIndex((one) => isDay(one.day, first.day));
  const before = closes[at - 1];
  return before !== undefined && Math.abs(before.value - number.value) <= number.halfUnit * 1.01;
}

const fromTo = /\bfrom (?:about )?[$€£₹]?(\d[\d,]*(?:\.\d+)?) to (?:about )?[$€£₹]?(\d[\d,]*(?:\.\d+)?)/i;
const toFrom =
  /\bto (?:about )?[$€£₹]?(\d[\d,]*(?:\.\d+)?),? (?:up |down )?from (?:about )?[$€£₹]?(\d[\d,]*(?:\.\d+)?)/i;
const spanning = /\b(?:since|until|through|between|by|after|before|from|over|within|in the) (?:the )?$/i;

/**
 * "The rally of 9 April took the index from 815.55 to 856.56": the first is a close of the list, and not the one before
 * the only day that is named.
 */
export function isOtherStart({ number, text, sentence, days }: Spot, index: EvidenceIndex): boolean {
  const [day, another] = days;
  if (day === undefined || another !== undefined || !/\d-\d/.test(day.day)) return false;
  const written = text.slice(sentence.start, sentence.end);
  if (occurs(spanning, written.slice(0, day.start - sentence.start)) || occurs(within, written)) return false;
  const forth = firstIn(fromTo, written);
  const [from, to] = forth === null ? [...(firstIn(toFrom, written) ?? [])].slice(1).toReversed() : forth.slice(1);
  const [start, end] = [from, to].map((digits = "") => Number(digits.replaceAll(",", "")));
  const own = onList(day, index);
  if (own?.before === undefined || start !== number.value || end !== own.close.value) return false;
  const closes = closesOf(index)?.closes ?? [];
  return start !== own.before.value && closes.some(({ value }) => value === start);
}
