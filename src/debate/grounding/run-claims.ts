import { needing, type Reader } from "./claim-reader.ts";
import { closesOf, goesOnNow, runsOf, type Close } from "./closes.ts";
import { daysIn, isDay } from "./dates.ts";
import { directionsIn, type Way } from "./direction-words.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { untilNow } from "./streak-claims.ts";
import { mentionsIn } from "./subjects.ts";

/* What sentences state of runs of closes: how many in a row went one way, and which was the last that did. */

const counts = "two three four five six seven eight nine ten eleven twelve".split(" ");
const count = String.raw`(${counts.join("|")}|\d{1,2})`;
const rising = "higher|winning|up|rising|positive|green";
const falling = "lower|losing|down|falling|negative|red";
const ways = `(?:(${rising})|(${falling}))`;
const runs = [
  new RegExp(String.raw`\b${count} (?:straight|consecutive|successive) ${ways} (?:sessions?|closes?|days?)\b`, "i"),
  new RegExp(String.raw`\b${count}-(?:day|session) ${ways} (?:streak|run)\b`, "i"),
  new RegExp(
    String.raw`\b${count} ${ways} (?:sessions?|closes?|days?) (?:in a row|running|on end|in succession|on the trot|back to back)\b`,
    "i",
  ),
];
const gainsInARow = new RegExp(
  String.raw`\b${count} (?:(gains|advances|rises|up days|wins)|(losses|declines|falls|drops|down days|setbacks)) (?:in a row|running|on end|in succession|on the trot|back to back)\b`,
  "i",
);
const runOf = new RegExp(
  String.raw`\b(?:run|streak|string|series|spell|succession) of ${count} (?:straight |consecutive )?(?:(higher closes|gains|up days|advances|rising sessions)|(lower closes|losses|down days|declines|falling sessions))\b`,
  "i",
);
const standing = new RegExp(
  String.raw`\b(?:(winning|up|gaining)|(losing|down)) (?:streak|run)(?: (?:now|currently|has|is|that))*? (?:stands at|is at|at|runs to|runs for|reached|lasted|lasts|of|is|counts|covers|spans) ${count}\b`,
  "i",
);
const ofMoves = new RegExp(
  String.raw`\b${count}[- ](?:day|session) (?:run|streak|string|series|spell) of (?:(gains|advances|rises|higher closes)|(losses|declines|falls|drops|lower closes))\b`,
  "i",
);
const intoRun = new RegExp(
  String.raw`\b(?:(?:on|in) (?:day|session) )?${count} (?:(?:trading )?(?:sessions?|closes?|days?) (?:deep )?into|(?<=\b(?:day|session) \w+ )of) an? (?:(winning|rising|upward)|(losing|falling|downward)) (?:streak|run|series|string|spell)\b`,
  "i",
);
const streak = new RegExp(
  String.raw`\b(?:streak|run|string|series) of ${ways} (?:sessions?|closes?|days?)[^;,.]{0,12}? (?:is|was|has (?:run|lasted)|stands at|of|lasts) ${count}\b`,
  "i",
);

/** "Ends on a 2-session winning streak". */
const stillOn =
  /\b(?:ends?|closes?|finish\w*|(?<!\bthat )is|are|sits?|stands?|rid(?:es|ing)|enjoys?|extends?)(?: (?:the )?(?:list|window|session))? (?:on|with|in|amid)? ?(?:an?|its|the) $/i;

/** "Closed higher in each of the last four sessions." */
const each = new RegExp(
  String.raw`\bclosed (?:(higher|up)|(lower|down)) (?:in|on) (?:each|every one|all) of the (?:last|past) ${count} (?:sessions|days)\b`,
  "i",
);
const risen = "risen|rose|rises|gained|climbed|advanced|closed (?:higher|up)";
const fallen = "fallen|fell|falls|dropped|lost|declined|slid|slipped|closed (?:lower|down)";
const lately = new RegExp(
  String.raw`\b(?:(${risen})|(${fallen}))(?: for)? ${count} (?:sessions?|closes?|days?|times) (?:in a row|running|straight|on end|in succession|on the trot|back to back)\b`,
  "i",
);

const inARow = new RegExp(
  String.raw`\b${count}(?: (?:trading )?(?:sessions?|days?|closes?|times|moves?))? (?:in a row|running|straight|on end|in succession|on the trot)\b|\b${count} (?:straight|consecutive|successive|back-to-back) (?:sessions?|days?|closes?|(gains?|advances?|rises?|increases?)|(loss(?:es)?|declines?|falls?|drops?))\b`,
  "i",
);

