import type { Evidence } from "#src/contract/evidence.ts";
import { alone } from "./around.ts";
import { needing, type Reader } from "./claim-reader.ts";
import { movesTold } from "./counted-sessions.ts";
import { closesOf, type Close } from "./closes.ts";
import { daysIn, isDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { runReaders } from "./run-claims.ts";

/* What sentences state of the list of the latest closes: which was the highest, which day moved most, how it ranged. */

const highest = /\b(?:highest|high(?= close\b)|dearest|best|strongest|peak(?:ed|s)?|top(?= of (?:the|its))|maximum)\b/i;
const lowest = /\b(?:lowest|low(?= close\b)|cheapest|softest|worst|weakest|bottomed|trough|minimum)\b/i;
/** That a sentence speaks of the list, and not of a year or of twenty sessions. */
const listed =
  /\b(?:(?:last|past|previous|latest) (?:twelve|12)(?: (?:sessions|closes|days))?|(?:twelve|12)-(?:session|close|day) list|in (?:twelve|12) (?:sessions|closes|days)|(?:of|among|in|across|over|within) (?:the|its|these|those|our|all) (?:twelve|12|dozen)|(?:recent|last|latest|past) (?:dozen|closes)|(?:on|in|of) the (?:whole )?list|list of closes|listed (?:closes|days|sessions)|list of closes|(?:closes?|days|sessions) (?:listed|shown|on (?:the )?list|(?:in|of) the (?:window|list))|of (?:the|those|all) (?:listed|shown))\b/i;
const longer = /\b(?:252|52[- ]week|20[- ]session|20[- ]day|twenty|year|63|21)\b/i;

const extremeCloseWords =
  /\bno (?:\w+ )?close(?: (?:of|in|among) [^.;,]{3,28})? (?:is|was|stands) (weaker|lower|higher|stronger)\b/i;

/** "15 May was the highest of the last twelve closes", "its lowest close in twelve sessions". */
const extremeClose = needing([highest, lowest, extremeCloseWords], (sentence, index, cited) => {
  const found = closesOf(index);
  if (found === null || !speaksOfList(sentence, found.item, cited)) return null;
  const high = firstIn(highest, sentence);
  const word = high ?? firstIn(lowest, sentence);
  const none = firstIn(extremeCloseWords, sentence);
  const said = none ?? word;
  // "The largest drop" is of a day's change.
  const ranked = /\b(?:second|third|fourth|fifth|sixth|2nd|3rd|[4-9]th)[ -]$/i.test(
    sentence.slice(0, said?.index ?? 0),
  );
  if (
    said === null ||
    ranked ||
    // "The highest and the lowest of the listed closes are 4.26 apart".
    /^\w+ and (?:the )?(?:highest|lowest)\b/i.test(sentence.slice(said.index)) ||
    /\b(?:day|drop|gain|fall|rise|move|jump|loss)\b/i.test(sentence.slice(said.index, said.index + 32))
  )
    return null;
  const isHigh = none === null ? high !== null : /weaker|lower/i.test(none[1] ?? "") === false;
  const { closes, item } = found;
  const values = closes.map(({ value }) => value);
  const best = isHigh ? Math.max(...values) : Math.min(...values);
  const claimed = claimedClose(sentence, closes);
  return claimed === null
    ? null
    : { start: said.index, end: said.index + said[0].length, holds: claimed === best, items: [item] };
});

function speaksOfList(sentence: string, item: Evidence, cited: ReadonlySet<string>): boolean {
  return occurs(listed, sentence) || (cited.has(item.id) && !occurs(longer, sentence) && /\bclos\w+/i.test(sentence));
}

/** The close that a sentence is about: of the day it names, the one it prints, else the last. */
function claimedClose(sentence: string, closes: readonly Close[]): number | null {
  const days = daysIn(sentence);
  if (days.length > 1) return null;
  const [day] = days;
  if (day !== undefined) return closes.findLast((close) => isDay(close.day, day.day))?.value ?? null;
  const printed = findNumbers(sentence).find(
    ({ value, unit }) => unit !== "%" && closes.some((one) => one.value === value),
  );
  if (printed !== undefined) return printed.value;
  const last =
    /\b(?:last|latest|final|current) (?:close|one|session)\b|\bthe (?:latest|newest|last|most recent) (?:is|was|ranks|stands|counts|comes)\b|\b(?:finish(?:es|ed)|closed|settl(?:es|ed)|(?<!\b(?:\d{1,2}|twelve|dozen|the|its|those|these|recent|listed|last|latest|all) )closes)\b|\bend(?:s|ed)\b|\bclose (?:is|was|marks|stands)\b|\bthan the last\b|\b(?:has|have) (?:not )?(?:just )?(?:set|made|marked|hit|reached|printed|recorded)\b/i.test(
      sentence,
    );
  return last ? (closes.at(-1)?.value ?? null) : null;
}

const everyCloseWords =
  /\b(none of|all of|all(?= (?:the |its |these |those |our )?(?:(?:last|past|latest|recent|listed) )?(?:twelve|12) )|each of|every one of|every close|not a single close|no close)(?: (?:the|its|these|those|our|in the|over the|since \d{1,2} \w+)\b)?(?: (?:last |past |recent |listed )?(?:twelve|12)(?: (?:recent |listed )?(?:closes|sessions))?)?[^;,]{0,24}?\b(above|over|below|under|beneath) [^\d;,]{0,4}(\d+(?:,\d{3})*(?:\.\d+)?)/i;

/** "None of the last twelve closes was below 52", "all twelve stayed above 190". */
const everyClose = needing([everyCloseWords], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(everyCloseWords, sentence);
  if (found === null || said === null) return null;
  const [, which = "", place = "", line = ""] = said;
  const limit = Number(line.replaceAll(",", ""));
  const fits = ({ value }: Close): boolean => (/above|over/i.test(place) ? value > limit : value < limit);
  const since = daysIn(said[0])[0]?.day;
  const from = since === undefined ? 0 : found.closes.findIndex(({ day }) => isDay(day, since));
  if (from < 0) return null;
  const meant = found.closes.slice(from);
  const holds = /^no/i.test(which) ? !meant.some(fits) : meant.every(fits);
  return { start: said.index, end: said.index + which.length, holds, items: [found.item] };
});

