import type { Evidence } from "#src/contract/evidence.ts";
import type { Reader } from "./claim-reader.ts";
import { daysIn } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { findNumbers } from "./numbers.ts";

/* What sentences state of the list of the latest closes: which was the highest, which day moved most, how long a run is. */

interface Close {
  readonly day: string;
  readonly value: number;
}

interface Closes {
  readonly item: Evidence;
  readonly closes: readonly Close[];
}

/** Read once for all sentences of a run. */
const read = new WeakMap<EvidenceIndex, Closes | null>();

function closesOf(index: EvidenceIndex): Closes | null {
  const known = read.get(index);
  if (known !== undefined) return known;
  const item = index.byKey.get("recent_closes")?.[0];
  const closes = [...(item?.text ?? "").matchAll(/(\d{4}-\d\d-\d\d) (\d+(?:\.\d+)?)/g)].map(([, day = "", value]) => ({
    day,
    value: Number(value),
  }));
  const found = item === undefined || closes.length < 3 ? null : { item, closes };
  read.set(index, found);
  return found;
}

/** The close of a day of the list, by its date or the end of it. */
export function closeOn(day: string, index: EvidenceIndex): { readonly close: number; readonly item: Evidence } | null {
  const found = closesOf(index);
  const close = found?.closes.find((one) => one.day.endsWith(day))?.value;
  return found === null || close === undefined ? null : { close, item: found.item };
}

const highest = /\b(?:highest|best|strongest|peak(?:ed|s)?|top(?= of (?:the|its))|maximum)\b/i;
const lowest = /\b(?:lowest|worst|weakest|bottomed|trough|minimum)\b/i;
/** That a sentence speaks of the list, and not of a year or of twenty sessions. */
const listed =
  /\b(?:(?:last|past|previous|latest) (?:twelve|12)(?: (?:sessions|closes|days))?|(?:twelve|12)-(?:session|close|day) list|in (?:twelve|12) (?:sessions|closes|days)|of the (?:twelve|12|dozen)|list of closes|listed closes|closes? listed)\b/i;
const longer = /\b(?:252|52[- ]week|20[- ]session|20[- ]day|twenty|year|63|21)\b/i;

/** "15 May was the highest of the last twelve closes", "its lowest close in twelve sessions". */
const extremeClose: Reader = (sentence, index, cited) => {
  const found = closesOf(index);
  if (found === null || !speaksOfList(sentence, found.item, cited)) return null;
  const word = highest.exec(sentence) ?? lowest.exec(sentence);
  const none = /\bno (?:\w+ )?close (?:is|was|stands) (weaker|lower|higher|stronger)\b/i.exec(sentence);
  const said = none ?? word;
  // "The largest drop" is of a day's change.
  const ranked = /\b(?:second|third|fourth|fifth|sixth|2nd|3rd|[4-9]th)[ -]$/i.test(
    sentence.slice(0, said?.index ?? 0),
  );
  if (
    said === null ||
    ranked ||
    /\b(?:day|drop|gain|fall|rise|move|jump|loss)\b/i.test(sentence.slice(said.index, said.index + 32))
  )
    return null;
  const isHigh = none === null ? highest.test(said[0]) : /weaker|lower/i.test(none[1] ?? "") === false;
  const { closes, item } = found;
  const values = closes.map(({ value }) => value);
  const best = isHigh ? Math.max(...values) : Math.min(...values);
  const claimed = claimedClose(sentence, closes);
  return claimed === null
    ? null
    : { start: said.index, end: said.index + said[0].length, holds: claimed === best, items: [item] };
};

function speaksOfList(sentence: string, item: Evidence, cited: ReadonlySet<string>): boolean {
  return listed.test(sentence) || (cited.has(item.id) && !longer.test(sentence) && /\bclos\w+/i.test(sentence));
}

