import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { closesOf } from "./closes.ts";
import { daysIn, isDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { returnsNamed } from "./move-claims.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { windowsIn } from "./windows.ts";

/*
 * Statements that join what other readers take one by one: a close so many sessions ago and the last one, two windows
 * behind one word, two returns at once, the line and its signal.
 */

const small = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const countWords = String.raw`(${small.join("|")}|dozen|\d{1,3})`;
const sizeOf = (word: string): number =>
  /^dozen$/i.test(word) ? 12 : small.indexOf(word.toLowerCase()) + 1 || Number(word);
const price = String.raw`(?:[$€£₹]|USD )?(\d[\d,]*(?:\.\d+)?)`;

/** Whether digits print a value, as far as they go. */
function prints(printed: string, value: number): boolean {
  const digits = printed.replaceAll(",", "");
  const places = /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
  return Math.abs(Number(digits) - value) <= 0.5000001 * 10 ** -places;
}

const found = (match: RegExpExecArray, holds: boolean, items: readonly Evidence[]) => ({
  start: match.index,
  end: match.index + match[0].length,
  holds,
  items,
});

const wentOver = new RegExp(
  String.raw`\b(?:over|in|within) (?:exactly |just |the last |the past )?${countWords} sessions,? (?:the |its )?(?:close|price|stock|closing price) (?:went|moved|rose|fell|climbed|dropped|came|got) from ${price} to ${price}`,
  "i",
);

/** "Over exactly ten sessions the close went from 109.14 to 115.31". */
const fromCloseToLast = needing([wentOver], (sentence, index) => {
  const match = firstIn(wentOver, sentence);
  const list = closesOf(index);
  const [, count = "", from = "", to = ""] = match ?? [];
  const [then, now] = [list?.closes.at(-1 - sizeOf(count)), list?.closes.at(-1)];
  if (match === null || list === null || then === undefined || now === undefined) return null;
  if (sizeOf(count) >= list.closes.length) return null;
  return found(match, prints(from, then.value) && prints(to, now.value), [list.item]);
});

const extremeOf =
  /\b(?:(highest|best)|lowest|worst) close (?:of|in|within|over) (?:the |these )?(?:last |latest |past )?dozen (?:sessions|closes|days) (?:came|was|fell|dates|was set|was made|is that)(?: \w+)? (?:the )?$/i;

/** "The lowest close of the last dozen sessions came on 14 April". */
const extremeOfDozen = needing([/\bdozen\b/i], (sentence, index) => {
  const [day, another] = daysIn(sentence);
  const match = day === undefined ? null : firstIn(extremeOf, sentence.slice(0, day.start));
  const list = closesOf(index);
  if (match === null || day === undefined || another !== undefined || list?.closes.length !== 12) return null;
  const values = list.closes.map(({ value }) => value);
  const most = match[1] === undefined ? Math.min(...values) : Math.max(...values);
  return found(
    match,
    list.closes.some(({ day: on, value }) => value === most && isDay(on, day.day)),
    [list.item],
  );
});

const fallWithin =
  /\b(?:deepest|worst|largest|maximum) (?:fall|drop|drawdown|decline)\b[^;]{0,48}? (?:within|over|in|happened within|of) (?:the )?(?:last |past )?(\d{1,3}) sessions\b/i;

/** "The deepest fall from a high close happened within 21 sessions": it is measured over a year. */
const fallOfWindow = needing([fallWithin], (sentence, index) => {
  const match = firstIn(fallWithin, sentence);
  const fall = itemOf(index, "max_drawdown_252");
  if (match === null || fall?.value == null || index.byKey.has(`max_drawdown_${match[1] ?? ""}`)) return null;
  const printed = [...sentence.matchAll(/(\d+(?:\.\d+)?) ?(?:%|percent|per cent)/g)];
  const isOfYear = printed.some(([, digits = ""]) => prints(digits, Math.abs(fall.value ?? 0)));
  return isOfYear ? found(match, match[1] === "252", [fall]) : null;
});

const ofWindow = /([−–-]?)(\d+\.\d+) ?% (?:of|over|in|for) (?:the (?:last |past )?)?(\d{1,3}) sessions\b/gi;

/** "The year's 8.65 % and the −1.04 % of 5 sessions": of the return that each figure is. */
const returnsOfWindows = needing([/\d ?% (?:of|over|in|for)\b/i], (sentence, index) => {
  if (!/\bdirections?\b|\breturns?\b/i.test(sentence) || /\b(?:volatility|beta|index|benchmark)\b/i.test(sentence))
    return null;
  const returns = [...index.byKey.values()].flatMap(([item]) =>
    item?.key.startsWith("return_") === true && item.value !== null ? [item] : [],
  );
  for (const match of sentence.matchAll(ofWindow)) {
    const own = itemOf(index, `return_${match[3] ?? ""}d`);
    const value = Math.abs(own?.value ?? 0);
    const isOther = returns.some((one) => one !== own && prints(match[2] ?? "", Math.abs(one.value ?? 0)));
    if (own !== null && isOther && !prints(match[2] ?? "", value)) return found(match, false, [own]);
  }
  return null;
});

const ofThose = new RegExp(
  String.raw`\bof (?:the )?(\d+) (news items|headlines|posts|messages|articles)(?: (?:in|over|of) (?:the last )?30 days)?,? (\d+) (?:fell|came|appeared|date|are|were(?: posted)?) (?:in|from|within) the (?:last|past|latest) (?:7|seven)\b`,
  "i",
);

/** "Of 17 news items in 30 days, 6 fell in the last 7". */
const itemsOfWeek = needing([ofThose], (sentence, index) => {
  const match = firstIn(ofThose, sentence);
  const kind = /post|message/i.test(match?.[2] ?? "") ? "social" : "news";
  const [month, week] = [itemOf(index, `${kind}_count_30d`), itemOf(index, `${kind}_count_7d`)];
  if (match === null || month === null || week === null) return null;
  return found(match, Number(match[1]) === month.value && Number(match[3]) === week.value, [month, week]);
});

const ofDecision =
  /\b(?:after|since|following) (?:our|the|my) (?:earlier|previous|last|former) decision,? (?:the )?(?:price|stock|shares?|coin|index) (?:(rose|gained|climbed|advanced|went up)|fell|lost|dropped|declined|went down)\b(?! (?:by )?\d)/i;

/** "After our earlier decision the price fell over the next 21 sessions". */
const afterDecision = needing([ofDecision], (sentence, index) => {
  const match = firstIn(ofDecision, sentence);
  const item = itemOf(index, "decision_return_21");
  if (match === null || item?.value == null || item.value === 0 || index.byKey.get(item.key)?.length !== 1) return null;
  return found(match, item.value > 0 === (match[1] !== undefined), [item]);
});

const nearerBand =
  /\b(?:of the (?:two )?(?:bollinger )?bands,? the (?:(upper)|lower)(?: one)?|the (?:(upper)|lower) (?:bollinger )?band) is (?:the )?(?:nearer|closer)(?: one)? (?:to|for) (?:the )?(?:last )?(?:close|price)\b/i;

const nearer = needing([nearerBand], (sentence, index) => {
  const match = firstIn(nearerBand, sentence);
  const [close, top, bottom] = ["close", "bollinger_upper", "bollinger_lower"].map((key) => itemOf(index, key));
  if (match === null || close?.value == null || top?.value == null || bottom?.value == null) return null;
  const isUpper = Math.abs(top.value - close.value) < Math.abs(close.value - bottom.value);
  return found(match, isUpper === ((match[1] ?? match[2]) !== undefined), [close, top, bottom]);
});

const spans: readonly (readonly [words: RegExp, key: string])[] = [
  [/^(?:the |a |one |last |past )*(?:year|252 sessions|twelve months|12 months)$/i, "return_252d"],
  [/^(?:the |a |one |last |past )*(?:quarter|63 sessions|three months|3 months)$/i, "return_63d"],
  [/^(?:the |a |one |last |past )*(?:month|21 sessions)$/i, "return_21d"],
  [/^(?:the |a |one |last |past )*(?:week|5 sessions|five sessions|five)$/i, "return_5d"],
];
function returnOver(words: string, index: EvidenceIndex): Evidence | null {
  const key = spans.find(([pattern]) => pattern.test(words.trim()))?.[1];
  return key === undefined ? null : itemOf(index, key);
}

const span = String.raw`((?:the |a |one |last |past )*(?:\d+ |five |three |twelve )?(?:sessions|months?|year|quarter|week))`;
const overBoth = new RegExp(
  String.raw`\b(?:stock|share|price|coin|index|it) is (?:(up|higher)|down|lower) (?:both )?over ${span} and (?:over )?${span}(?=[.;,:]|$)`,
  "i",
);

/** "Is down over a year and over three months". */
const bothWindows = needing([overBoth], (sentence, index) => {
  const match = firstIn(overBoth, sentence);
  const [one, other] = [returnOver(match?.[2] ?? "", index), returnOver(match?.[3] ?? "", index)];
  if (match === null || one?.value == null || other?.value == null) return null;
  const way = match[1] === undefined ? -1 : 1;
  return found(match, one.value * way > 0 && other.value * way > 0, [one, other]);
});

const worth =
  /\b(?:stock|share|company|coin|index|it) is worth (?:(more)|less) than (?:it was )?(\d{1,3}) sessions (?:ago|back|earlier)\b/i;

/** "Is worth more than it was 252 sessions ago". */
const worthThen = needing([worth], (sentence, index) => {
  const match = firstIn(worth, sentence);
  const item = match === null ? null : itemOf(index, `return_${match[2] ?? ""}d`);
  if (match === null || item?.value == null || item.value === 0) return null;
  return found(match, item.value > 0 === (match[1] !== undefined), [item]);
});

const absolute =
  /\bin absolute terms,? the (?:move|return|change) over (?:the last )?(\d{1,3}) sessions (?:was|is) (?:(larger|bigger|greater)|smaller|lesser) than (?:that|the one) over (?:the last )?(\d{1,3}|five)\b/i;

const sizesOfMoves = needing([absolute], (sentence, index) => {
  const match = firstIn(absolute, sentence);
  const [one, other] = [match?.[1], match?.[3]].map((words = "") => itemOf(index, `return_${sizeOf(words)}d`));
  if (match === null || one?.value == null || other?.value == null) return null;
  return found(match, Math.abs(one.value) > Math.abs(other.value) === (match[2] !== undefined), [one, other]);
});

const signs =
  /\b(?:(?:have|has|share|carry|bear|show|are of|with)(?: (?:the|an?|one and the))? (?:(same|identical|like)|opposite|different|opposed|contrary) signs?|(?:points?|go(?:es)?|moved?|runs?|went|pointed|ran) (?:in )?(?:the |one and the )?(?:(same)|opposite|different) (?:ways?|directions?))\b/i;

/** "The returns over 21 and over 63 sessions have the same sign". */
const sameSign = needing([signs], (sentence, index) => {
  const match = firstIn(signs, sentence);
  const [one, other, another] = match === null ? [] : returnsNamed(windowsIn(sentence), index);
  if (match === null || !one?.value || !other?.value || another !== undefined) return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_"))))
    return null;
  const isSame = one.value > 0 === other.value > 0;
  return found(match, isSame === ((match[1] ?? match[2]) !== undefined), [one, other]);
});

const withSignal =
  /\bMACD(?: line)? (?:has turned|turned|is|stands|has gone) (?:(positive|above zero)|negative|below zero),? (?:along with|together with|and so (?:is|has)|like|as (?:is|has)) its signal(?: line)?\b/i;

/** "The MACD line has turned negative along with its signal". */
const lineAndSignal = needing([withSignal], (sentence, index) => {
  const match = firstIn(withSignal, sentence);
  const [line, signal] = [itemOf(index, "macd"), itemOf(index, "macd_signal")];
  if (match === null || line?.value == null || signal?.value == null) return null;
  const way = match[1] === undefined ? -1 : 1;
  return found(match, line.value * way > 0 && signal.value * way > 0, [line, signal]);
});

const pace =
  /\bearnings (?:a|per) share (?:have |has )?(?:grew|grown|rose|risen) (?:(?:more (slowly)|slower)|(?:faster|more quickly)|(two|three|four|five) times as fast) (?:than|as) (?:revenues?|sales)\b/i;

/** "Earnings a share grew more slowly than revenue". */
const paceOfEarnings = needing([pace], (sentence, index) => {
  const match = firstIn(pace, sentence);
  const [own, other] = [itemOf(index, "eps_growth_yoy"), itemOf(index, "revenue_growth_yoy")];
  if (match === null || own?.value == null || other?.value == null || other.value <= 0) return null;
  const isSlow = occurs(/\bslow/i, match[0]);
  const fold = match[2] === undefined ? null : sizeOf(match[2]);
  const holds = fold === null ? own.value < other.value === isSlow : Math.abs(own.value / other.value - fold) <= 0.25;
  return found(match, holds, [own, other]);
});

const onDay =
  /\bon an? (?:day|session) (?:when|in which|on which) the (?:price|stock) (?:(rose|gained|climbed)|fell|dropped|lost)\b/i;

/** "On a day when the price fell". */
const dayOfMove = needing([onDay], (sentence, index) => {
  const match = firstIn(onDay, sentence);
  const item = itemOf(index, "return_1d");
  if (match === null || item?.value == null || item.value === 0) return null;
  return found(match, item.value > 0 === (match[1] !== undefined), [item]);
});

const extending =
  /\b(?:last|latest|final) (?:session|day|close)\b[^.;,]{0,12} (?:extended|added to|continued|prolonged|built on) (?:the |its |those |that )?(?:recent |earlier )?(?:(gains?|rally|rise|advance|climb|recovery|rebound)|loss(?:es)?|fall|slide|decline|drop)\b/i;

/** "The last session extended the gains". */
const extended = needing([extending], (sentence, index) => {
  const match = firstIn(extending, sentence);
  const item = itemOf(index, "return_1d");
  if (match === null || item?.value == null || item.value === 0) return null;
  return found(match, item.value > 0 === (match[1] !== undefined), [item]);
});

const spanOf = new RegExp(
  String.raw`\b(?:in|over|within|across) (?:the |just |only )?${countWords} (?:trading )?sessions (?:from|between) (?:the )?$`,
  "i",
);

/** "In the four sessions from 9 to 13 June": as many as the list has from the one day to the other. */
const sessionsBetween = needing([/\bsessions (?:from|between)\b/i], (sentence, index) => {
  const [from, to, another] = daysIn(sentence);
  const list = closesOf(index);
  const match = from === undefined ? null : firstIn(spanOf, sentence.slice(0, from.start));
  if (match === null || list === null || from === undefined || to === undefined || another !== undefined) return null;
  const [a, b] = [from, to].map(({ day }) => list.closes.findLastIndex((one) => isDay(one.day, day)));
  if (a === undefined || b === undefined || a < 0 || b <= a) return null;
  const count = sizeOf(match[1] ?? "");
  return found(match, count === b - a || count === b - a + 1, [list.item]);
});

export const toldMoves: readonly Reader[] = [
  fromCloseToLast,
  extremeOfDozen,
  fallOfWindow,
  returnsOfWindows,
  itemsOfWeek,
  afterDecision,
  nearer,
  bothWindows,
  worthThen,
  sizesOfMoves,
  sameSign,
  lineAndSignal,
  paceOfEarnings,
  dayOfMove,
  extended,
  sessionsBetween,
];