/** Where the limit ends that a sentence holds the closes against; `null` where it holds none that the list shows. */
export function limitOfCloses(sentence: string, index: EvidenceIndex): number | null {
  const said = firstIn(everyCloseWords, sentence);
  return said === null || everyClose(sentence, index, new Set(), alone) === null ? null : said.index + said[0].length;
}

const ofOneDay = "(?: (?:(?:one|single)[- ](?:day|session)|daily|day-to-day|close-to-close|percentage|relative))*";
const most = "(?:largest|biggest|greatest|steepest|sharpest|best|worst|strongest|weakest|heaviest|deepest|hardest)";
const largestMoveWords = new RegExp(
  String.raw`\b${most}${ofOneDay} (?:(?<up>gains?|rise|jump|advance|rally|increase|climb|surge)|(?<down>drop|fall|decline|loss|slide|plunge|slump|setback|decrease|sell-?off)|day)\b`,
  "i",
);
const movedMost =
  /\b(?:(?<up>(?:buyers|bulls) [a-z]+(?: [a-z]+)?|rose|gained|climbed|advanced|jumped|rallied|went up)|(?<down>(?:sellers|bears) [a-z]+(?: [a-z]+)?|fell|dropped|lost|declined|slid|sank|slipped|went down)) (?:by )?(?:the )?(?:most|hardest|furthest|farthest|strongest|sharpest|steepest)\b/i;

/** "The largest one-day drop came on 20 May", "sellers hit hardest on 20 May". */
const largestMove = needing([largestMoveWords, movedMost], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(largestMoveWords, sentence) ?? firstIn(movedMost, sentence);
  const days = daysIn(sentence);
  const [day] = days;
  if (found === null || said === null || day === undefined || days.length > 1) return null;
  const isUp = said.groups?.["up"] !== undefined;
  const up = isUp || (said.groups?.["down"] === undefined && /best|strongest/i.test(said[0]));
  const moves = found.closes
    .slice(1)
    .map(({ day: on, value }, at) => ({ day: on, change: value / (found.closes[at]?.value ?? value) - 1 }));
  const extreme = (up ? Math.max : Math.min)(...moves.map(({ change }) => change));
  const own = moves.find((move) => isDay(move.day, day.day));
  // "The deepest fall from a high close within 252 sessions" is of no day.
  const isOfYear = /^ (?:from (?:an?|its|the) |(?:within|of|over|in|for) (?:the )?(?:last |past )?252\b)/i.test(
    sentence.slice(said.index + said[0].length),
  );
  if (own === undefined || isOfYear) return null;
  return { start: said.index, end: said.index + said[0].length, holds: own.change === extreme, items: [found.item] };
});

const rangeOfClosesWords =
  /\bclos\w+\b[^;]{0,24}?\b(ranged?|moved|spanned) (?:from|between) [$€£₹]?([\d,.]*\d) (?:to|and) [$€£₹]?([\d,.]*\d)/i;

