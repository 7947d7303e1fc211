import { needing, type Reader } from "./claim-reader.ts";
import { closesOf, goesOnNow, runsOf } from "./closes.ts";
import { daysIn, isDay } from "./dates.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* What sentences state of the run that the last close ends, in the looser words for it: how long it is and which way. */

const small =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const count = String.raw`(?<count>${small.join("|")}|\d{1,2})`;
const up =
  "gains?|advances?|rises?|increases?|wins?|(?:up|higher|winning|rising|positive|green|advancing|gaining) (?:days?|sessions?|closes?)";
const down =
  "loss(?:es)?|declines?|falls?|drops?|decreases?|setbacks?|(?:down|lower|losing|falling|negative|red|declining) (?:days?|sessions?|closes?)";
const row =
  "in a row|running|on end|in succession|on the trot|back to back|in sequence|one after (?:the other|another)|without (?:a break|interruption)|straight";
const patterns = [
  String.raw`\b${count} (?:straight|consecutive|successive|back-to-back|unbroken) (?:(?<up>${up})|(?<down>${down}))\b`,
  String.raw`\b${count} (?:(?<up>${up})|(?<down>${down})) (?:${row})\b`,
  String.raw`\b${count}[- ](?:day|session|close)(?:[- ]long)? (?:streak|run|series|string|sequence|stretch|chain) of (?:(?:straight|consecutive|successive|unbroken|daily) )?(?:(?<up>${up})|(?<down>${down}))\b`,
  String.raw`\b${count}[- ](?:day|session|close)(?:[- ]long)? (?:(?<up>winning|rising|positive|up|gaining|upward)|(?<down>losing|falling|negative|down|declining|downward)) (?:streak|run|series|string|sequence|stretch|chain)\b`,
  String.raw`\b(?:streak|run|series|string|sequence|chain) of (?:exactly )?${count} (?:(?:straight|consecutive|successive|unbroken|daily) )?(?:(?<up>${up})|(?<down>${down}))\b`,
  String.raw`\b(?:(?<up>winning|rising|positive|up)|(?<down>losing|falling|negative|down)) (?:streak|run|series|string)(?: of (?:the )?[\w&'’.-]+(?: [A-Z][\w&'’.-]*)*)? (?:(?:now|has|is|that|currently) )*(?:runs to|run to|stands at|is at|reaches|reached|lasts|lasted|counts|spans|comes to|extends to|extended to|amounts to|is|was) ${count}\b`,
  String.raw`\bthe (?:(?<up>rise|advance|rally|climb|run-up|upswing)|(?<down>fall|decline|slide|drop|retreat|sell-?off|downswing)) (?:has (?:lasted|run|gone on)|is|lasts|runs)(?: for)? ${count} (?:trading )?(?:sessions|days|closes)(?: old)?\b`,
  String.raw`\b(?:strung|linked|chained|stitched|put|string(?:s|ing)?|links?|linking) together (?:exactly |a run of )?${count} (?:(?:straight|consecutive|successive|unbroken) )?(?:(?<up>${up})|(?<down>${down}))\b`,
  String.raw`\b(?:(?<up>winning|rising|positive|up|advancing|upward)|(?<down>losing|falling|negative|down|declining|downward)) (?:streak|run|series|string|sequence) of ${count} (?:trading )?(?:sessions|days|closes)\b`,
].map((pattern) => new RegExp(pattern, "i"));

/** "With the last close, the losing streak runs to six sessions", "a run of thirteen straight declines". */
const lengthOfRun = needing(patterns, (sentence, index) => {
  const found = closesOf(index);
  const said = patterns.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (found === null || said?.groups === undefined) return null;
  const told = (said.groups["count"] ?? "").toLowerCase();
  const at = small.indexOf(told);
  const length = at < 0 ? Number(told) : at + 2;
  const way = said.groups["up"] === undefined ? -1 : 1;
  const lengths = runsOf(found.closes, way);
  // A run that fills the whole list may be longer than the list.
  const last = lengths.at(-1) ?? 0;
  if (last === found.closes.length - 1) return null;
  const holds =
    lengths.includes(length) &&
    (!(occurs(isOfNow, sentence) || occurs(untilNow, sentence)) || (goesOnNow(found.closes, way) && last === length));
  return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
});