/** The close that a sentence is about: of the day it names, the one it prints, else the last. */
function claimedClose(sentence: string, closes: readonly Close[]): number | null {
  const days = daysIn(sentence);
  if (days.length > 1) return null;
  const [day] = days;
  if (day !== undefined) return closes.find((close) => close.day.endsWith(day.day))?.value ?? null;
  const printed = findNumbers(sentence).find(
    ({ value, unit }) => unit !== "%" && closes.some((one) => one.value === value),
  );
  if (printed !== undefined) return printed.value;
  const last = /\b(?:last|latest|final|current) (?:close|one|session)\b|\b(?:finish|clos)(?:es|ed)\b/i.test(sentence);
  return last ? (closes.at(-1)?.value ?? null) : null;
}

const everyCloseWords =
  /\b(none of|all of|each of|every one of|every close|not a single close|no close)(?: (?:the|in the|over the|since \d{1,2} \w+)\b)?(?: (?:last |past )?(?:twelve|12)(?: (?:closes|sessions))?)?[^;,]{0,24}?\b(above|over|below|under|beneath) [^\d;,]{0,4}(\d+(?:,\d{3})*(?:\.\d+)?)/i;

/** "None of the last twelve closes was below 52", "all twelve stayed above 190". */
const everyClose: Reader = (sentence, index) => {
  const found = closesOf(index);
  const said = everyCloseWords.exec(sentence);
  if (found === null || said === null) return null;
  const [, which = "", place = "", line = ""] = said;
  const limit = Number(line.replaceAll(",", ""));
  const fits = ({ value }: Close): boolean => (/above|over/i.test(place) ? value > limit : value < limit);
  const since = daysIn(said[0])[0]?.day;
  const from = since === undefined ? 0 : found.closes.findIndex(({ day }) => day.endsWith(since));
  if (from < 0) return null;
  const meant = found.closes.slice(from);
  const holds = /^no/i.test(which) ? !meant.some(fits) : meant.every(fits);
  return { start: said.index, end: said.index + which.length, holds, items: [found.item] };
};

/** Where the limit ends that a sentence holds the closes against; `null` where it holds none that the list shows. */
export function limitOfCloses(sentence: string, index: EvidenceIndex): number | null {
  const said = everyCloseWords.exec(sentence);
  return said === null || everyClose(sentence, index, new Set()) === null ? null : said.index + said[0].length;
}

const counts = "two three four five six seven eight nine ten eleven twelve".split(" ");
const count = String.raw`(${counts.join("|")}|\d{1,2})`;
const rising = "higher|winning|up|rising|positive|green";
const falling = "lower|losing|down|falling|negative|red";
const ways = `(?:(${rising})|(${falling}))`;
const runs = [
  new RegExp(String.raw`\b${count} (?:straight|consecutive|successive) ${ways} (?:sessions?|closes?|days?)\b`, "i"),
  new RegExp(String.raw`\b${count}-(?:day|session) ${ways} (?:streak|run)\b`, "i"),
  new RegExp(
    String.raw`\b${count} ${ways} (?:sessions?|closes?|days?) (?:in a row|running|on end|in succession)\b`,
    "i",
  ),
];
const streak = new RegExp(
  String.raw`\b(?:streak|run|string|series) of ${ways} (?:sessions?|closes?|days?)[^;,.]{0,12}? (?:is|was|has (?:run|lasted)|stands at|of|lasts) ${count}\b`,
  "i",
);

/** "Closed higher in each of the last four sessions." */
const each = new RegExp(
  String.raw`\bclosed (?:(higher|up)|(lower|down)) (?:in|on) (?:each|every one|all) of the (?:last|past) ${count} (?:sessions|days)\b`,
  "i",
);
const risen = "risen|rose|rises|gained|climbed|advanced|closed (?:higher|up)";
const fallen = "fallen|fell|falls|dropped|lost|declined|slid|slipped|closed (?:lower|down)";
const lately = new RegExp(
  String.raw`\b(?:(${risen})|(${fallen}))(?: for)? ${count} (?:sessions?|closes?|days?|times) (?:in a row|running|straight|on end|in succession)\b`,
  "i",
);

