import { needing, type Reader } from "./claim-reader.ts";
import { closesOf, closeOn, goesOnNow, moveOn, runNow } from "./closes.ts";
import { countingSessions, movesTold } from "./counted-sessions.ts";
import { counts, words } from "./counts-of-time.ts";
import { daysIn } from "./dates.ts";
import { directionsIn } from "./direction-words.ts";
import { returnsNamed } from "./move-claims.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * Single sessions of the list of closes: "the session of 3 November was a down day", "on 9 July it fell against the close of
 * the close of 8 July", "closed higher in 7 of the last 11 sessions".
 */

const sessionOf = /\b(?:session|day|trading) (?:of|on) (?:the )?$/i;
const kindOf =
  /^ (?:was|is|turned out|proved|ended|ended up)(?: to be)?(?: as)? (?:an? )?(?:(up|winning|rising|positive|gaining|green)|down|losing|falling|negative|red)(?:[- ](?:day|one|session))?\b/i;
/** Of a day alone its words must say that a day is meant: "31 July was a down day". */
const kindOfPlain =
  /^,? (?:(?:was|is|turned out|proved|made|brought|gave|saw|marked|went down as|counts as|ended as)(?: to be)?(?: as)?(?: us| them)? (?:an? )(?:(up|winning|rising|positive|gaining|green|higher)|down|losing|falling|negative|red|lower)[- ](?:day|one|session|close)|(?:brought|gave|saw|delivered|produced|meant|(?:ended|closed|finished) (?:with|in|on))(?: us| holders| owners| it| the (?:stock|index|coin))? (?:an? )(?:small |slight |modest |further |clear |sharp )?(?:(gain|rise|advance|plus)|loss|fall|drop|decline|setback|minus))\b(?! (?:in|for|of) (?:the )?(?:volume|tone|margin|news|revenue|turnover))/i;

/** "A losing session on 30 December". */
const kindAhead =
  /\b(?:an?|another) (?:(up|winning|rising|positive|gaining|green)|down|losing|falling|negative|red)[- ](?:day|session|close) (?:on|came on|was|of) (?:the )?$/i;

/** "The session of 3 November was a down day". */
const kindOfDay = needing(
  [
    /\b(?:session|day|trading) (?:of|on)\b/i,
    /[- ](?:day|one|session|close|gain|rise|advance|plus|loss|fall|drop|decline|setback|minus)\b/i,
  ],
  (sentence, index) => {
    const [day, another] = daysIn(sentence);
    if (day === undefined || another !== undefined) return null;
    const isNamed = occurs(sessionOf, sentence.slice(0, day.start));
    const ahead = firstIn(kindAhead, sentence.slice(0, day.start));
    const found = ahead ?? firstIn(isNamed ? kindOf : kindOfPlain, sentence.slice(day.end));
    const move = moveOn(day.day, index);
    if (found === null || move === null || move.change === 0) return null;
    return {
      start: ahead === null ? day.end + 1 : ahead.index,
      end: ahead === null ? day.end + found[0].length : day.end,
      holds: move.change > 0 === ((found[1] ?? found[2]) !== undefined),
      items: [move.item],
    };
  },
);

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

const besideDay =
  /^,? (?:beside|against|next to|with|alongside|and|to) (?:that|the close|the one) (?:of|on) (?:the )?$/i;
const ofTwoDays =
  /^[:;,]? (?:and )?(?:(?:you|we|one) (?:see|find)s? )?(?:that )?the (?:(former|first|earlier)|latter|second|later)(?: (?:one|close|day))? (?:is|was|stands|comes out|came out|lies) (?:the )?(?:(higher|above|up|more|dearer)|lower|below|down|less|cheaper)\b/i;

/** "Set the close of 25 February beside that of 20 February: the latter is higher". */
const ofTheTwo = needing([/\bthe (?:former|first|earlier|latter|second|later)\b/i], (sentence, index) => {
  const [one, other, another] = daysIn(sentence);
  if (one === undefined || other === undefined || another !== undefined) return null;
  if (!occurs(besideDay, sentence.slice(one.end, other.start))) return null;
  const found = firstIn(ofTwoDays, sentence.slice(other.end));
  const [a, b] = [closeOn(one.day, index), closeOn(other.day, index)];
  if (found === null || a === null || b === null || a.close === b.close) return null;
  // "The earlier" is so by its day.
  const isByDay = /\bthe (?:earlier|later)\b/i.test(found[0]) && one.day > other.day;
  const isFirst = (found[1] !== undefined) !== isByDay;
  const isMore = (found[2] !== undefined) === isFirst;
  return { start: other.end, end: other.end + found[0].length, holds: a.close > b.close === isMore, items: [a.item] };
});

