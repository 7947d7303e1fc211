import { closesOf } from "./closes.ts";
import type { GroundedNumber } from "#src/contract/judgement.ts";
import { isInDayList, type NamedDay } from "./dates.ts";
import { spanName, type EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import type { Sentence } from "./sentences.ts";
import { heldFor, heldWithin, isInPlan, isListedHorizon, ourHorizon, setsTime } from "./horizons.ts";
import { measureBefore, type Mention } from "./subjects.ts";
import type { Qualifier } from "./support.ts";
import type { Window } from "./windows.ts";

/** What is said of one number. */
export type Judgement = Pick<GroundedNumber, "verdict" | "evidence" | "cited" | "basis"> & {
  /** Other printed numbers that it is worked out of. */
  readonly from?: readonly FoundNumber[];
};

/** One number with what surrounds it. */
export interface Spot {
  readonly number: FoundNumber;
  readonly text: string;
  readonly sentence: Sentence;
  readonly clause: Clause;
  /** Of the sentence, at their places in the text. */
  readonly mentions: readonly Mention[];
  /** Of the sentence too. */
  readonly windows: readonly Window[];
  readonly days: readonly NamedDay[];
  /** Of the sentence. */
  readonly numbers: readonly FoundNumber[];
  /** Of the sentence before. */
  readonly previous: readonly FoundNumber[];
  /** What the number is said to rest on; empty where nothing is cited. */
  readonly ids: ReadonlySet<string>;
  readonly qualifier: Qualifier;
  readonly before: FoundNumber | undefined;
  readonly after: FoundNumber | undefined;
  /** The last number before it that is no part of a name. */
  readonly quantity: FoundNumber | undefined;
}

export interface Clause {
  readonly start: number;
  readonly end: number;
}

/** The parts of a sentence between commas and such words as "while". */
export function clausesOf(text: string, sentence: Sentence): Clause[] {
  return partsOf(
    text,
    sentence,
    /[;,:](?=\s)(?![^[\]]{0,120}\])|\s(?:while|whereas|(?<!\b(?:anything|nothing|all|none) )but|although|though|(?<!\b(?:not|never|as|has|have|had|is|are|hasn't|haven't|isn't) )yet|because|and)\s|\s[–—•·]\s|(?<!^\s*\|.*)\s\|\s/g,
  );
}

/** The same with what "and" joins in one: "less debt than cash and securities". */
export function wideClausesOf(text: string, sentence: Sentence): Clause[] {
  return partsOf(
    text,
    sentence,
    /[;,:](?=\s)(?![^[\]]{0,120}\])|\s(?:while|whereas|(?<!\b(?:anything|nothing|all|none) )but|although|though|(?<!\b(?:not|never|as|has|have|had|is|are|hasn't|haven't|isn't) )yet|because)\s|\s[–—•·]\s|(?<!^\s*\|.*)\s\|\s/g,
  );
}

const dayOfMonth =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?) (?:the )?\d{1,2}(?:st|nd|rd|th)?$/i;

function partsOf(text: string, { start, end }: Sentence, boundary: RegExp): Clause[] {
  const clauses: Clause[] = [];
  let from = start;
  const written = text.slice(start, end);
  for (const found of written.matchAll(boundary)) {
    if (isInDayList(written, found.index, found.index + found[0].length - 1)) continue;
    // "On October 19, 2016": the year belongs to its day.
    if (
      found[0] === "," &&
      occurs(dayOfMonth, written.slice(Math.max(0, found.index - 20), found.index)) &&
      /^ \d{4}\b(?! [A-Z])/.test(written.slice(found.index + 1, found.index + 8))
    )
      continue;
    // "It led, by 4.2 points".
    if (
      found[0] === "," &&
      /^, by (?:about |some |nearly |roughly )?[$€£₹]?\d/.test(written.slice(found.index, found.index + 24))
    )
      continue;
    if (found[0] === "," && isAroundValue(written, found.index)) continue;
    if (found[0] === " and " && isJoined(written, from - start, found.index)) continue;
    clauses.push({ start: from, end: start + found.index });
    from = start + found.index + found[0].length;
  }
  return [...clauses, { start: from, end }];
}

/** "The gap between the line and its signal", "one and a half times": what "and" joins is one. */
function isJoined(written: string, from: number, at: number): boolean {
  if (/^ and (?:a (?:half|quarter|third)|three[- ]quarters|two thirds)\b/i.test(written.slice(at, at + 24)))
    return true;
  const between = /\bbetween (?:(?!\band\b)[^,;])*$/i;
  return between.test(written.slice(Math.max(from, at - 64), at));
}

const value = String.raw`(?:now |currently |still |at |of |about |around |roughly |which is |which is at )*[$€£¥₹]?[+−–-]?\d[\d.,]*\d?(?: ?%| ?(?:percent|points?|dollars?|times|x|billion|million|bn|mn|USD)\b)*(?: \[[^\]]*\])?`;
const predicate =
  /^, (?:(?:is|are|was|were|has|have|had|lies|lay|sits?|stands?|stays?|remains?|trades?|runs?|looks?|points?|signals?|shows?|leaves?|exceeds?|trails?|tops|beats?|lags?|falls?|rises?|fell|rose|still|also|now|does|did|implies|means|offers|gives|would|marks?|equals?|comes|closed|finished|held|reads?)\b|[a-z]{3,}s (?:the|a|an|our|its|my|any|no|both|this|that|what|us|well)\b|well (?:above|below|under|over)\b)/i;
const valueAhead = new RegExp(`^, ${value}(?=, )`, "i");
const valueBehind = new RegExp(`, ${value}$`, "i");

/** Whether a comma stands on one side of a value that is put in between: "The target, 184, lies under the low". */
function isAroundValue(written: string, at: number): boolean {
  const ahead = firstIn(valueAhead, written.slice(at, at + 48));
  if (ahead !== null) return occurs(predicate, written.slice(at + ahead[0].length, at + ahead[0].length + 24));
  return occurs(valueBehind, written.slice(Math.max(0, at - 48), at)) && occurs(predicate, written.slice(at, at + 24));
}

/** Where a text repeats the label of some evidence to the letter. */
export function labelSpans(text: string, { labels }: EvidenceIndex): { start: number; end: number; id: string }[] {
  return labels.flatMap(({ id, label }) => {
    const found = [];
    for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + label.length))
      found.push({ start: at, end: at + label.length, id });
    return found;
  });
}

const spanAfter =
  /^[ -](?:trading |calendar )?(day|session|week|month|quarter|year)s?(?![A-Za-z])(?! (?:in a row|running|straight|on end))/i;
/** The same in other languages. All of these are counted in sessions or days. */
const daysAfter = /^ ?(?:Sitzung(?:en)?|Tage?n?|séances?|jours?|sesion(?:es)?|sesiones|días?|日|天|个交易日|個交易日)/i;

/** "A 10-session losing streak" counts sessions too. */
export const ofStreak =
  /^[ -](?:trading )?(?:days?|sessions?|closes?)[ -](?:winning |losing |unbroken |up |down |positive |negative )?(?:streak|run|string|series|slide|rally|row)(?![A-Za-z])|^ (?:trading )?(?:days?|sessions?|closes?) long(?![A-Za-z])|^ (?:(?:trading )?(?:days?|sessions?|closes?|times) )?(?:in a row|running|on end|in succession)(?![A-Za-z])/i;

/** "Ten days have passed": so many, and no window of a measure. */
const elapsed =
  /^(?:[ -](?:trading |calendar )?(?:day|session|week|month|quarter|year)s?)? (?:(?:have|has|had) (?:\w+ )?(?:passed|gone|elapsed)|(?:are |is )?(?:missing|absent)|passed|gone|since|old|left|remain)(?![A-Za-z])/i;

const ofCloses = /\bclos(?:e|es|ing)\b[^.;]*\b(?:of|in|among) (?:the |its )?(?:last|latest|past|listed) $/i;

const likeBefore = /\b(?:that|the one|the figure|the reading|those) (?:over|of|for) $/i;

/** The measure whose name the number is part of: "over 63 sessions" of "Return over 63 sessions". It supports nothing else. */
export function nameOf(
  spot: Spot,
  spans: readonly { readonly start: number; readonly end: number; readonly id: string }[],
  index: EvidenceIndex,
): Judgement | null {
  const { number, text, windows } = spot;
  const { labels } = index;
  const end = number.offset + number.text.length;
  const inside = spans.find((span) => span.start <= number.offset && end <= span.end);
  if (inside !== undefined) return { verdict: "evidence", evidence: [inside.id], cited: false, basis: null };
  if (number.unit !== null || !/^(?:[\d０-９]+|[a-z]+(?:-[a-z]+)?)$/i.test(number.text)) return null;
  const ahead = text.slice(end, end + 24);
  // "Has risen above that over 63:" counts what was counted before.
  const counted =
    windows.length > 0 &&
    occurs(likeBefore, text.slice(Math.max(0, number.offset - 24), number.offset)) &&
    /^(?:[:,.;)]| ?\[|$)/.test(ahead)
      ? "session"
      : undefined;
  const unit = firstIn(spanAfter, ahead)?.[1] ?? (occurs(daysAfter, ahead) ? "session" : counted);
  // "Over 5, 21 or 63 sessions", "26.9 % over 21 sessions, 39.9 % over 63".
  const shared = windows.find((one) => one.start <= number.offset && end <= one.end);
  // "The highest of the 12 closes shown".
  const isOfList =
    /^ (?:last |listed |latest )?closes\b/.test(ahead) ||
    // "The latest close is not the best of the last 12".
    (/^ ?(?:[.,;:)]|$)/.test(ahead) &&
      occurs(ofCloses, text.slice(spot.sentence.start, number.offset)) &&
      closesOf(index)?.closes.length === number.value);
  const list = isOfList ? index.byKey.get("recent_closes")?.[0] : undefined;
  if (list !== undefined) return { verdict: "evidence", evidence: [list.id], cited: false, basis: null };
  if (unit === undefined && (shared === undefined || /^ (?:in|within|over|during) /.test(ahead))) return null;
  if (occurs(elapsed, text.slice(end, end + 48)) || occurs(ofStreak, text.slice(end, end + 48))) return null;
  // "Hold for 90 days" sets a time and names no measure.
  const lead = text.slice(Math.max(spot.sentence.start, number.offset - 80), number.offset);
  if (occurs(heldFor, lead.slice(-48)) || occurs(heldWithin, lead)) return null;
  if (occurs(ourHorizon, text.slice(end, end + 40)) || isListedHorizon(text, number.offset, end)) return null;
  if (unit !== undefined && setsTime(spot)) return null;
  // "The age of the period comes to around 200 days" gives a value.
  const told = measureBefore(text, spot.mentions, number.offset)?.keys ?? [];
  if (told.length > 0 && told.every((key) => index.byKey.get(key)?.[0]?.unit === "days")) return null;
  // "Over 12 months" is a year of sessions.
  const names = [...(unit === undefined ? [] : [spanName(String(number.value), unit)]), ...(shared?.names ?? [])];
  const named = labels.filter((label) => names.some((name) => label.spans.includes(name))).map(({ id }) => id);
  return named.length === 0 ? null : { verdict: "evidence", evidence: named.slice(0, 1), cited: false, basis: null };
}

/** The words nearest to a number, those right behind it, those of its sentence, and whether they speak of some measure. */
export function wordsAround(
  { text, clause, sentence, mentions, number, numbers, ids }: Spot,
  { byKey }: EvidenceIndex,
) {
  const named = measureBefore(text, mentions, number.offset);
  const units = (named?.keys ?? []).flatMap((key) => (byKey.get(key) ?? []).map(({ unit }) => unit));
  return {
    near: text.slice(clause.start, clause.end),
    ahead: text.slice(number.offset + number.text.length, number.offset + number.text.length + 32),
    // A row of a table speaks in the words of its head.
    wider: /\?\s*$/.test(text.slice(Math.max(0, sentence.start - 4), sentence.start))
      ? text.slice(Math.max(0, sentence.start - 80), sentence.end)
      : /^\s*\|/.test(text.slice(sentence.start))
        ? text
        : text.slice(sentence.start, sentence.end),
    aboutAnother: named !== null || mentions.some((one) => one.start >= clause.start && one.end <= clause.end),
    isCited: ids.size > 0,
    printed: numbers.flatMap((one) => (one === number ? [] : [one.value])),
    isListed: isInPlan(text, number.offset, number.offset + number.text.length, sentence),
    isReading: units.length > 0 && units.every((unit) => unit === null || !/^[A-Z]{3,5}/.test(unit)),
  };
}