/** "Into the last session". */
export const untilNow =
  /\b(?:(?:in)?to|through|with|at|on|by|as of|including|until) the (?:last|latest|most recent|final) (?:session|day|date|close)\b/i;
const isOfNow =
  /\b(?:last close|now|has|runs to|stands at|lies behind|to get here|in place|under ?way|intact|alive|running|continu\w+|ongoing|still|currently|goes on|in progress|at work|so far)\b/i;

const bothWere = new RegExp(
  String.raw`\bthe (?:last|past|latest|final) ${count} closes(?: of [\w' ]{3,32}?)? (?:were|are|have been)(?: (?:both|all|each))? (?:(?<up>higher|up|above)|(?<down>lower|down|below)) than (?:the (?:ones?|closes?)|those|that|what (?:was|stood|came))`,
  "i",
);

/** "The last two closes were both higher than the ones before them". */
const eachThanBefore = needing([bothWere], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(bothWere, sentence);
  if (found === null || said?.groups === undefined) return null;
  const told = (said.groups["count"] ?? "").toLowerCase();
  const length = small.includes(told) ? small.indexOf(told) + 2 : Number(told);
  const way = said.groups["up"] === undefined ? -1 : 1;
  const last = found.closes.slice(-length - 1);
  const holds = last.slice(1).every(({ value }, at) => (value - (last[at]?.value ?? value)) * way > 0);
  return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
});

const eachOfLast = new RegExp(
  String.raw`\b(?:(?<up>rose|gained|climbed|advanced|closed (?:higher|up)|ended (?:higher|up)|finished (?:higher|up)|went up)|(?<down>fell|lost|dropped|declined|closed (?:lower|down)|ended (?:lower|down)|finished (?:lower|down)|went down))(?: ground)? (?:in|on|during) (?:each|every one|all) of (?:the |its )?(?:last|past|latest|final|most recent) ${count} (?:trading )?(?:sessions|days),? (?:and|but|though) not (?:in|on|during) (?:the )?(?:session|day|one) (?:before|prior|preceding|ahead of)\b`,
  "i",
);

/** "Rose in each of the last 5 sessions, and not in the session before those": the run is just so long. */
const justSoLong = needing([eachOfLast], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(eachOfLast, sentence);
  if (found === null || said?.groups === undefined) return null;
  const told = (said.groups["count"] ?? "").toLowerCase();
  const length = small.includes(told) ? small.indexOf(told) + 2 : Number(told);
  const way = said.groups["up"] === undefined ? -1 : 1;
  const changes = found.closes.slice(1).map(({ value }, at) => (value - (found.closes[at]?.value ?? value)) * way);
  // Where the list begins with them, the session before is not known.
  if (length >= changes.length) return null;
  const holds = changes.slice(-length).every((change) => change > 0) && (changes.at(-length - 1) ?? 0) <= 0;
  return { start: said.index, end: said.index + said[0].length, holds, items: [found.item] };
});

const newest = "(?:last|latest|newest|final|most recent)";
const oldest = "(?:first|earliest|oldest)";
const than =
  "(?:(?<up>higher than|above|over|dearer than|up on|greater than)|(?<down>lower than|below|under|beneath|cheaper than|down on|less than))";
