import type { Around } from "./around.ts";
import { type Reader } from "./claim-reader.ts";
import { closesOf, moveOn } from "./closes.ts";
import { daysIn, isDay, isInDayList } from "./dates.ts";
import { directionsIn, type DirectionWord } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { carriesAnother, isOfAnother, isOfPrice, priced, printed, stalled, subjectsIn } from "./moved-subjects.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isProperName } from "./proper-names.ts";
import { mentionsIn } from "./subjects.ts";
import { windowsIn } from "./windows.ts";

/* What words state of the moves of single days. */

/** "Rose further on 2 July", "lost ground in the last session": of the change to that day's close. */
export const dayMoves: Reader = (clause, index, cited, around) => {
  const words = directionsIn(clause);
  const [word] = words;
  if (word === undefined || printed.test(clause) || words.some(({ way }) => way !== word.way)) return null;
  if (subjectsIn(clause).length > 0 || carriesAnother(around)) return null;
  if (
    mentionsIn(clause).some(({ keys }) => !keys.every(isOfPrice)) ||
    windowsIn(clause).some(({ each }) => each.some((names) => !names.has("1 session")))
  )
    return null;
  // What news tell may be of another stock.
  if ([...cited].some((id) => index.items.get(id)?.value === null && index.items.get(id)?.key !== "recent_closes"))
    return null;
  if (
    /\b(?:since|from|between|until|through|by|before|after|to (?:the )?\d|streak|straight|row|running|largest|biggest|steepest|sharpest|worst|best|every|than|compared|relative|against|versus|vs)\b/i.test(
      clause,
    )
  )
    return null;
  if (isOfAnother(clause, word)) return null;
  // "Since 2 November, when it closed at 81.11, it has put on 12": of more than that day.
  if (
    /\b(?:has|have)\b/i.test(clause.slice(0, word.start)) &&
    around.days.length > 0 &&
    !around.days.some(({ end }) => end <= clause.length && daysIn(clause).length > 0)
  )
    return null;
  const days = daysTold(clause, around, word, index);
  const moves = days.flatMap((day) => moveOn(day, index) ?? []);
  const [move] = moves;
  if (
    move === undefined ||
    moves.length !== days.length ||
    moves.some(({ change }) => change === 0) ||
    occurs(stalled, clause) ||
    !(
      occurs(priced, clause) ||
      around.carried !== null ||
      cited.size > 0 ||
      (isProperName(clause.slice(0, word.start)) && !around.isReported) ||
      /^\W*(?:(?:and|but|then) )?$/i.test(clause.slice(0, word.start))
    )
  )
    return null;
  const holds = moves.every(({ change }) => change * word.way > 0);
  return { start: word.start, end: word.end, holds, items: [move.item] };
};

/** "The very next close was higher": of another day than the one that is named. */
const dayBeside = /\b(?:(next|following|subsequent)|previous|preceding|prior) (?:trading )?(?:close|day|session)\b/i;

/** The days that a part is about: those it names, all of a list of them, or the last one. */
function daysTold(clause: string, { days }: Around, word: DirectionWord, index: EvidenceIndex): string[] {
  const [day, ...others] = days;
  const beside = firstIn(dayBeside, clause);
  if (day !== undefined && beside !== null) {
    const closes = closesOf(index)?.closes ?? [];
    const at =
      others.length > 0 || beside[1] === undefined ? -1 : closes.findLastIndex((one) => isDay(one.day, day.day));
    const next = at < 0 ? undefined : closes[at + 1];
    return next === undefined ? [] : [next.day];
  }
  if (day !== undefined) {
    // "Fell to 84.2 on 3 May", "on 3 May it fell"; "as of 3 May" dates what is known.
    if (/\b(?:as of|until|by|since) (?:the )?$/i.test(clause.slice(0, Math.max(0, day.start)))) return [];
    const own = others.every(
      ({ start, end }) =>
        isInDayList(clause, days.findLast((one) => one.end <= start)?.end ?? start, start) && end <= clause.length,
    );
    return own ? days.map((one) => one.day) : [];
  }
  const last =
    /\b(?:the (?:last|latest|final|most recent) (?:session|trading day)|on the day|on the session|(?:end|clos|finish|settl|left|leav)\w* (?:off )?(?:the|its) (?:day|session)(?! of\b)|(?:an? )?(?:up|down) day)\b/i;
  return last.test(clause) && word.start >= 0 ? ["last"] : [];
}
