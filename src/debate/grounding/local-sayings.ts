import type { Way } from "./direction-lexicon.ts";
import { spansIn } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { isForeign, isName, isPlain, isSubject, named, subjectBefore, type Part } from "./local-part.ts";
import type { Tag } from "./local-tags.ts";
import { occurs } from "./pattern-search.ts";

/* What is said with a word of another language of what stands around it, in plain English sentences. */

/** A statement in English: all of these must hold, or where it is denied none. */
export interface Told {
  readonly english: readonly string[];
  readonly start: number;
  readonly end: number;
}

export function tell(tag: Tag, part: Part): Told | null {
  const english = sayings[tag.kind]?.(tag, part) ?? null;
  return english === null || english.length === 0 ? null : { english, start: tag.start, end: tag.end };
}

type Saying = (tag: Tag, part: Part) => readonly string[] | null;

const sayings: Readonly<Partial<Record<Tag["kind"], Saying>>> = {
  move: moved,
  place: compared,
  more: compared,
  beats: (tag, part) =>
    compared(tag, part) ?? (subjectBefore(tag, part) === lineIn(part) ? passed(lineIn(part), tag.way) : null),
  better: (tag, part) => relative(tag, part) ?? compared(tag, part),
  stretched,
  sign: signed,
  usual: (tag, { tags, carried }) => ofVolume(tags.find(isSubject) ?? carried, tag.way),
  broken,
  at: reached,
  passed: (tag, part) => passed(lineIn(part) ?? carriedLine(part), tag.way) ?? relative(tag, part),
  told: ({ english }) => [english],
};

const ofPrice =
  /^(?:the \d+-session (?:exponential )?mean|the \d+-session (?:high|low)|all averages|the volume-weighted mean|the (?:upper|lower) band|support|resistance|the 52-week (?:high|low))/;

/** "Is above its 50-session mean", "is higher than over 63 sessions": what stands on both sides. */
function compared(tag: Tag, part: Part): readonly string[] | null {
  // "Hat die Signallinie nach oben gekreuzt".
  const [line, signal] = ["the MACD line", "the signal line"].map((name) =>
    part.tags.find(({ english, end }) => english === name && end <= tag.start),
  );
  if (tag.kind === "place" && line !== undefined && signal !== undefined)
    return [`The MACD line is ${tag.way === 1 ? "above" : "below"} the signal line`];
  const from = connected(tag, part);
  if (from === null) return null;
  const mayStand = ({ kind }: Tag): boolean => kind !== "move" && kind !== "more" && kind !== "better";
  const object = part.tags.find((one) => one.start >= from && mayStand(one));
  const number = part.numbers.find(({ offset }) => offset >= from);
  const reach = Math.min(object?.start ?? Infinity, number?.offset ?? Infinity);
  if (reach === Infinity || !isPlain(part, from, reach) || reach - from > 40) return null;
  const before = subjectBefore(tag, part);
  const inside = part.tags.find((one) => isName(one) && one.start >= tag.end && one.end <= from);
  const after = object === undefined ? undefined : part.tags.find((one) => isSubject(one) && one.start >= object.end);
  const subject = inside ?? before ?? after ?? part.carried;
  if (subject?.kind === "other") return null;
  if (before !== null && subject === before && isForeign(part, before.end, tag.start)) return null;
  if (object === undefined || (number !== undefined && number.offset < object.start))
    return number === undefined ? null : besideNumber(subject, number, tag.way, part);
  // "Lost more than the index" tells of a loss.
  if (tag.kind === "more" && object.kind === "benchmark") return null;
  return besideObject(subject, object, tag.way, part);
}

/** Where what something is held against begins. */
function connected(tag: Tag, { text, lexicon, tags }: Part): number | null {
  if (tag.kind === "place" || tag.kind === "beats") return tag.end;
  const end = tags.at(-1)?.end ?? tag.end;
  const found = new RegExp(String.raw`(?<!\p{L})(?:${lexicon.than})(?!\p{L})`, "iu").exec(text.slice(tag.end, end + 1));
  // "Als im Vorjahr" is a window of its own.
  if (found === null) return null;
  const at = tag.end + found.index;
  const window = tags.find(({ kind, start, end: stop }) => kind === "window" && start <= at && stop > at);
  return window?.start ?? at + found[0].length;
}

