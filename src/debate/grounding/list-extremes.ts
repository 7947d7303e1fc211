import { alone } from "./around.ts";
import { type Found, needing, type Reader } from "./claim-reader.ts";
import { closesOf } from "./closes.ts";
import { counts, words } from "./counts-of-time.ts";
import { daysIn, isDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { first } from "./gap.ts";
import { measureNamed } from "./measure-pairs.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/*
 * Highs and lows told of a close: "closed at a 12-session high", "in none of the last 12 sessions did it close lower than on
 * 7 April", "the deepest point of its drawdown", "closed below the lowest price of 252 sessions".
 */

const atExtreme = new RegExp(
  String.raw`\b(?:clos(?:ed|es|ing)|finish(?:ed|es)|ended|ends|settled|stands|trades|is) (?:today |again )?(?:at|on) (?:an? |its )?(?:new |fresh )?(?<count>${counts})[- ](?:session|day)s?[- ](?:closing )?(?<word>high|low)\b(?! (?:of|at) [$€£]?\d)`,
  "i",
);
const extremeOfLast = new RegExp(
  String.raw`\b(?<word>highest|lowest|best|weakest|strongest|cheapest|dearest) (?:clos(?:e|ing price) )?(?:of|in|for|among|within|over) (?:the |its )?(?:(?:last|past|latest|previous|listed) )?(?<count>${counts}) (?:listed )?(?:sessions|closes|days)\b`,
  "i",
);
/** What the last close does: "ended on its lowest close of the last 8 sessions". */
const ending =
  /\b(?:clos(?:ed|es)|end(?:ed|s)|finish(?:ed|es)|settl(?:ed|es)|brought|brings|marked|marks|(?:close|price|stock|session) (?:is|was|marks|stands at)|stands at|is at)(?: [\w']+)* $/i;

/** "Closed at a 12-session high": of so many of the listed closes. */
const closedAt = needing([atExtreme, extremeOfLast], (sentence, index) => {
  const last = firstIn(extremeOfLast, sentence);
  const isNow = last !== null && occurs(ending, sentence.slice(0, last.index)) && !/\bprices?\b/i.test(last[0]);
  const found = firstIn(atExtreme, sentence) ?? (isNow ? last : null);
  const list = closesOf(index);
  const told = found?.groups?.["count"]?.toLowerCase() ?? "";
  const count = words.get(told) ?? Number(told);
  if (found === null || list === null || !(count >= 2) || count > list.closes.length || daysIn(sentence).length > 0)
    return null;
  const values = list.closes.slice(-count).map(({ value }) => value);
  const isHigh = /high|best|strong|dear/i.test(found.groups?.["word"] ?? "");
  const holds = values.at(-1) === (isHigh ? Math.max(...values) : Math.min(...values));
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

const newYear =
  /\b(?:marks|marked|sets?|made|makes|is|was|prints?|hits?|hit|reached|reaches) (?:also )?an? (?:new|fresh) (?:(high)|low) (?:for|of|over|in) (?:the (?:last |past )?)?252 sessions\b/i;

/** "The last close marks a new high for 252 sessions". */
const newOfYear = needing([newYear], (sentence, index) => {
  const found = firstIn(newYear, sentence);
  const isHigh = found?.[1] !== undefined;
  const close = first(index, "close");
  const line = first(index, isHigh ? "drawdown_from_high_252" : "low_252");
  if (found === null || close === null || line === null) return null;
  const holds = isHigh ? line.value >= -0.005 : close.value <= line.value * 1.0001;
  return { start: found.index, end: found.index + found[0].length, holds, items: [close, line] };
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

export const listExtremes: readonly Reader[] = [
  newOfYear,
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