const thanBefore =
  /\b(?:than|(?:above|below|over|under|beneath)(?= (?:the |that of the |its |where)))(?: (?:it (?:did|had|was|closed)|where it (?:did|had|was|closed)))?(?: (?:on|at|in|of))? ?(?:that of )?(?:the |its )?(?:(?:trading )?(?:session|day|close|one) (?:before|prior|earlier|preceding)|(?:previous|prior|preceding) (?:trading )?(?:session|day|close|one)(?:['’]s(?: close)?)?)\b/i;

/** "Closed lower on 9 January than the session before": of the day that is named. */
const dayThanBefore = needing([thanBefore], (sentence, index) => {
  const found = firstIn(thanBefore, sentence);
  const days = daysIn(sentence).filter(({ day }) => day !== "prior");
  const [day, another] = days;
  if (found === null || day === undefined || another !== undefined) return null;
  const [word, second] = directionsIn(sentence.slice(0, found.index));
  const place = /^(?:(above|over)|below|under|beneath)/i.exec(found[0]);
  const move = moveOn(day.day, index);
  if (move === null || move.change === 0 || (word === undefined) === (place === null) || second !== undefined)
    return null;
  if (/\b(?:every|each|all|no|none|since|from|between|until|through|both)\b/i.test(sentence.slice(0, found.index)))
    return null;
  if (!/\b(?:clos|end|finish|settl|stock|share|price|coin|index|it\b)/i.test(sentence.slice(0, found.index)))
    return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close" || key === "return_1d")))
    return null;
  const way = word === undefined ? (place?.[1] === undefined ? -1 : 1) : word.way;
  const start = word?.start ?? found.index;
  return { start, end: found.index + found[0].length, holds: move.change * way > 0, items: [move.item] };
});

const sizeOf = (printed: string | undefined): number => words.get((printed ?? "").toLowerCase()) ?? Number(printed);

/** "Closed higher in 7 of the last 11 sessions". */
const countedMoves = needing(countingSessions, (sentence, index) => {
  const list = closesOf(index);
  const moves = list === null ? null : movesTold(sentence, list.closes);
  if (list === null || moves === null) return null;
  return { ...moves, items: [list.item] };
});

const fromFigure = /\bfrom (?:a (?:close|level|price|low|high) of )?(?:USD ?)?[$€£₹]?$/i;
const toFigure =
  /^(?: (?:USD|EUR|dollars?|euros?|points|percent))?(?: \[[A-Z]\d{1,4}\])?(?: (?:on|at|as of|in|at the close of|for)? ?(?:the )?(?:[\w-]+,? ){1,4})? ?(?:up |down |back )?to (?:a (?:close|level|price|low|high) of )?(?:USD ?)?[$€£₹]?$/i;

const wentFrom = /\b(?:went|moved|came|got|travelled|passed|goes|moves|change[sd]?) from [^.;]*$/i;
const asMove =
  /^[^.;:\d]{0,4}(?: ?(?:on|at) [^.;:,]{2,24})?(?:, (?:which (?:is|was|makes|made) |that is |so )?| (?:is|was|which is) )an? (?:\w+ )?(?:(gain|rise|advance|climb|increase|improvement)|loss|fall|drop|decline|decrease|slide)\b/i;

/** "Rose from $1,828.46 on 23 January to $1,781.56": the two figures that are printed show which way it went. */
const movedAsPrinted = needing([/\bfrom\b[^;]*\bto\b/i], (sentence) => {
  const numbers = findNumbers(sentence);
  const at = numbers.findIndex(({ offset }) => occurs(fromFigure, sentence.slice(0, offset)));
  const [from, to] = [numbers[at], numbers[at + 1]];
  if (from === undefined || to === undefined || from.unit !== to.unit) return null;
  if (
    from.value <= 0 ||
    to.value <= 0 ||
    from.value === to.value ||
    from.value / to.value > 5 ||
    to.value / from.value > 5
  )
    return null;
  if (!occurs(toFigure, sentence.slice(from.offset + from.text.length, to.offset))) return null;
  // "Went from $598.54 on 23 May to $615.73 on 27 May, a rise".
  const behind = sentence.slice(to.offset + to.text.length);
  const noun = occurs(wentFrom, sentence.slice(0, from.offset)) ? firstIn(asMove, behind) : null;
  if (noun !== null) {
    const start = to.offset + to.text.length + noun.index;
    const isUp = noun[1] !== undefined;
    return { start, end: start + noun[0].length, holds: to.value > from.value === isUp, items: [] };
  }
  const lead = sentence.slice(0, from.offset);
  const [word, another] = directionsIn(lead.slice(lead.lastIndexOf(";") + 1).slice(-64));
  if (word === undefined || another !== undefined) return null;
  const start = lead.length - Math.min(64, lead.length - lead.lastIndexOf(";") - 1) + word.start;
  const gap = lead.slice(start + word.end - word.start);
  // "Fell by 3 %, a range from 12 to 14", "the lower band sits from 38 to 40": of something else.
  if (
    gap.length > 48 ||
    /[,:]|\b(?:range|between|and|but|while|than|window|entry|stop|target|distance|room|gap|somewhere|sits|stands|lies|is|runs|ranges|are)\b/i.test(
      gap,
    ) ||
    mentionsIn(lead).some(({ end }) => end > start)
  )
    return null;
  return { start, end: start + word.end - word.start, holds: (to.value - from.value) * word.way > 0, items: [] };
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

export const dayWords: readonly Reader[] = [
  kindOfDay,
  movedFromDay,
  ofTheTwo,
  dayThanBefore,
  movedAsPrinted,
  countedMoves,
  runToEnd,
  lastDay,
  cutInHalf,
];