function besideNumber(subject: Tag | null, number: FoundNumber, way: Way | 0, part: Part): string[] | null {
  if (!isName(subject) || number.unit !== null) return null;
  // Other measures have no lines that go by round numbers.
  if (!/^(?:RSI|money flow)$/.test(subject.english) && !/^[01]$/.test(String(number.value))) return null;
  const behind = part.text.slice(number.offset + number.text.length);
  return /^ ?(?:%|\p{L})/u.test(behind) && !/^ ?(?:Punkte?n?|points?|puntos?)\b/i.test(behind)
    ? null
    : [`${subject.english} is ${way === 1 ? "above" : "below"} ${number.value}`];
}

function besideObject(subject: Tag | null, object: Tag, way: Way | 0, part: Part): readonly string[] | null {
  const word = way === 1 ? "above" : "below";
  if (object.kind === "usual") return ofVolume(subject, way);
  if (subject !== null && subject.english === "volume") return isMean(object) ? ofVolume(subject, way) : null;
  if (object.kind === "benchmark") return subject?.kind === "price" ? againstBenchmark(way, part) : null;
  if (object.kind === "window") return overWindows(subject, object, word, part);
  if (object.english === "zero")
    return isName(subject) ? [`${subject.english} is ${way === 1 ? "positive" : "negative"}`] : null;
  if (object.kind === "price" && isName(subject) && occurs(ofPrice, subject.english))
    return each(subject.english, (line) => `The last close is ${way === 1 ? "below" : "above"} ${line}`);
  if (!isName(object)) return null;
  const isLine = occurs(ofPrice, object.english);
  const isSame = subject?.english === object.english || object.english.startsWith(`${subject?.english ?? ""} over `);
  if (subject !== null && isSame && named(subject, part) === subject.english) return sinceThen(subject, word, part);
  if (subject === null || subject.kind === "price")
    return isLine ? each(object.english, (line) => `The last close is ${word} ${line}`) : null;
  if (!isName(subject) || subject === object) return null;
  const verb = /^current (?:assets|liabilities)$/.test(subject.english) ? "are" : "is";
  return each(named(object, part), (line) => `${named(subject, part)} ${verb} ${word} ${line}`);
}

function isMean({ english }: Tag): boolean {
  return english.endsWith("session mean");
}

function each(all: string, say: (one: string) => string): string[] {
  return all.split("|").map(say);
}

/** "Volatility over 21 sessions is higher than that of 63 sessions", "above that of 50 sessions". */
function overWindows(subject: Tag | null, window: Tag, word: string, part: Part): readonly string[] | null {
  const size = /^ over (\d+) (?:sessions|days)$/.exec(window.english)?.[1];
  if (subject === null || subject.kind === "price")
    return size === undefined ? null : [`The last close is ${word} the ${size}-session mean`];
  if (isMean(subject)) return size === undefined ? null : [`${subject.english} is ${word} the ${size}-session mean`];
  if (!isName(subject)) return null;
  if (occurs(changing, subject.english))
    return window.length < 252 ? null : [`${capital(subject.english)} ${word === "above" ? "rose" : "fell"}`];
  const name = named(subject, part);
  if (name !== subject.english) return [`${name} is ${word} ${subject.english}${window.english}`];
  return sinceThen(subject, word, part);
}

const families: Readonly<Record<string, string>> = {
  volatility: "volatility_",
  "news tone": "news_tone_",
  "tone of posts": "social_tone_",
};

/** "Volatility has eased: 50 % in the month, 38 % in the quarter": the shorter window of the two is now. */
function sinceThen(subject: Tag, word: string, { index, cited, windows }: Part): string[] | null {
  const family = families[subject.english];
  if (family === undefined) return null;
  const items = [...index.items.values()].filter(({ key }) => key.startsWith(family));
  const spans = items.map(({ label }) => Number.parseInt(spansIn(label)[0] ?? "", 10)).toSorted((a, b) => a - b);
  const [now, then, another] = spans;
  if (now === undefined || then === undefined || another !== undefined) return null;
  const isNamed = windows.some(({ length }) => Math.abs(length - then) <= then * 0.45 && length > now * 1.5);
  if (!isNamed && !items.every(({ id }) => cited.has(id))) return null;
  return [`${subject.english} over ${now} sessions is ${word} ${subject.english} over ${then} sessions`];
}

