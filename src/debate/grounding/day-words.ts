import { needing, type Reader } from "./claim-reader.ts";
import { closesOf, closeOn, goesOnNow, moveOn, runNow } from "./closes.ts";
import { counts, words } from "./counts-of-time.ts";
import { daysIn } from "./dates.ts";
import { directionsIn } from "./direction-words.ts";
import { returnsNamed } from "./move-claims.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/*
 * Single sessions of the list of closes: "the session of 3 November was a down day", "on 9 July it fell against the close of
 * the close of 8 July", "closed higher in 7 of the last 11 sessions".
 */

const sessionOf = /\b(?:session|day|trading) (?:of|on) (?:the )?$/i;
const kindOf =
  /^ (?:was|is|turned out|proved|ended|ended up)(?: to be)?(?: as)? (?:an? )?(?:(up|winning|rising|positive|gaining|green)|down|losing|falling|negative|red)(?:[- ](?:day|one|session))?\b/i;

/** "The session of 3 November was a down day". */
const kindOfDay = needing([/\b(?:session|day|trading) (?:of|on)\b/i], (sentence, index) => {
  const [day, another] = daysIn(sentence);
  if (day === undefined || another !== undefined || !occurs(sessionOf, sentence.slice(0, day.start))) return null;
  const found = firstIn(kindOf, sentence.slice(day.end));
  const move = moveOn(day.day, index);
  if (found === null || move === null || move.change === 0) return null;
  return {
    start: day.end + 1,
    end: day.end + found[0].length,
    holds: move.change > 0 === (found[1] !== undefined),
    items: [move.item],
  };
});

const toOther = /\b(?:against|than|from|over|below|above) (?:on |that of )?(?:the )?(?:close (?:of|on) )?(?:the )?$/i;

/** "On 9 July the stock fell against the close of 8 July". */
const movedFromDay = needing([/\b(?:against|than|from|over|below|above)\b/i], (sentence, index) => {
  const [day, other, another] = daysIn(sentence);
  if (day === undefined || other === undefined || another !== undefined) return null;
  const between = sentence.slice(day.end, other.start);
  const [word, second] = directionsIn(between.replace(toOther, ""));
  const [now, then] = [closeOn(day.day, index), closeOn(other.day, index)];
  if (word === undefined || second !== undefined || now === null || then === null || now.close === then.close)
    return null;
  if (!occurs(toOther, between) || /\d/.test(between)) return null;
  const start = day.end + word.start;
  return { start, end: day.end + word.end, holds: (now.close - then.close) * word.way > 0, items: [now.item] };
});

const size = String.raw`(?<of>${counts})`;
const told = String.raw`(?<told>${counts})`;
const latest = "(?:the |its )?(?:last|latest|past)";
const rises = "(?<up>higher|up|gains|rises|positive)";
const falls = "lower|down|losses|falls|negative";
/** Of so many moves, or of the moves between so many closes, how many went which way. */
const counting = [
  String.raw`\bclosed (?:${rises}|${falls}) (?:in|on) ${told} of ${latest} ${size} (?:sessions|days)\b`,
  String.raw`\bof ${latest} ${size} (?:session-to-session |daily |day-to-day )?(?:moves|sessions|changes|days),? ${told} (?:were|was) (?:${rises}|${falls})\b`,
  String.raw`\b${told} of the ${size} moves between ${latest} (?:${counts}) closes (?:were|was) (?:${rises}|${falls})\b`,
].map((pattern) => new RegExp(pattern, "i"));
const countingCloses = [
  String.raw`\b${latest} ${size} closes,? ${told} (?:moves )?(?:are|were|is|was) (?:${rises}|${falls})(?: than the (?:close|one) before)?\b`,
  String.raw`\b${latest} ${size} closes (?:hold|show|have|had|hold) ${told} (?:steps |moves )?(?:${rises}|${falls})(?: from one close to the next)?(?: and (?:${counts}) (?:steps |moves )?(?:up|down|higher|lower))?`,
].map((pattern) => new RegExp(pattern, "i"));
const sizeOf = (printed: string | undefined): number => words.get((printed ?? "").toLowerCase()) ?? Number(printed);

/** How many of the latest moves of the list went the way that is told, and how many are said to have; `null`: nothing. */
export function movesTold(
  sentence: string,
  closes: readonly { readonly value: number }[],
): { readonly start: number; readonly end: number; readonly told: number; readonly count: number } | null {
  const ofMoves = counting.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  const found =
    ofMoves ?? countingCloses.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (found === null) return null;
  const moves = sizeOf(found.groups?.["of"]) - (ofMoves === null ? 1 : 0);
  if (!(moves >= 2) || moves > closes.length - 1) return null;
  const isUp = found.groups?.["up"] !== undefined;
  const last = closes.slice(-moves - 1);
  const count = last.slice(1).filter(({ value }, at) => {
    const change = value - (last[at]?.value ?? value);
    return isUp ? change > 0 : change < 0;
  }).length;
  return { start: found.index, end: found.index + found[0].length, told: sizeOf(found.groups?.["told"]), count };
}

/** "Closed higher in 7 of the last 11 sessions". */
const countedMoves = needing([...counting, ...countingCloses], (sentence, index) => {
  const list = closesOf(index);
  const moves = list === null ? null : movesTold(sentence, list.closes);
  if (list === null || moves === null) return null;
  return { start: moves.start, end: moves.end, holds: moves.told === moves.count, items: [list.item] };
});

const runAtEnd = new RegExp(
  String.raw`\b(${counts})[- ](?:(?:session|day)[- ])?(?:run of|straight|consecutive|successive) (?:(higher)|lower) closes (?:ends?|at the end of|to the end of|closes|finish(?:es)?|up to the end of) (?:the |our )?(?:window|list)\b`,
  "i",
);

/** "A 4-session run of lower closes ends the window". */
const runToEnd = needing([runAtEnd], (sentence, index) => {
  const found = firstIn(runAtEnd, sentence);
  const [run, list] = [runNow(index), closesOf(index)];
  if (found === null || run === null || list === null) return null;
  const isUp = goesOnNow(list.closes, 1);
  const holds = sizeOf(found[1]) === run.length && isUp === (found[2] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [list.item] };
});

const lastEnded = /\b(?:last|latest|final) session (?:closed|ended|finished) (?:(higher|up)|lower|down)\b(?! than)/i;

/** "The last session closed higher". */
const lastDay = needing([lastEnded], (sentence, index) => {
  const found = firstIn(lastEnded, sentence);
  const move = found === null ? null : moveOn("last", index);
  if (found === null || move === null || move.change === 0) return null;
  const holds = move.change > 0 === (found[1] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [move.item] };
});

const inHalf = /\b(?:cut|sliced|chopped) in half\b/i;

/** "The price was cut in half over 63 sessions". */
const cutInHalf: Reader = needing([inHalf], (sentence, index, _cited, { windows }) => {
  const found = firstIn(inHalf, sentence);
  const [item, another] = found === null ? [] : returnsNamed(windows, index);
  if (found === null || item?.value == null || another !== undefined) return null;
  if (!/\b(?:price|stock|shares?|coin|index|quote|it)\b/i.test(sentence)) return null;
  return { start: found.index, end: found.index + found[0].length, holds: item.value <= -45, items: [item] };
});

export const dayWords: readonly Reader[] = [kindOfDay, movedFromDay, countedMoves, runToEnd, lastDay, cutInHalf];
