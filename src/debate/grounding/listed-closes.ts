import { needing, type Found, type Reader, soft } from "./claim-reader.ts";
import { closeOn, closesOf } from "./closes.ts";
import { daysIn, isDay } from "./dates.ts";
import { directionsIn } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isProperName } from "./proper-names.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * What sentences state of single closes of the list: the last one against that of a named day or the one before, the
 * close so many sessions earlier, the day that the list ends on, the way since a day.
 */

const close = "(?:listed )?(?:close|closing price|price|quote|quotation|settlement)";
const last = String.raw`(?:(?:the |its |our |today['’]s )?(?:last|latest|final|newest|current|most recent|present)(?: recorded| known| listed)? ${close}|(?:its|today['’]s|[A-Z][\w&.-]*['’]s?) (?:(?:last|latest) )?${close})`;
const more = "higher|above|dearer|over|more|up|beyond|ahead";
const less = "lower|below|cheaper|under|beneath|less|down|behind";
const thanWords = new RegExp(
  String.raw`\b${last}\b[^.;,\d]{0,24}? (?:is|was|stands|lies|came in|sits|ended|came out|remains)(?: (?:\w+ ){0,2}?| )(?:(?<up>${more})|(?<down>${less}))(?: than| on| of| from)? ?(?:that (?:of|from)|the (?:one|close|price|level) (?:of|on|from)|(?:it|the (?:stock|price|share)) (?:was|closed|stood) on|on|what it was on)? ?(?:the )?$`,
  "i",
);

/** "HD is down against the close of 20 February". */
const standsWords =
  /(?:\^?[A-Z][A-Z.&-]{1,9}(?:-USD)?|\b[Tt]he (?:stock|shares?|price|coin|index)|\b[Ii]t) (?:is|stands|trades|sits|was|remains)(?: (?:now|still|well|slightly|a little|clearly))* (?:(?<up>up|higher|above|ahead)|(?<down>down|lower|below|behind)) (?:(?:than|against|on|from|versus|compared (?:with|to)|relative to|measured against|of) )?(?:the close (?:of|on) |that of )(?:the )?$/;

function said(found: RegExpExecArray, up: boolean, holds: boolean, index: EvidenceIndex): Found | null {
  const list = closesOf(index);
  const word = found.groups?.[up ? "up" : "down"] ?? found[0];
  const start = found.index + found[0].lastIndexOf(word);
  return list === null ? null : { start, end: start + word.length, holds, items: [list.item] };
}

const aheadWords = new RegExp(
  String.raw`(?:^|[.;:,] |\b(?:and|but|yet) )(?:compared (?:with|to)|relative to|(?:when )?(?:set|held|measured) against|next to|versus|against)(?: (?:that|the (?:one|${close}|level)) (?:of|on|from))? (?:the )?$`,
  "i",
);
const aheadThen = new RegExp(
  String.raw`^,? (?:${last}|(?:the |its )?${close}|(?:the |our )?(?:stock|share|coin|index|name)|it) (?:is|was|stands|lies|came in|sits|ended|closed|finished|came out|remains)(?: (?:\w+ ){0,2}?| )(?:(?<up>${more})|(?<down>${less}))\b`,
  "i",
);

/** "The latest close is lower than that of 3 June", "compared with 3 June, the last close is lower". */
const lastAgainstDay = needing(
  [/\b(?:clos|price|quot|settle|compared|relative|against|versus|next)/i],
  (sentence, index) => {
    const [day, another] = daysIn(sentence);
    if (day === undefined || another !== undefined) return null;
    const [lead, rest] = [sentence.slice(0, day.start), sentence.slice(day.end)];
    const behind = occurs(aheadWords, lead) ? firstIn(aheadThen, rest) : null;
    const found = behind ?? firstIn(thanWords, lead) ?? firstIn(standsWords, lead);
    const then = closeOn(day.day, index)?.close;
    const now = closeOn("last", index)?.close;
    if (found === null || then === undefined || now === undefined || then === now) return null;
    const up = found.groups?.["up"] !== undefined;
    const read = said(found, up, now > then === up, index);
    return read === null || behind === null ? read : { ...read, start: read.start + day.end, end: read.end + day.end };
  },
);

const prior =
  "(?:(?:the )?(?:one|close|session|day|level|price)|(?:where )?it (?:had )?(?:begun|began|started|opened)(?: it)?|it (?:did|was|had been)) ?(?:just |right |directly )?(?:before(?: (?:it|that|the last(?: one)?))?|the (?:day|session) before)?";