function ofVolume(subject: Tag | null | undefined, way: Way | 0): string[] | null {
  return subject?.english === "volume" ? [`Volume was ${way === 1 ? "above" : "below"} average`] : null;
}

function relative(tag: Tag, part: Part): string[] | null {
  if (!part.hasBenchmark) return null;
  const subject = subjectBefore(tag, part);
  return subject === null || subject.kind === "price" ? againstBenchmark(tag.way, part) : null;
}

function againstBenchmark(way: Way | 0, { windows }: Part): string[] | null {
  const [window, another] = windows;
  if (another !== undefined) return null;
  return [`The stock ${way === 1 ? "outperformed" : "underperformed"} the benchmark${window?.english ?? ""}`];
}

const changing =
  /^(?:revenue|earnings per share|(?:gross|operating|net) margin|the share count|the number of (?:news items|posts))$/;

/** "Revenue rose", "the share lost ground over 63 sessions". */
function moved(tag: Tag, part: Part): readonly string[] | null {
  const subject = subjectOfMove(tag, part);
  const word = tag.way === 1 ? "rose" : "fell";
  if (subject === null || subject.kind === "other") return null;
  // "Lost its 50-session mean", "support has given way".
  const line = lineIn(part);
  if (line !== null && line !== subject && line.start >= tag.end && isPlain(part, tag.end, line.start))
    return subject.kind === "price" ? passed(line, tag.way) : null;
  if (line !== null && line === subject) return isObject(line, tag, part) ? passed(line, tag.way) : brokenBy(tag, part);
  if (subject.english === "volume")
    return part.tags.some(({ kind }) => kind === "usual") ? ofVolume(subject, tag.way) : null;
  const [window, another] = part.windows;
  if (subject.kind === "price") {
    // "Fell below its mean" places.
    if (isCrossing(tag, part)) return null;
    const own = part.tags.filter(({ kind }) => kind === "window");
    const only = own.length === 1 ? own[0] : another === undefined ? window : undefined;
    return another !== undefined && own.length !== 1 ? null : [`The stock ${word}${only?.english ?? ""}`];
  }
  if (occurs(changing, subject.english)) return [`${capital(subject.english)} ${word}${quarter(part)}`];
  if (subject.english === "revenue growth")
    return [`Revenue growth ${tag.way === 1 ? "accelerated" : "slowed"}${quarter(part)}`];
  return sinceThen(subject, tag.way === 1 ? "above" : "below", part);
}

/** "Hat die 50-Tage-Linie verloren": the line stands between who lost it and the verb. */
function isObject(line: Tag, tag: Tag, part: Part): boolean {
  const isPlaced = part.tags.some(({ kind }) => kind === "place");
  const hasOwner = part.tags.some(({ kind, end }) => kind === "price" && end <= line.start);
  return !isPlaced && hasOwner && line.end <= tag.start && isPlain(part, line.end, tag.start);
}

function brokenBy(tag: Tag, part: Part): string[] | null {
  return tag.way === -1 ? broken({ ...tag, way: 1 }, part) : null;
}