const ofList = String.raw`(?: (?:one|close))? of (?:the |these |those |our |all )?(?:(?:last|latest|listed) )?(?:(?<size>\w+) )?(?:listed )?closes(?: listed| shown| on the list)?`;
const twoEnds = [
  String.raw`\bthe ${newest}${ofList} (?:is|was|stands|lies|sits|comes in|came in) (?:well |far |still |just )?${than} (?:the |that of the )?${oldest}\b`,
  String.raw`\bthe (?<turned>${oldest})${ofList} (?:is|was|stands|lies|sits|comes in|came in) (?:well |far |still |just )?${than} (?:the |that of the )?${newest}\b`,
  String.raw`\bthe (?:list|series|run|row|window) of (?:the )?(?:(?:last|latest|listed|recent) )?(?:\w+ )?closes (?:ends|ended|finishes|closes|stops) (?:well |far |still |just )?${than.replaceAll(" than", "")} (?:than )?(?:where )?(?:it )?(?:beg[ai]n|begins|starts?|started)\b`,
].map((pattern) => new RegExp(pattern, "i"));

/** "The last of the 12 closes is higher than the first of them". */
const lastAgainstFirst = needing(twoEnds, (sentence, index) => {
  const found = closesOf(index);
  const said = twoEnds.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (found === null || said?.groups === undefined) return null;
  const told = (said.groups["size"] ?? "").toLowerCase();
  const length = small.includes(told)
    ? small.indexOf(told) + 2
    : /^\d+$/.test(told)
      ? Number(told)
      : found.closes.length;
  const [from, to] = [found.closes.at(-length)?.value, found.closes.at(-1)?.value];
  if (length < 2 || from === undefined || to === undefined || from === to) return null;
  const isUp = (said.groups["up"] !== undefined) === (said.groups["turned"] === undefined);
  return { start: said.index, end: said.index + said[0].length, holds: to > from === isUp, items: [found.item] };
});

const kind =
  "(?:(?<up>winning|rising|positive|up|upward|gaining|advancing)|(?<down>losing|falling|negative|down|downward|declining))";
const goesOn = new RegExp(
  String.raw`\b(?:(?<on>extend(?:s|ed|ing)|continu(?:es|ed|ing)|prolong(?:s|ed|ing)|adds? to|added to|lengthen(?:s|ed|ing))|(?:end(?:s|ed|ing)|snap(?:s|ped|ping)|br(?:eaks|oke|eaking)|halt(?:s|ed|ing)|interrupt(?:s|ed|ing)|stop(?:s|ped|ping)|put an end to|brought an end to)) (?:an?|its|the|their|that) (?:(?<count>${small.join("|")}|\d{1,2})[- ](?:session|day|close) )?${kind}[- ](?:streak|run|series|string|sequence)(?! of\b)`,
  "i",
);

/** "Extended a losing streak", "snapped a three-session winning streak": of the run that the last close goes on or ends. */
const runMet = needing([goesOn], (sentence, index) => {
  const found = closesOf(index);
  const said = firstIn(goesOn, sentence);
  const days = daysIn(sentence);
  const last = found?.closes.at(-1);
  if (found === null || said?.groups === undefined || last === undefined) return null;
  if (days.some(({ day }) => day !== "last" && !isDay(last.day, day))) return null;
  // "The last two sessions have snapped a winning streak" is of an earlier close.
  if (/\b(?:sessions|days|closes)\b/i.test(sentence.slice(0, said.index))) return null;
  const way = said.groups["up"] === undefined ? -1 : 1;
  const isOn = said.groups["on"] !== undefined;
  const before = found.closes.slice(0, -1);
  const length = (isOn ? runsOf(found.closes, way) : runsOf(before, way)).at(-1) ?? 0;
  const told = (said.groups["count"] ?? "").toLowerCase();
  const size = small.includes(told) ? small.indexOf(told) + 2 : told === "" ? null : Number(told);
  const isThere = isOn
    ? goesOnNow(found.closes, way) && length >= 2
    : goesOnNow(before, way) && goesOnNow(found.closes, way === 1 ? -1 : 1) && length >= 2;
  // How long a run was that fills the list is not known, nor whether the length told is that before the last close.
  const isSize = size === null || isOn || length === size || length >= before.length - 1;
  return { start: said.index, end: said.index + said[0].length, holds: isThere && isSize, items: [found.item] };
});

export const streakReaders: readonly Reader[] = [runMet, lengthOfRun, eachThanBefore, justSoLong, lastAgainstFirst];
