import { needing, type Reader } from "./claim-reader.ts";
import { closesOf, closeOn, goesOnNow, moveOn, runNow } from "./closes.ts";
import { countingSessions, movesTold } from "./counted-sessions.ts";
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

const sizeOf = (printed: string | undefined): number => words.get((printed ?? "").toLowerCase()) ?? Number(printed);

/** "Closed higher in 7 of the last 11 sessions". */
const countedMoves = needing(countingSessions, (sentence, index) => {
  const list = closesOf(index);
  const moves = list === null ? null : movesTold(sentence, list.closes);
  if (list === null || moves === null) return null;
  return { ...moves, items: [list.item] };
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