const endedWords = new RegExp(
  String.raw`\b(?:ended|finished|closed|left|completed|settled)(?: (?:the )?(?:last|latest|final|most recent) session| its last day| (?:the )?last day)?(?: \w+)? (?:(?<up>higher|up|above)|(?<down>lower|down|below))(?: than| on| from| where)? ${prior}`,
  "i",
);
const dayWords =
  /\b(?:last|latest|final|most recent)(?: (?:listed|trading))? (?:session|day)(?: of the (?:list|window|record))? (?:was|brought|is|turned out|proved|ended)(?: (?:to be|as))? (?:an? |one of )?(?:(?<up>up|winning|rising|positive|gaining|higher|green|gain|rise|advance|plus)|(?<down>down|losing|falling|negative|lower|red|loss|decline|fall|drop|minus))(?=[- ](?:day|one|session)\b|\W*$|,| for| and| \[)/i;

/** "Ended the last session lower than the one before", "the final session was a down day". */
const lastSession = needing([endedWords, dayWords], (sentence, index) => {
  const ended = firstIn(endedWords, sentence);
  const found = ended !== null && /\b(?:session|day|before)\b/i.test(ended[0]) ? ended : firstIn(dayWords, sentence);
  const [now, then] = [closeOn("last", index)?.close, closeOn("prior", index)?.close];
  if (found === null || now === undefined || then === undefined || now === then || daysIn(sentence).length > 0)
    return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close" || key === "return_1d")))
    return null;
  const up = found.groups?.["up"] !== undefined;
  return said(found, up, now > then === up, index);
});

const counts = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const count = String.raw`(${counts.join("|")}|an?|\d{1,2})`;
const figure = String.raw`[$€£₹¥]?(\d[\d,]*(?:\.\d+)?)(?!\d|[.,]\d| ?%| (?:percent|per cent|points?)\b)`;
const earlierWords = [
  String.raw`\b${count} (?:trading )?(?:sessions?|closes|days?) (?:before|ahead of|prior to|earlier than) (?:the )?(?:last|latest|final)(?: (?:one|session|close|day))?,? (?:(?:the |its )?(?:close|price|stock|shares?|coin|index|it|list)|(?:the )?\^?[A-Z][\w&.-]*(?: [A-Z][\w&.-]*){0,2})[^.;,\d]{0,24}? ${figure}`,
  String.raw`\b${count} (?:trading )?sessions? (?:ago|back|earlier),? (?:the |its )?(?:close|price|stock|shares?|coin|index|it|list)\b[^.;,\d]{0,24}? ${figure}`,
  String.raw`\b(?:close|price) (?:of )?${count} (?:trading )?sessions? (?:ago|back|earlier|before the (?:last|latest)(?: (?:one|session|close|day))?) (?:was|stood at|had been|came to|is) ${figure}`,
].map((pattern) => new RegExp(pattern, "i"));

/** "Three sessions before the last, the close was $43.40". */
const earlierClose = needing(earlierWords, (sentence, index) => {
  const list = closesOf(index);
  const found = earlierWords.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (list === null || found === null) return null;
  const [, told = "", printed = ""] = found;
  const back = /^an?$/i.test(told)
    ? 1
    : counts.includes(told.toLowerCase())
      ? counts.indexOf(told.toLowerCase()) + 1
      : Number(told);
  const then = list.closes.at(-1 - back);
  if (then === undefined || back >= list.closes.length) return null;
  const start = found.index + found[0].length - printed.length;
  return { start, end: start + printed.length, holds: isPrinted(then.value, printed), items: [list.item] };
});

/** Whether digits print a value, as far as they go. */
function isPrinted(value: number, printed: string): boolean {
  const digits = printed.replaceAll(",", "");
  const places = /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
  return Math.abs(Number(digits) - value) <= 0.5000001 * 10 ** -places;
}

const endsWords = new RegExp(
  String.raw`\b(?:the |its )?(?:last|latest|final|newest|most recent)(?: known| listed| available| recorded)? (?:${close}|session|trading day)(?: (?:in|of|on|that|we|I)\b[^.;,\d]{0,28}?)? (?:is|was|dates?|comes?|came|stems|carries the date)(?: (?:that|the one))?(?: (?:back|of|from|on|to|for))* (?:the )?$|\b(?:price (?:list|history|record|series)|list(?: of closes)?|prices) (?:ends?|stops?|runs?|goes|reaches)(?: (?:up|on|to|at|with|through|until|that|the|close|of|session))* $`,
  "i",
);

/** "The last price in the evidence is that of 11 January 2016". */
const endOfList = needing(
  [/\b(?:last|latest|final|newest|recent|ends?|stops?|runs?|goes|reaches)\b/i],
  (sentence, index) => {
    const list = closesOf(index);
    const [day, another] = daysIn(sentence);
    if (list === null || day === undefined || another !== undefined) return null;
    if (!occurs(endsWords, sentence.slice(0, day.start))) return null;
    const holds = isDay(list.closes.at(-1)?.day ?? "", day.day);
    return { start: day.start, end: day.end, holds, items: [list.item] };
  },
);

const largestWords =
  /\b(?:largest|biggest|greatest|strongest|sharpest|widest)(?: (?:one|single)-(?:day|session)| daily)? (?:move|change|swing|step|jump or fall)s?\b(?! (?:up|down))/i;

/** "The largest move from close to close came on 22 July", whichever way it went. */
const largestEither = needing([largestWords], (sentence, index) => {
  const list = closesOf(index);
  const found = firstIn(largestWords, sentence);
  const [day, another] = daysIn(sentence);
  if (list === null || found === null || day === undefined || another !== undefined) return null;
  const sizes = list.closes
    .slice(1)
    .map(({ day: on, value }, at) => ({ on, size: Math.abs(value / (list.closes[at]?.value ?? value) - 1) }));
  const own = sizes.find(({ on }) => isDay(on, day.day));
  if (own === undefined || list.closes.every(({ day: on }) => !isDay(on, day.day))) return null;
  const holds = own.size === Math.max(...sizes.map(({ size }) => size));
  return { start: found.index, end: found.index + found[0].length, holds, items: [list.item] };
});

const noneWords =
  /\b(?:none|not one|no close|no other close|nothing)(?: (?:of|in|among|on) (?:the |these |those |all )?(?:last |past |latest |previous |listed |other )*(?:twelve|12|eleven|11|closes|list)?(?: listed)?(?: (?:closes|sessions|days))?(?: listed| (?:in|on|of) (?:the|this|our) (?:list|window|table|record))?)? (?:is|was|were|lies|stands|came in|has been|sits) (?:(?<up>higher|above|dearer|over|stronger)|(?<down>lower|below|cheaper|under|weaker)) ?(?:than )?(?:the |that of the )?(?:latest|last|final|current|most recent)\b/i;

/** "None of the last 12 closes was lower than the latest one". */
const noneBeyond = needing([noneWords], (sentence, index) => {
  const list = closesOf(index);
  const found = firstIn(noneWords, sentence);
  const now = list?.closes.at(-1)?.value;
  if (list === null || found === null || now === undefined) return null;
  const up = found.groups?.["up"] !== undefined;
  const isOne = list.closes.some(({ value }) => (up ? value > now : value < now));
  // "None" is read here, and no denial to whoever asks.
  const start = found.index;
  return { start, end: start + found[0].length, holds: !isOne, items: [list.item] };
});

const sinceWords = /\bsince (?:the (?:close|end) (?:of|on) )?(?:the )?$/i;
const price =
  /\b(?:stock|shares?|price|close|closes|closing price|coin|index|quote|it|name|[A-Z^][A-Z.-]{1,9}(?:-USD)?)\b/;

const ofOther =
  /\b(?:every|each|day|session|streak|row|running|straight|than|first|only|highest|lowest|best|worst|largest|biggest|news|posts?|tone)\b/i;

/** "Since the close of 31 December the stock has moved higher": of the last close against that day's. */
const sinceDay = needing([/\bsince\b/i], (sentence, index) => {
  const [day, another] = daysIn(sentence);
  if (day === undefined || another !== undefined || !occurs(sinceWords, sentence.slice(0, day.start))) return null;
  const words = directionsIn(sentence);
  const [word] = words;
  const then = closeOn(day.day, index);
  const now = closeOn("last", index)?.close;
  if (word === undefined || words.length > 1 || then === null || now === undefined || then.close === now) return null;
  if (!price.test(sentence) || occurs(ofOther, sentence)) return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close"))) return null;
  return { start: word.start, end: word.end, holds: (now - then.close) * word.way > 0, items: [then.item] };
});

const toDay =
  /^(?: (?:to|until|through|and|up to|till)|[’']s close to)(?: (?:that|the (?:close|one)) (?:of|on))? (?:the )?$/i;
const fromDay = /\b(?:from|between)(?: (?:the )?(?:close|closes|price|level)(?: (?:of|on))?)? (?:the )?$/i;

/** "From the close of 21 August to that of 23 August the stock went up": of the closes of the two days. */
const betweenTwo = needing([/\b(?:from|between)\b/i], (sentence, index) => {
  const [from, to, another] = daysIn(sentence);
  if (from === undefined || to === undefined || another !== undefined) return null;
  if (!occurs(fromDay, sentence.slice(0, from.start)) || !occurs(toDay, sentence.slice(from.end, to.start)))
    return null;
  const [then, now] = [closeOn(from.day, index), closeOn(to.day, index)];
  const [word, second] = directionsIn(sentence);
  if (then === null || now === null || then.close === now.close || word === undefined || second !== undefined)
    return null;
  const subject = sentence.slice(0, word.start);
  if ((!price.test(subject) && !isProperName(subject)) || occurs(ofOther, sentence)) return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close"))) return null;
  return { start: word.start, end: word.end, holds: (now.close - then.close) * word.way > 0, items: [then.item] };
});

const fromTo = /\b(?:from|leaving) [$€£₹]?(\d[\d,]*(?:\.\d+)?) to [$€£₹]?(\d[\d,]*(?:\.\d+)?)(?![\d%]| ?%)/i;

/** "On 28 April the stock went from 199.16 to 200.66": the close of that day and the one before. */
const fromToOn = needing([fromTo], (sentence, index) => {
  const list = closesOf(index);
  const found = firstIn(fromTo, sentence);
  const [day, another] = daysIn(sentence);
  if (list === null || found === null || day === undefined || another !== undefined) return null;
  if (!/(?:^|\b)on (?:the )?$/i.test(sentence.slice(0, day.start))) return null;
  const at = list.closes.findLastIndex((one) => isDay(one.day, day.day));
  const [, first = "", second = ""] = found;
  const isClose = (printed: string): boolean => list.closes.some(({ value }) => isPrinted(value, printed));
  const [before, then] = [list.closes[at - 1], list.closes[at]];
  if (before === undefined || then === undefined || !isClose(first) || !isClose(second)) return null;
  const holds = isPrinted(before.value, first) && isPrinted(then.value, second);
  return { start: found.index, end: found.index + found[0].length, holds, items: [list.item] };
});

const everyWords =
  /\b(?:(?<up>rose|gained|climbed|advanced|went up|closed higher|was up)|(?<down>fell|lost|dropped|declined|slipped|went down|closed lower|was down)) (?:in |on )?(?:every|each) (?:single )?(?:session|day)\b/i;

/** "From 31 July to 10 August the stock rose every session". */
const everySession = needing([everyWords], (sentence, index) => {
  const list = closesOf(index);
  const found = firstIn(everyWords, sentence);
  const [from, to, another] = daysIn(sentence);
  if (list === null || found === null || from === undefined || to === undefined || another !== undefined) return null;
  const [first, end] = [from, to].map(({ day }) => list.closes.findLastIndex((one) => isDay(one.day, day)));
  if (first === undefined || end === undefined || first < 0 || end <= first) return null;
  const way = found.groups?.["up"] === undefined ? -1 : 1;
  const stretch = list.closes.slice(first, end + 1);
  const holds = stretch.slice(1).every(({ value }, at) => (value - (stretch[at]?.value ?? value)) * way > 0);
  return { start: found.index, end: found.index + found[0].length, holds, items: [list.item] };
});

const setWords =
  /[$€£₹]?(\d[\d,]*(?:\.\d+)?),? (?:set|made|reached|recorded|printed|seen|marked|struck|hit) on (?:the |its )?(?:(last|final|latest)(?: (?:day|session))?\b|(?=\d|[A-Z]))/i;

/** "The worst close was 104.86, set on the last day". */
const setOn = needing([setWords], (sentence, index) => {
  const list = closesOf(index);
  const found = firstIn(setWords, sentence);
  if (list === null || found === null || !/\bclos/i.test(sentence)) return null;
  const day = daysIn(sentence).find(({ start }) => start >= found.index + found[0].length - 1)?.day;
  const then = found[2] === undefined ? (day === undefined ? null : closeOn(day, index)) : closeOn("last", index);
  if (then === null || !list.closes.some(({ value }) => isPrinted(value, found[1] ?? ""))) return null;
  const holds = isPrinted(then.close, found[1] ?? "");
  return { start: found.index, end: found.index + found[0].length, holds, items: [list.item] };
});

export const listedCloses: readonly Reader[] = [
  soft(lastAgainstDay),
  soft(lastSession),
  earlierClose,
  endOfList,
  largestEither,
  fromToOn,
  everySession,
  setOn,
  noneBeyond,
  soft(sinceDay),
  soft(betweenTwo),
];