/** "Sellers have had it their way four sessions on end". */
function sidesIn(sentence: string): Way[] {
  const up = /\b(?:buyers|bulls|green)\b/i.test(sentence);
  const down = /\b(?:sellers|bears|red)\b/i.test(sentence);
  return up === down ? [] : [up ? 1 : -1];
}

/** "Has gained ground two days running", "five sessions in a row have ended higher". */
const anyRun = needing([inARow], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(inARow, sentence);
  if (found === null || said === null || [...runs, lately, each, streak].some((other) => occurs(other, sentence)))
    return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_"))))
    return null;
  const noun = said[3] === undefined ? (said[4] === undefined ? null : -1) : 1;
  const plain = directionsIn(sentence).map(({ way }) => way);
  const told = new Set<Way>(noun === null ? (plain.length === 0 ? sidesIn(sentence) : plain) : [noun]);
  const [way] = told;
  const length = numberOf(said[1] ?? said[2] ?? "");
  if (way === undefined || told.size > 1 || length > 12) return null;
  const lengths = runsOf(found.closes, way);
  // "Has gained two days running" goes on until the last close.
  const isOfNow =
    (/\b(?:has|have|is|are)\b/i.test(sentence.slice(0, said.index)) || occurs(untilNow, sentence)) &&
    daysIn(sentence).every(({ day }) => day === "last");
  return {
    start: said.index,
    end: said.index + said[0].length,
    holds: isOfNow
      ? lengths.at(-1) === length && goesOnNow(found.closes, way)
      : (movedOnNamed(sentence, length, way, found.closes) ?? lengths.includes(length)),
    items: [found.item],
  };
});

const lastMoveWords =
  /\b(?:last|latest|most recent) (?:(up|winning|rising|positive|green|higher)|(down|losing|falling|negative|red|lower))[- ](?:day|session|close)\b/i;

/** "The last down day was 10 November", "Friday was the latest gain". */
const lastMove = needing([lastMoveWords], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(lastMoveWords, sentence);
  const [day, another] = daysIn(sentence);
  if (found === null || said === null || day === undefined || another !== undefined) return null;
  const way = said[1] === undefined ? -1 : 1;
  const moves = found.closes
    .slice(1)
    .map(({ day: on, value }, at) => ({ on, change: value - (found.closes[at]?.value ?? value) }));
  const last = moves.findLast(({ change }) => change * way > 0);
  if (last === undefined) return null;
  return { start: said.index, end: said.index + said[0].length, holds: isDay(last.on, day.day), items: [found.item] };
});

/** "Has fallen three sessions in a row": the run that the last close ends. */
const runUntilNow = needing([lately, each], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(lately, sentence) ?? firstIn(each, sentence);
  if (found === null || said === null) return null;
  const way = said[1] === undefined ? -1 : 1;
  const [last, before] = [found.closes.at(-1), found.closes.at(-2)];
  const goesOn = last !== undefined && before !== undefined && (last.value - before.value) * way > 0;
  const length = numberOf(said[3] ?? "");
  // "Fell three sessions running to 21 May" is of another time.
  const past = daysIn(sentence).some(({ day }) => last !== undefined && !isDay(last.day, day));
  const lengths = runsOf(found.closes, way);
  const named = movedOnNamed(sentence, length, way, found.closes);
  const holds = past
    ? (named ?? lengths.includes(length))
    : goesOn && (occurs(each, sentence) ? (lengths.at(-1) ?? 0) >= length : lengths.at(-1) === length);
  return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
});

/** "Had risen three sessions in a row (11, 14 and 15 July)": of the days that are named one by one; `null` where they are not. */
function movedOnNamed(sentence: string, length: number, way: Way, closes: readonly Close[]): boolean | null {
  const days = daysIn(sentence);
  if (days.length !== length || length < 2) return null;
  const moves = days.map(({ day }) => {
    const at = closes.findLastIndex((one) => isDay(one.day, day));
    const [to, from] = [closes[at]?.value, closes[at - 1]?.value];
    return to === undefined || from === undefined ? null : (to - from) * way;
  });
  return moves.includes(null) ? null : moves.every((move) => move !== null && move > 0);
}

