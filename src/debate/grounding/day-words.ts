import { needing, type Reader } from "./claim-reader.ts";
import { closesOf, closeOn, moveOn } from "./closes.ts";
import { counts, words } from "./counts-of-time.ts";
import { daysIn } from "./dates.ts";
import { directionsIn } from "./direction-words.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/*
 * Single sessions of the list of closes: "the session of 3 November was a down day", "on 9 July it fell against the close of
 * the session before", "closed higher in 7 of the last 11 sessions".
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

const thanBefore =
  /\b(?:against|than|from|over|below|above|on) (?:on |in |at |that of )?(?:the )?(?:close (?:of|on) )?(?:the )?(?:session|day|close|one) (?:right )?before\b/i;

/** "On 9 July the stock fell against the close of the session before". */
const movedOnDay = needing([thanBefore], (sentence, index) => {
  const found = firstIn(thanBefore, sentence);
  const named = daysIn(sentence).filter(({ day }) => day !== "prior");
  const [day, another] = named;
  if (found === null || day === undefined || another !== undefined) return null;
  const [word, second] = directionsIn(sentence.slice(0, found.index));
  const move = closeOn(day.day, index) === null ? null : moveOn(day.day, index);
  if (word === undefined || second !== undefined || move === null || move.change === 0) return null;
  return { start: word.start, end: word.end, holds: move.change * word.way > 0, items: [move.item] };
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

const ofLast = new RegExp(
  String.raw`\bclosed (?:(higher|up)|lower|down) (?:in|on) (${counts}) of (?:the |its )?(?:last|latest|past) (${counts}) (?:sessions|days)\b|\bof (?:the |its )?(?:last|latest|past) (${counts}) (?:session-to-session |daily |day-to-day )?(?:moves|sessions|changes|days),? (${counts}) (?:were|was) (?:(up|higher|gains|positive)|down|lower|losses|negative)\b`,
  "i",
);
const sizeOf = (told: string | undefined): number => words.get((told ?? "").toLowerCase()) ?? Number(told);

/** How many of the latest moves of the list went the way that is told, and how many are said to have; `null`: nothing. */
export function movesTold(
  sentence: string,
  closes: readonly { readonly value: number }[],
): { readonly start: number; readonly end: number; readonly told: number; readonly count: number } | null {
  const found = firstIn(ofLast, sentence);
  if (found === null) return null;
  const told = sizeOf(found[2] ?? found[5]);
  const of = sizeOf(found[3] ?? found[4]);
  if (!(of >= 2) || of > closes.length - 1) return null;
  const isUp = (found[1] ?? found[6]) !== undefined;
  const latest = closes.slice(-of - 1);
  const count = latest.slice(1).filter(({ value }, at) => {
    const change = value - (latest[at]?.value ?? value);
    return isUp ? change > 0 : change < 0;
  }).length;
  return { start: found.index, end: found.index + found[0].length, told, count };
}

/** "Closed higher in 7 of the last 11 sessions". */
const countedMoves = needing([ofLast], (sentence, index) => {
  const list = closesOf(index);
  const told = list === null ? null : movesTold(sentence, list.closes);
  if (list === null || told === null) return null;
  return { start: told.start, end: told.end, holds: told.told === told.count, items: [list.item] };
});

export const dayWords: readonly Reader[] = [kindOfDay, movedOnDay, movedFromDay, countedMoves];