/** "Has fallen three sessions in a row": the run that the last close ends. */
const runUntilNow: Reader = (sentence, index) => {
  const found = closesOf(index);
  const said = lately.exec(sentence) ?? each.exec(sentence);
  if (found === null || said === null) return null;
  const way = said[1] === undefined ? -1 : 1;
  const [last, before] = [found.closes.at(-1), found.closes.at(-2)];
  const goesOn = last !== undefined && before !== undefined && (last.value - before.value) * way > 0;
  const length = numberOf(said[3] ?? "");
  // "Fell three sessions running to 21 May" is of another time.
  const past = daysIn(sentence).some(({ day }) => last?.day.endsWith(day) === false);
  const lengths = runsOf(found.closes, way);
  const holds = past
    ? lengths.includes(length)
    : goesOn && (each.test(sentence) ? (lengths.at(-1) ?? 0) >= length : lengths.at(-1) === length);
  return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
};

/** "Five straight lower closes": as long as a whole run in the list. */
const runOfCloses: Reader = (sentence, index) => {
  const found = closesOf(index);
  if (found === null) return null;
  const said = runs.map((pattern) => pattern.exec(sentence)).find((match) => match !== null);
  const told = said ?? null;
  const other = told === null ? streak.exec(sentence) : null;
  const match = told ?? other;
  if (match === null) return null;
  const [size, up] = told === null ? [match[3], match[1]] : [match[1], match[2]];
  const length = numberOf(size ?? "");
  const lengths = runsOf(found.closes, up === undefined ? -1 : 1);
  return {
    start: match.index,
    end: match.index + match[0].length,
    holds: lengths.includes(length),
    items: [found.item],
  };
};

function numberOf(written: string): number {
  const at = counts.indexOf(written.toLowerCase());
  return at < 0 ? Number(written) : at + 2;
}

/** How long each unbroken run of rising (1) or falling (−1) closes is. The first may be longer than the list shows. */
function runsOf(closes: readonly Close[], way: 1 | -1): number[] {
  const lengths: number[] = [];
  let length = 0;
  for (const [at, { value }] of closes.entries()) {
    const before = closes[at - 1];
    const goesOn = before !== undefined && (value - before.value) * way > 0;
    if (!goesOn && length > 0) lengths.push(length);
    length = goesOn ? length + 1 : 0;
  }
  return length > 0 ? [...lengths, length] : lengths;
}

/** "The largest one-day drop came on 20 May." */
const largestMove: Reader = (sentence, index) => {
  const found = closesOf(index);
  const said =
    /\b(?:largest|biggest|steepest|sharpest|best|worst|strongest|weakest)(?: (?:one|single)-day| daily)? (?:(gain|rise|jump|advance|rally)|(drop|fall|decline|loss|slide)|day)\b/i.exec(
      sentence,
    );
  const days = daysIn(sentence);
  const [day] = days;
  if (found === null || said === null || day === undefined || days.length > 1) return null;
  const up = said[1] !== undefined || (said[2] === undefined && /best|strongest/i.test(said[0]));
  const moves = found.closes.slice(1).map(({ day: on, value }, at) => ({
    day: on,
    change: value / (found.closes[at]?.value ?? value) - 1,
  }));
  const extreme = (up ? Math.max : Math.min)(...moves.map(({ change }) => change));
  const own = moves.find((move) => move.day.endsWith(day.day));
  if (own === undefined) return null;
  return { start: said.index, end: said.index + said[0].length, holds: own.change === extreme, items: [found.item] };
};

/** "The last twelve closes ranged from 498.68 to 531.91." */
const rangeOfCloses: Reader = (sentence, index) => {
  const found = closesOf(index);
  const said =
    /\bclos\w+\b[^;]{0,24}?\b(ranged?|moved|spanned) (?:from|between) [$€£]?([\d,.]*\d) (?:to|and) [$€£]?([\d,.]*\d)/i.exec(
      sentence,
    );
  if (found === null || said === null || !listed.test(sentence)) return null;
  const [low, high] = [said[2], said[3]].map((digits) => Number((digits ?? "").replaceAll(",", "")));
  const values = found.closes.map(({ value }) => value);
  const near = (a: number, b: number | undefined): boolean =>
    b !== undefined && Math.abs(a - b) <= Math.abs(a) * 0.0005;
  const holds = near(Math.min(...values), low) && near(Math.max(...values), high);
  return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
};

export const closesReaders: readonly Reader[] = [
  extremeClose,
  everyClose,
  runOfCloses,
  runUntilNow,
  largestMove,
  rangeOfCloses,
];