/** "The last twelve closes ranged from 498.68 to 531.91." */
const rangeOfCloses = needing([rangeOfClosesWords], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(rangeOfClosesWords, sentence);
  if (found === null || said === null || !occurs(listed, sentence)) return null;
  const [low, high] = [said[2], said[3]].map((digits) => Number((digits ?? "").replaceAll(",", "")));
  const values = found.closes.map(({ value }) => value);
  const near = (a: number, b: number | undefined): boolean =>
    b !== undefined && Math.abs(a - b) <= Math.abs(a) * 0.0005;
  const holds = near(Math.min(...values), low) && near(Math.max(...values), high);
  return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
});

const lastAgainstFirstWords =
  /\b(?:last|latest|final|newest)(?: (?:one|close|entry|of them))? (?:is|was|stands|lies|came in) (?:\w+ )?(?:(higher|above|more|dearer)|(lower|below|less|cheaper))(?: than)? (?:the )?(?:first|earliest|oldest|opening one)\b/i;
const lastAgainstFirstOtherWords =
  /\b(?:over|across|through|in) (?:the |this )?(?:list|twelve closes|12 closes|listed closes)[^.;]{0,32}? (?:has |have )?(?:(gained|risen|climbed|advanced|added)|(lost|fallen|dropped|declined|slipped))\b/i;

/** "Across the 12 closes listed, the last is higher than the first". */
const lastAgainstFirst = needing([lastAgainstFirstWords, lastAgainstFirstOtherWords], (sentence, index, cited) => {
  const found = closesOf(index);
  const said = firstIn(lastAgainstFirstWords, sentence) ?? firstIn(lastAgainstFirstOtherWords, sentence);
  if (found === null || said === null || !speaksOfList(sentence, found.item, cited)) return null;
  const [first, last] = [found.closes[0], found.closes.at(-1)];
  if (first === undefined || last === undefined || first.value === last.value) return null;
  const word = said[1] ?? said[2] ?? "";
  const start = said.index + said[0].indexOf(word);
  const holds = last.value > first.value === (said[1] !== undefined);
  return { start, end: start + word.length, holds, items: [found.item] };
});

const before = "(?:one|close|session|entry) (?:just |right |directly )?before(?: (?:it|the last(?: one)?|that))?";
const besideBefore = new RegExp(
  String.raw`\b(?:last (?:of the|of those|listed) (?:\w+ )?closes?) (?:is|was|stands|lies) (?:\w+ )?(?:(higher|above|up)|(lower|below|down))(?: than| on| from)?(?: the| that)? ${before}|\bthe close (?:just |right )?before (?:the last(?: one)?|it|that) (?:is|was|stood|lay) (?:\w+ )?(?:(lower|below|less)|(higher|above|more))\b`,
  "i",
);

/** "The close before the last one was lower", "the last of the listed closes is above the one before it". */
const lastAgainstBefore = needing([besideBefore], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(besideBefore, sentence);
  const [last, prior] = [found?.closes.at(-1), found?.closes.at(-2)];
  if (found === null || said === null || last === undefined || prior === undefined || last.value === prior.value)
    return null;
  const up = said[1] ?? said[3];
  const word = up ?? said[2] ?? said[4] ?? "";
  const start = said.index + said[0].lastIndexOf(word);
  return {
    start,
    end: start + word.length,
    holds: last.value > prior.value === (up !== undefined),
    items: [found.item],
  };
});

const ups =
  /\b(?:(?:day-to-day |daily )?(?:changes|moves|sessions|closes|days))\b[^.;]{0,40}?[, ](\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:were|was|went|ended|closed) (?:(up|higher|gains|positive|rises)|(?:down|lower|losses|negative|falls))\b/i;
const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

const allChanges = /\b(?:last|past|latest|these|the) (?:eleven|11) (?:day-to-day |daily )?(?:changes|moves|steps)\b/i;

/** "Of the eleven day-to-day changes in the list of closes, ten were up". */
const countOfUps: Reader = (sentence, index, cited) => {
  const found = closesOf(index);
  const said = ups.exec(sentence);
  if (found === null || said === null || !(speaksOfList(sentence, found.item, cited) || allChanges.test(sentence)))
    return null;
  if (movesTold(sentence, found.closes) !== null) return null;
  const told = (said[1] ?? "").toLowerCase();
  const count = numberWords.includes(told) ? numberWords.indexOf(told) : Number(told);
  const way = said[2] === undefined ? -1 : 1;
  const moves = found.closes.slice(1).filter(({ value }, at) => (value - (found.closes[at]?.value ?? value)) * way > 0);
  return { start: said.index, end: said.index + said[0].length, holds: moves.length === count, items: [found.item] };
};

export const closesReaders: readonly Reader[] = [
  extremeClose,
  everyClose,
  lastAgainstFirst,
  lastAgainstBefore,
  countOfUps,
  ...runReaders,
  largestMove,
  rangeOfCloses,
];