const inEach = new RegExp(
  String.raw`\b(?:in|on|over|for)? ?(?:each|every one|all|both) of the (?:last|past|latest|final) ${count} (?:sessions|days|closes)\b`,
  "i",
);

/** "The price lost ground on each of the last two sessions." */
const movedInEach = needing([inEach], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(inEach, sentence);
  const [word, another] = directionsIn(sentence);
  if (found === null || said === null || word === undefined || another !== undefined || occurs(each, sentence))
    return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.includes("close"))) return null;
  const last = found.closes.slice(-numberOf(said[1] ?? "") - 1);
  const holds = last.slice(1).every(({ value }, at) => (value - (last[at]?.value ?? value)) * word.way > 0);
  return { start: word.start, end: word.end, holds, items: [found.item] };
});

const sizedFirst = [...runs, ofMoves, gainsInARow, runOf, intoRun];
const sizedLast = [streak, standing];

/** "Five straight lower closes": as long as a whole run in the list. Of several that are told the first that is not. */
const runOfCloses = needing([...sizedFirst, ...sizedLast], (sentence, index) => {
  const found = closesOf(index);
  if (found === null) return null;
  const matches = (patterns: readonly RegExp[]) =>
    patterns.map((pattern) => firstIn(pattern, sentence)).filter((match) => match !== null);
  const told = [
    ...matches(sizedFirst).map((said) => ({ said, size: said[1], up: said[2] })),
    ...matches(sizedLast).map((said) => ({ said, size: said[3], up: said[1] })),
  ].map(({ said, size, up }) => {
    const length = numberOf(size ?? "");
    const way = up === undefined ? -1 : 1;
    const lengths = runsOf(found.closes, way);
    // "Three red closes in a row since the 19th" goes on until the last close.
    const isOfNow =
      occurs(standing, sentence) ||
      occurs(intoRun, sentence) ||
      /\bin a row now\b|\bsince (?:the )?(?:\d|[A-Z])/.test(sentence) ||
      occurs(stillOn, sentence.slice(0, said.index));
    const holds = isOfNow ? goesOnNow(found.closes, way) && lengths.at(-1) === length : lengths.includes(length);
    return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
  });
  return told.find(({ holds }) => !holds) ?? told[0] ?? null;
});

function numberOf(written: string): number {
  const at = counts.indexOf(written.toLowerCase());
  return at < 0 ? Number(written) : at + 2;
}

const lastWere = new RegExp(
  String.raw`(?<!\bof )\bthe (?:last|past|latest|final) ${count} (?:sessions|days|closes) (?:(?:have )?(?:all |each |both )?)(?:been|ended|closed|finished|were|settled) (?:each |all |both )?(?:in the )?(?:(positive|higher|up|green|gains)|(negative|lower|down|red|losses))\b`,
  "i",
);

/** "The last two sessions were positive". */
const lastSessions = needing([lastWere], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(lastWere, sentence);
  if (found === null || said === null) return null;
  const way = said[2] === undefined ? -1 : 1;
  const last = found.closes.slice(-numberOf(said[1] ?? "") - 1);
  const holds = last.slice(1).every(({ value }, at) => (value - (last[at]?.value ?? value)) * way > 0);
  return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
});

const ordinals = "second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const nth = new RegExp(
  String.raw`\b(?:(\d{1,2})(?:nd|rd|th)|(${ordinals.join("|")})) (?:(?:straight|consecutive|successive) )?(?:${ways} (?:sessions?|closes?|days?)|(gains?|advances?|rises?)|(?:loss|declines?|falls?|drops?))(?: (?:in a row|running|on end|in succession))?\b`,
  "i",
);

/** "Its third up day in a row", "the fourth straight lower close": the run that the last close ends, where no day is named. */
const nthInARow = needing([nth], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(nth, sentence);
  if (
    found === null ||
    said === null ||
    !/\b(?:straight|consecutive|successive|row|running|end|succession)\b/i.test(said[0])
  )
    return null;
  const length = said[1] === undefined ? ordinals.indexOf((said[2] ?? "").toLowerCase()) + 2 : Number(said[1]);
  const way = (said[3] ?? said[5]) === undefined ? -1 : 1;
  const lengths = runsOf(found.closes, way);
  const holds = goesOnNow(found.closes, way) && lengths.at(-1) === length;
  return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
});

export const runReaders: readonly Reader[] = [
  runOfCloses,
  runUntilNow,
  anyRun,
  lastMove,
  movedInEach,
  lastSessions,
  nthInARow,
];
