import { alone } from "./around.ts";
import { type Found, needing, type Reader } from "./claim-reader.ts";
import { closesOf } from "./closes.ts";
import { counts, words } from "./counts-of-time.ts";
import { daysIn, isDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { first } from "./gap.ts";
import { findNumbers } from "./numbers.ts";
import { measureNamed } from "./measure-pairs.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * Highs and lows told of a close: "closed at a 12-session high", "in none of the last 12 sessions did it close lower than on
 * 7 April", "the deepest point of its drawdown", "closed below the lowest price of 252 sessions".
 */

const ends =
  "(?:clos(?:ed|es|ing)|finish(?:ed|es|ing)|end(?:ed|s|ing)|settl(?:ed|es|ing)|stands|sits|trades|is|was|left off|wound up|came out|went out)";
const made =
  "(?:made|makes|set|sets|marked|marks|hit|hits|reached|reaches|printed|prints|posted|posts|recorded|records|notched|scored|registered|logged|struck|put in|at|is|was)";
const side = "(?<word>highest|lowest|high|low|top|bottom|peak|trough)";
/** "Closed at a 12-session high", "made a new 12-session closing high", "finished at the low of its last 12 closes". */
const atExtremes = [
  String.raw`\b${ends} (?:today |again |(?:the|its) (?:last )?(?:session|day) )?(?:at|on) (?:an? |its |the )?(?:new |fresh )?(?<count>${counts})[- ](?:session|day|close)s?[- ](?:closing )?${side}\b(?! (?:of|at) [$€£]?\d)`,
  String.raw`\b${made} (?:also )?(?:an? |its |the |no )?(?:new |fresh |another )?(?<count>${counts})[- ](?:session|day|close)s?[- ](?:closing ${side}|${side} (?:close|(?:on a closing basis|by the close|in closing (?:terms|prices)|of closes|in closes)))\b(?! (?:of|at) [$€£]?\d)`,
  String.raw`\b(?:${ends}|${made}) (?:right |exactly |today |again )?(?:(?:at|on) )?(?:an? |its |the )?(?:new |fresh |very )?(?:${side}(?: (?:point|end|mark|close))? (?:of|in|among|for|over|within)|(?<word>highest|lowest)(?: (?:close|closing price|point|level))? (?:in|among|for|over|within)) (?:the |its |these |those |all |our )?(?:(?:last|past|latest|previous|recent|most recent|listed) )?(?<count>${counts}) (?:(?:most )?(?:recent|listed|latest|last) )?closes\b`,
].map((pattern) => new RegExp(pattern, "i"));
const extremeOfLast = new RegExp(
  String.raw`\b(?<word>highest|lowest|best|weakest|strongest|cheapest|dearest) (?:clos(?:e|ing price) )?(?:of|in|for|among|within|over) (?:the |its )?(?:(?:last|past|latest|previous|listed) )?(?<count>${counts}) (?:listed )?(?:sessions|closes|days)\b`,
  "i",
);
/** What the last close does: "ended on its lowest close of the last 8 sessions". */
const ending =
  /\b(?:clos(?:ed|es)|end(?:ed|s)|finish(?:ed|es)|settl(?:ed|es)|brought|brings|marked|marks|(?:close|price|stock|session) (?:is|was|marks|stands at)|stands at|is at)(?: [\w']+)* $/i;

/** Of so many of the listed closes the last one is the highest or lowest. */
const closedAt = needing([...atExtremes, extremeOfLast], (sentence, index) => {
  const last = firstIn(extremeOfLast, sentence);
  const isNow = last !== null && occurs(ending, sentence.slice(0, last.index)) && !/\bprices?\b/i.test(last[0]);
  const told = atExtremes.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  const found = told ?? (isNow ? last : null);
  const list = closesOf(index);
  const size = found?.groups?.["count"]?.toLowerCase() ?? "";
  const count = words.get(size) ?? Number(size);
  if (found === null || list === null || !(count >= 2) || count > list.closes.length || daysIn(sentence).length > 0)
    return null;
  const values = list.closes.slice(-count).map(({ value }) => value);
  const isHigh = /high|best|strong|dear|top|peak/i.test(found.groups?.["word"] ?? "");
  // "719.07 USD is the lowest of the 12 recent closes" is of the close that is printed.
  const printed = findNumbers(sentence.slice(0, found.index)).find(({ value }) =>
    list.closes.some((one) => one.value === value),
  );
  const own = printed?.value ?? values.at(-1);
  const isNone = /\bno (?!longer\b)/i.test(found[0]);
  const holds = (own === (isHigh ? Math.max(...values) : Math.min(...values))) !== isNone;
  return placed(found, holds, index);
});

/** Whether a number tells how many of the listed closes the last one is the extreme of. */
export function countsCloses(sentence: string, at: number, index: EvidenceIndex): boolean {
  const found = closedAt(sentence, index, new Set(), alone);
  return found !== null && at >= found.start && at < found.end;
}

function placed(found: RegExpExecArray, holds: boolean, index: EvidenceIndex): Found | null {
  const list = closesOf(index);
  return list === null ? null : { start: found.index, end: found.index + found[0].length, holds, items: [list.item] };
}

const noneBeyond =
  /\bin (?:none|not one) of the (?:last|latest|past|listed) (?:\w+ )?(?:sessions|days|closes) did (?:the )?[\w&. '’-]{2,40}? (?:close|finish|end|settle) (?:(higher|above)|lower|below)(?: than| it)?(?: on)? (?:the )?$/i;
const neverBeyond =
  /\b(?:in|over|during|within|among) the (?:last|latest|past|listed) (?:\w+ )?(?:sessions|days|closes),? (?:the )?[\w&. '’-]{2,40}? (?:never|did not|has not|at no time|not once) (?:close[ds]?|finish(?:ed)?|end(?:ed)?|settled?) (?:(higher|above)|lower|below)(?: than| it)?(?: on)? (?:the )?$/i;
const marking =
  /^ (?:marks|marked|was|is|saw|set|made|brought|had|gave|holds)(?: us)? (?:the )?(?:(high)|low)(?:est)?(?: (?:point|close|mark|level))?(?: (?:of|in|among|on) (?:the |its )?(?:list|(?:last|latest|past|listed|\w+)(?: \w+)? (?:closes|sessions|days)))\b/i;

/** "In the last 12 sessions it never closed lower than on 7 April", "9 April marks the low point of the last 12 closes". */
const extremeOn: Reader = (sentence, index) => {
  const list = closesOf(index);
  const [day, another] = list === null ? [] : daysIn(sentence);
  if (list === null || day === undefined || another !== undefined) return null;
  const lead = sentence.slice(0, day.start);
  const beyond = firstIn(noneBeyond, lead) ?? firstIn(neverBeyond, lead);
  const marks = firstIn(marking, sentence.slice(day.end));
  const own = list.closes.findLast((one) => isDay(one.day, day.day));
  const found = beyond ?? marks;
  if (found === null || own === undefined) return null;
  const values = list.closes.map(({ value }) => value);
  const holds = own.value === (found[1] === undefined ? Math.min(...values) : Math.max(...values));
  return beyond === null
    ? { start: day.start, end: day.end + found[0].length, holds, items: [list.item] }
    : { start: beyond.index, end: day.end, holds, items: [list.item] };
};

const deepest =
  /\b(?:at|near|on) the (?:deepest|lowest|worst|bottom)(?: point| part)? of (?:its|the|this|that) (?:252-(?:session|day) |one-year |whole )?(?:drawdown|fall|slide|decline)\b/i;

/** "Stands at the deepest point of its 252-session drawdown". */
const deepestNow = needing([deepest], (sentence, index) => {
  const found = firstIn(deepest, sentence);
  const [now, most] = [first(index, "drawdown_from_high_252"), first(index, "max_drawdown_252")];
  if (found === null || now === null || most === null) return null;
  // Of two falls from the same high, the last session's is the deepest where it is as deep.
  const holds = Math.abs(Math.abs(now.value) - Math.abs(most.value)) <= 0.05;
  return { start: found.index, end: found.index + found[0].length, holds, items: [now, most] };
});

const isYear =
  /\bclose (?:is|was|equals|marks|makes) (?:also |now |itself )?the (?:(lowest|highest) (price|close)|(?:252-(?:session|day)|one-year|52-week) (low|high))(?: (?:of|in|over) (?:the (?:last |past )?)?252 sessions)?(?=[.,;:)]|$| \[)/i;

/** "The last close is the lowest price of 252 sessions". */
const yearNow = needing([isYear], (sentence, index) => {
  const found = firstIn(isYear, sentence);
  const close = first(index, "close");
  const word = (found?.[1] ?? found?.[3] ?? "").toLowerCase();
  const isLow = word.startsWith("low");
  const fall = first(index, "drawdown_from_high_252");
  const line = !isLow && found?.[2] === "close" ? fall : first(index, isLow ? "low_252" : "high_252");
  if (found === null || close === null || line === null) return null;
  const holds = line === fall ? fall.value === 0 : Math.abs(close.value / line.value - 1) < 1e-4;
  return { start: found.index, end: found.index + found[0].length, holds, items: [close, line] };
});

const beyondYear =
  /\bclosed? (?:at a new (?:high|low),? )?(?:(under|below|beneath)|over|above|beyond) (?:the |its )?(?:(lowest)|highest) price of (?:the (?:last |past )?)?252 sessions\b/i;

/** "Closed under the lowest price of 252 sessions": no close is, since it would be that price. */
const pastYear = needing([beyondYear], (sentence, index) => {
  const found = firstIn(beyondYear, sentence);
  const close = first(index, "close");
  const line = first(index, found?.[2] === undefined ? "high_252" : "low_252");
  if (found === null || close === null || line === null) return null;
  const holds = found[1] === undefined ? close.value > line.value : close.value < line.value;
  return { start: found.index, end: found.index + found[0].length, holds, items: [close, line] };
});

const reaching =
  "(?:marks|marked|sets?|made|makes|is|was|prints?|printed|hits?|reached|reaches|posted|records?|recorded|(?:fell|dropped|slid|sank|slipped|rose|climbed|jumped|rallied|went|ran|closed|closes|finished|ended|settled|stands|sits|broke)(?: out)? (?:to|at|on))";
const span =
  "(?:for|of|over|in|against|within) (?:the )?(?:last |past |previous |prior )?(?<span>252|20|twenty) (?:sessions|days)";
const newOnes = [
  String.raw`\b${reaching} (?:also )?(?:an? |its |(?<none>no ))?(?:new|fresh) (?<side>high|low) ${span}\b`,
  String.raw`\b(?:clos(?:ed|es)|finish(?:ed|es)|end(?:ed|s)|settl(?:ed|es)) (?:at|on) (?:its |the |an? )?(?<most>lowest|highest) price ${span}\b`,
  String.raw`\b(?<span>252)-(?:session|day) (?<most>high|low) (?:was|is|has been) (?:only |just |also |not )?(?:set|made|reached|hit|touched|marked|recorded) (?:at|by|with|on) (?:the |its )?(?:last|latest|most recent) close\b`,
].map((pattern) => new RegExp(pattern, "i"));

/** "The last close marks a new high for 252 sessions", "a new low against the previous 20 sessions". */
const newOfWindow = needing(newOnes, (sentence, index) => {
  const found = newOnes.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (found === null || daysIn(sentence).some(({ day }) => /\d/.test(day))) return null;
  if (mentionsIn(sentence.slice(0, found.index)).some(({ keys }) => !keys.includes("close"))) return null;
  const isHigh = /high/i.test(found.groups?.["side"] ?? found.groups?.["most"] ?? "");
  const isLong = found.groups?.["span"] === "252";
  const close = first(index, "close");
  const key = isLong ? (isHigh ? "drawdown_from_high_252" : "low_252") : isHigh ? "resistance_20" : "support_20";
  const line = first(index, key);
  if (close === null || line === null) return null;
  const isNew = isHigh
    ? isLong
      ? line.value >= -0.005
      : close.value > line.value
    : close.value <= line.value * (isLong ? 1.0001 : 1);
  // The highest close may lie below the highest price.
  if (isNew && isHigh && found.groups?.["most"] !== undefined) return null;
  const isDenied = found.groups?.["none"] !== undefined || /\b(?:was|is|been) not\b/i.test(found[0]);
  return { start: found.index, end: found.index + found[0].length, holds: isNew !== isDenied, items: [close, line] };
});

const oneLine = "(?:highest|lowest|252-(?:session|day)|one-year|52-week|20-(?:session|day)|year['’]s)";
const same = "(?:the same(?: price| level)?|one and the same|identical|equal)";
/** What says that one line is another, or that two are one. */
const isLine = new RegExp(
  String.raw`(?:\b(?:is|was|equals|matches|coincides with|doubles as|serves as|makes)(?: (?:also|still|now|itself|at the same time|just|exactly|not|no longer|as|${same} (?:as|to|with)))*(?= the ${oneLine}\b)|\b(?:are|were)(?: (?:not|in fact|exactly))* ${same}\b|\b(?:do(?: not|n['’]t) )?coincide\b|\b(?<apart>differ|(?:are|lie) apart)\b)`,
  "i",
);
const lineKeys = /^(?:high_252|low_252|support_20|resistance_20)$/;

/** "The highest high of the previous 20 sessions is also the highest price of 252 sessions". */
const sameLine = needing([isLine], (sentence, index) => {
  const found = firstIn(isLine, sentence);
  if (found === null) return null;
  const [lead, ahead] = [sentence.slice(0, found.index), sentence.slice(found.index + found[0].length)];
  const isJoint = /\band\b/i.test(lead) && !/^ the /i.test(ahead);
  const [one, other] = isJoint
    ? lead.split(/\band\b(?! *\d)/i).slice(-2)
    : [lead.split(/[;:,]/).findLast((part) => part.trim() !== "") ?? "", ahead.split(/[;,.](?=\s|$)/)[0] ?? ""];
  const [left, right] = [measureNamed(one ?? "", index), measureNamed(other ?? "", index)];
  if (left === null || right === null || left.id === right.id) return null;
  if (!lineKeys.test(left.key) || !lineKeys.test(right.key)) return null;
  const isSame = Math.abs(left.value / right.value - 1) < 1e-4;
  const holds = isSame !== (found.groups?.["apart"] !== undefined);
  // A "not" within the words is part of what they say.
  const isDenied = /\b(?:not|no longer)\b|n['’]t\b/i.test(found[0]);
  return { start: found.index, end: found.index + found[0].length, holds: holds !== isDenied, items: [left, right] };
});

const peakInCloses = new RegExp(
  String.raw`\b(?:(?<count>${counts})[- ](?:session|day|close)s? (?:closing ${side}|${side} (?:in|of|among) (?:the )?clos(?:es|ing prices)|${side} close|closing (?:${side}))|(?:closing ${side}|${side}(?: point)?) (?:of|in|among|over|within) (?:the |its |these |those )?(?:(?:last|past|latest|recent|listed) )?(?<count>${counts}) (?:(?:most )?(?:recent|listed|latest) )?(?:closes|sessions)) (?:came|fell|was|is|stands|lies|dates|was (?:set|made|seen|reached|hit|recorded|printed)|occurred|happened)(?: (?:set|made|seen|reached|back|hit|recorded|printed))?(?: (?:on|from|to|in on))? (?:the )?$`,
  "i",
);

/** "The 12-session peak in closes came on 31 January". */
const peakOn = needing([/\b(?:high|low|top|bottom|peak|trough|highest|lowest)\b/i], (sentence, index) => {
  const list = closesOf(index);
  const [day, another] = list === null ? [] : daysIn(sentence);
  if (list === null || day === undefined || another !== undefined) return null;
  const found = firstIn(peakInCloses, sentence.slice(0, day.start));
  const size = found?.groups?.["count"]?.toLowerCase() ?? "";
  const count = words.get(size) ?? Number(size);
  if (found === null || !(count >= 2) || count > list.closes.length) return null;
  const closes = list.closes.slice(-count);
  const values = closes.map(({ value }) => value);
  const isHigh = /high|top|peak/i.test(found.groups?.["word"] ?? "");
  const most = isHigh ? Math.max(...values) : Math.min(...values);
  const holds = closes.some((one) => isDay(one.day, day.day) && one.value === most);
  return { start: found.index, end: day.end, holds, items: [list.item] };
});

export const listExtremes: readonly Reader[] = [
  peakOn,
  newOfWindow,
  sameLine,
  closedAt,
  needing(
    [/\b(?:none|not one|never|not|no time|marks|marked|was|is|saw|set|made|brought|had|gave|holds)\b/i],
    extremeOn,
  ),
  deepestNow,
  yearNow,
  pastYear,
];