function quarter({ windows }: Part): string {
  return windows.some(({ length }) => length === 63) ? " in the last quarter" : "";
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function isCrossing(tag: Tag, part: Part): boolean {
  const place = part.tags.find(({ kind, start }) => kind === "place" && start >= tag.end);
  return place !== undefined && isPlain(part, tag.end, place.start) && place.start - tag.end < 24;
}

function subjectOfMove(tag: Tag, part: Part): Tag | null {
  const after = part.tags.find((one) => isSubject(one) && one.start >= tag.end);
  const gap = after === undefined ? "" : part.text.slice(tag.end, after.start);
  if (after !== undefined && (part.lexicon.of.test(gap) || gap === " ")) return after;
  const before = subjectBefore(tag, part);
  if (before !== null) return isForeign(part, before.end, tag.start) ? null : before;
  if (after !== undefined) return isPlain(part, tag.end, after.start) ? after : null;
  return part.carried !== null && !isForeign(part, part.tags[0]?.start ?? tag.start, tag.start) ? part.carried : null;
}

function stretched(tag: Tag, part: Part): readonly string[] | null {
  const word = tag.way === 1 ? "overbought" : "oversold";
  const own = part.tags.filter(({ english }) => /^(?:RSI|money flow)$/.test(english));
  if (own.length > 0) return own.map(({ english }) => `${english} is ${word}`);
  const subject = subjectBefore(tag, part) ?? part.carried;
  if (isName(subject)) return /^(?:RSI|money flow)$/.test(subject.english) ? [`${subject.english} is ${word}`] : null;
  return subject !== null && subject.kind !== "price" ? null : [`The stock is ${word}`];
}

function signed(tag: Tag, part: Part): readonly string[] | null {
  const word = tag.way === 1 ? "positive" : "negative";
  const after = part.tags.find((one) => isSubject(one) && one.start >= tag.end);
  if (isName(after) && part.text.slice(tag.end, after.start) === " ")
    return [`${capital(named(after, part))} is ${word}`];
  const subject = subjectBefore(tag, part);
  if (subject === null && isName(part.carried) && hasOnlyTags(part, part.start, tag.start)) {
    const [window, another] = part.windows;
    return another === undefined ? [`${capital(part.carried.english)}${window?.english ?? ""} is ${word}`] : null;
  }
  if (!isName(subject)) return null;
  const window = part.tags.find(({ kind, start }) => kind === "window" && start >= subject.end);
  return isPlain(part, subject.end, tag.start) || hasOnlyTags(part, subject.end, tag.start)
    ? [`${capital(subject.english)}${window?.english ?? ""} is ${word}`]
    : null;
}

/** Whether what stands between is made of windows and of words that say nothing. */
function hasOnlyTags(part: Part, start: number, end: number): boolean {
  let from = start;
  for (const tag of part.tags.filter((one) => one.start >= start && one.end <= end)) {
    if (tag.kind !== "window" || !isPlain(part, from, tag.start)) return false;
    from = tag.end;
  }
  return isPlain(part, from, end);
}

/** The one line of the price that a part names. */
function lineIn({ tags }: Part): Tag | null {
  const [line, another] = tags.filter((tag) => isName(tag) && occurs(ofPrice, tag.english));
  return another === undefined ? (line ?? null) : null;
}

function carriedLine({ tags, carried }: Part): Tag | null {
  return !tags.some(isSubject) && isName(carried) && occurs(ofPrice, carried.english) ? carried : null;
}

function passed(line: Tag | null, way: Way | 0): string[] | null {
  if (line === null) return null;
  return each(line.english, (one) => `The last close is ${way === 1 ? "above" : "below"} ${one}`);
}

const lower = /^(?:support|the lower band|the (?:20-session|52-week) low)$/;
const upper = /^(?:resistance|the upper band|the (?:20-session|52-week) high)$/;

/** "Support was broken", "resistance held". */
function broken(tag: Tag, part: Part): string[] | null {
  const line = lineIn(part);
  if (line === null || !(occurs(lower, line.english) || occurs(upper, line.english))) return null;
  const isBelow = occurs(lower, line.english) === (tag.way === 1);
  return [`The last close is ${isBelow ? "below" : "above"} ${line.english}`];
}

/** "Has reached its 52-week high", "at a low of the year". */
function reached(tag: Tag, part: Part): string[] | null {
  const line = part.tags.find(({ english }) => /^the 52-week (?:high|low)$/.test(english));
  if (line === undefined) return null;
  const [from, to] = line.start >= tag.end ? [tag.end, line.start] : [line.end, tag.start];
  if (!isPlain(part, from, to) || to - from > 24) return null;
  return [`The stock is at a ${line.english.replace("the ", "")}`];
}
