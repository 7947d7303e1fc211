import type { Evidence } from "#src/contract/evidence.ts";
import { closesOf, runNow, runsOf } from "./closes.ts";
import { dayOf, isDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { first, gapOf, type Gap } from "./gap.ts";
import type { Measured } from "./measure-pairs.ts";
import { ofStreak, type Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* Differences between closes of the list, by the days and the runs that a sentence names. */

/** Between two days of the list of closes, or to the day before the only one that is named. */
export function betweenDays(spot: Spot, index: EvidenceIndex): Gap[] {
  const { days, text, number } = spot;
  const [one, other] = days;
  const list = index.byKey.get("recent_closes")?.[0];
  const close = first(index, "close");
  if (one === undefined || days.length > 4 || list === undefined || close === null) return [];
  const closes = (index.ofId.get(list.id) ?? [])
    .filter(({ day }) => day !== undefined)
    .toSorted((a, b) => (a.day ?? "").localeCompare(b.day ?? ""));
  const at = (day: string): number => closes.findLastIndex((entry) => entry.day !== undefined && isDay(entry.day, day));
  // "The slide since 16 May": up to the last close.
  const since =
    other === undefined &&
    /\b(?:since|from) (?:(?:its|the|that) )?(?:(?:close|high|low|peak|top|trough|bottom|level)s? )?(?:(?:of |at )?[$€£₹]?[\d.,]*\d )?(?:(?:of|on) (?:the )?)?$/i.test(
      text.slice(0, one.start),
    );
  const told = dayOf(number, text, days);
  const own = days
    .filter(
      (named) =>
        named.start < number.offset ||
        days.length === 1 ||
        named === told ||
        // "0.4 % and 0.5 % on the 21st and 22nd".
        /^(?:[\d.,% +−-]*(?:and [\d.,% +−-]*)?on [^.;]{0,24}| ?(?:[a-z]+ ){0,2}(?:of|on) (?:the )?)$/.test(
          text.slice(number.offset + number.text.length, named.start),
        ),
    )
    .flatMap((named) => {
      const place = at(named.day);
      const [to, from] = [closes[place], closes[place - 1]];
      return to === undefined || from === undefined ? [] : [changeOf(to.value, from.value, close, list)];
    });
  own.push(...dayAfter(spot, at, closes, (to, from) => changeOf(to, from, close, list)));
  const last = since ? closes.length - 1 : other === undefined ? at(one.day) : Math.max(at(one.day), at(other.day));
  const before = since ? at(one.day) : other === undefined ? last - 1 : Math.min(at(one.day), at(other.day));
  const [to, from] = [closes[last], closes[before]];
  if (to === undefined || from === undefined) return own;
  return [changeOf(to.value, from.value, close, list), ...own];
}

const nextDay =
  /\b(?:a|one|the) (?:day|session) (?:later|after|afterwards)\b|\b(?:the )?(?:next|following) (?:day|session)\b|^\W*(?:and |but |only to )?then\b/i;

/** "And gave back 5.9 % a day later": of the day behind the one that is named before. */
function dayAfter(
  { days, text, number, clause }: Spot,
  at: (day: string) => number,
  closes: readonly { readonly value: number }[],
  change: (to: number, from: number) => Gap,
): Gap[] {
  const before = days.findLast(({ start }) => start < number.offset);
  if (before === undefined || !occurs(nextDay, text.slice(clause.start, clause.end))) return [];
  const place = at(before.day);
  const [to, from] = place < 0 ? [] : [closes[place + 1], closes[place]];
  return to === undefined || from === undefined ? [] : [change(to.value, from.value)];
}

const inARow =
  /\b(two|three|four|five|six|[2-6]) (?:\w+ )?(?:days?|sessions?|closes?|times|gains|losses)(?: in a row| running| straight| on end| in succession)\b|\b(two|three|four|five|six|[2-6]) (?:straight|consecutive|successive) \w+/i;
const counts = ["two", "three", "four", "five", "six"];

/** "Rallied two days in a row, 4.1 % and 3.1 %": the moves of the run that the last close ends. */
export function movesOfRun({ text, sentence, days }: Spot, index: EvidenceIndex): Gap[] {
  const found = firstIn(inARow, text.slice(sentence.start, sentence.end));
  const list = closesOf(index);
  const close = first(index, "close");
  if (found === null || list === null || close === null || days.length > 0) return [];
  const told = (found[1] ?? found[2] ?? "").toLowerCase();
  const length = counts.includes(told) ? counts.indexOf(told) + 2 : Number(told);
  const last = list.closes.slice(-length - 1);
  return last.slice(1).flatMap(({ value }, step) => {
    const from = last[step];
    return from === undefined ? [] : [changeOf(value, from.value, close, list.item)];
  });
}

function changeOf(to: number, from: number, close: Measured, list: Evidence): Gap {
  const [a, b] = [
    { ...close, id: list.id, value: to },
    { ...close, id: list.id, value: from },
  ] as const;
  return { ...gapOf(a, b), expression: `${to} - ${from}`, ids: [list.id], isMove: true };
}

const runBefore =
  /\b(?:run|streak|string|series|spell|succession)(?: of)? $|\b(?:streak|run)(?: of (?:the )?[\w&'’.-]+(?: [A-Z][\w&'’.-]*)*)?(?: (?:now|currently|has|is|that))*? (?:stands at|is at|at|runs to|runs for|reached|lasted|lasts|of|is|counts|covers|spans) $/i;
const runAhead =
  /^(?: (?:straight|consecutive|successive))? (?:higher|lower|up|down|winning|losing|rising|falling|positive|negative|gains|losses|advances|declines|sessions|days|closes)\b/i;

/** "The rally is five sessions old", "a run of three lower closes", "the losing streak stands at 4". */
export function runLength(lead: string, ahead: string, index: EvidenceIndex): Gap[] {
  const isOfRun =
    occurs(runBefore, lead) &&
    (/\b(?:at|is|to|for|reached|lasted|lasts|counts|covers|spans) $/.test(lead) || occurs(runAhead, ahead));
  const isOfMoves = /^ (?:straight|consecutive|successive|back-to-back) \w+/i.test(ahead);
  const isOfNow = /^[ -](?:sessions?|days?) old\b/i.test(ahead) || occurs(ofStreak, ahead);
  const list = isOfRun || isOfNow || isOfMoves ? closesOf(index) : null;
  if (list === null) return [];
  const now = runNow(index)?.length;
  const lengths =
    isOfRun || isOfMoves ? [...runsOf(list.closes, 1), ...runsOf(list.closes, -1)] : now === undefined ? [] : [now];
  return [...new Set(lengths)].map((value) => ({
    expression: `run of closes in ${list.item.id}`,
    value,
    relative: null,
    ids: [list.item.id],
    of: { ...list.item, value, unit: "count" },
  }));
}
