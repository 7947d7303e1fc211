import { closesOf } from "./closes.ts";
import { directionsIn, isDenied, isSupposed } from "./direction-words.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import { onEvidence } from "./found-evidence.ts";
import type { Grounds } from "./grounds.ts";
import { returnsNamed } from "./move-claims.ts";
import { isOfAnother, isOfPrice, priced, subjectsIn } from "./moved-subjects.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isProperName } from "./proper-names.ts";
import { mentionsIn } from "./subjects.ts";
import { isRound } from "./round-lines.ts";
import { fits } from "./support.ts";

/*
 * How far the words say that the price moved: over a window that has a return, or since a close that is printed. Another
 * figure is wrong there, whatever else of the evidence it is.
 */

const unsupported: Judgement = { verdict: "unsupported", evidence: [], cited: false, basis: null };

const verbBefore =
  /^(?: by| of| some| about| around| another| a further| nearly| almost| roughly| just| only| close to| more than| less than| over| under| up to| at least| well| a (?:little|shade|touch|bit)| \w+ly)* ?[+−–-]?$/i;
const gone =
  /^ of (?:its|the|their) (?:price |market )?(?:value|price|worth) (?:has |have |had |is |was )?(?:been )?(?:gone|lost|vanished|evaporated|wiped|erased|disappeared|shed)\b/i;
/** "Twenty-one sessions have earned 2.22 %": the window is the subject. */
const brought =
  /^\W*(?:the (?:last |past |latest )?)?(?:[\w-]+ (?:sessions|days|weeks|months)|week|month|quarter|year)(?: or so| and more)?,?(?: [\w-]+ sessions,)? (?:has |have )?(?:earned|brought|returned|yielded|delivered|made|produced|given|left|added|gained)(?: (?:a gain of|only|just|about|some|us|holders))* ?[+−–-]?$/i;

/** What makes it a distance from something, or the move of something else. */
const against =
  /^ ?(?:more|less|better|worse|points|percentage|above|below|under|over (?:the|its) (?!last|past|previous|course)|from|off|against|versus|relative|ahead|behind|than|a (?:year|month|week|day)|of (?!its|the|their))/i;

/** "In a single session it shed nineteen percent" of one that lost nine. */
function overWindow(spot: Spot, grounds: Grounds): Judgement | null {
  const { index } = grounds;
  const { number, text, clause, sentence, windows, qualifier, ids, numbers } = spot;
  if (number.unit !== "%" || windows.length === 0 || spot.days.length > 0) return null;
  // "Rose by more than a tenth" holds it against a line.
  if (qualifier.bound !== null && isRound(number)) return null;
  const written = text.slice(clause.start, clause.end);
  const at = number.offset - clause.start;
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  const word = directionsIn(written).find(({ end }) => end <= at && occurs(verbBefore, written.slice(end, at)));
  const isGone = occurs(gone, ahead) || occurs(brought, text.slice(sentence.start, number.offset));
  if ((word === undefined && !isGone) || (!isGone && occurs(against, ahead))) return null;
  const whole = text.slice(sentence.start, sentence.end);
  if (numbers.filter(({ unit }) => unit === "%").length > 1 || occurs(others, whole)) return null;
  if (subjectsIn(whole).length > 0 || mentionsIn(whole).some(({ keys }) => !keys.every(isOfPrice))) return null;
  if (word !== undefined) {
    // What a pronoun stands for may be told by the sentence before.
    const subject = written.slice(0, word.start).replace(/\b(?:it|they)\b/gi, "");
    if (isOfAnother(written, word) || !(occurs(priced, subject) || isProperName(subject))) return null;
  }
  if (isSupposed(whole) || isDenied(text, number.offset) || (word !== undefined && isDenied(written, word.start)))
    return null;
  const [item, another] = returnsNamed(windows, index);
  if (item?.value == null || another !== undefined || (ids.size > 0 && !ids.has(item.id))) return null;
  const own = (index.ofId.get(item.id) ?? []).filter((entry) => fits(number, entry, qualifier));
  if (own.length > 0) return onEvidence(spot, own, ids.has(item.id), grounds);
  const ofDays = item.key === "return_1d" ? movesOfDays(index) : [];
  return ofDays.some((entry) => fits({ ...number, sign: null }, entry, qualifier)) ? null : unsupported;
}

const others =
  /\b(?:volatility|drawdown|index|benchmark|market|S&P 500|(?<!\b(?:more|less) )than|twice|half as|each|every|average|annuali[sz]ed|target|stop|entry|decision|call|hold|buy|sell|overweight|underweight|after|follow(?:s|ed|ing)|then|highest|lowest|high|low|peak|trough|top|bottom)\b/i;

/** The moves of the days on the list: "in one session" may be of any. */
function movesOfDays(index: EvidenceIndex): Entry[] {
  const list = closesOf(index);
  if (list === null) return [];
  return list.closes.slice(1).map(({ value }, at) => ({
    id: list.item.id,
    key: list.item.key,
    value: (value / (list.closes[at]?.value ?? value) - 1) * 100,
    kind: "percent",
    currency: null,
  }));
}

const sinceClose =
  /^(?: [A-Z]{3}| dollars?| points?)?,? (?:since|from|off|above|up on|down on|below) (?:the |its |that )?[$€£₹]?(\d[\d,]*\.\d+) (?:close|low|high|level|print|settlement|finish)\b(?! to\b)/i;

/** "Worth about twelve dollars since the 284.74 close": of the last close against that one. */
function sincePrinted(spot: Spot, index: EvidenceIndex): Judgement | null {
  const { number, text, sentence, days, qualifier } = spot;
  const list = closesOf(index);
  const now = index.byKey.get("close")?.[0];
  const found = firstIn(sinceClose, text.slice(number.offset + number.text.length, sentence.end));
  if (list === null || now?.value == null || found === null || days.length > 0) return null;
  if (number.unit === "x" || number.unit === "fold") return null;
  const then = Number((found[1] ?? "").replaceAll(",", ""));
  if (!list.closes.some(({ value }) => value === then)) return null;
  const isShare = number.unit === "%";
  const value = Math.abs(isShare ? (now.value / then - 1) * 100 : now.value - then);
  const entry: Entry = { id: now.id, key: now.key, value, kind: isShare ? "percent" : "bare", currency: null };
  const size = { ...number, sign: null, unit: isShare ? number.unit : null };
  if (!fits(size, entry, qualifier)) return unsupported;
  return { verdict: "computation", evidence: [now.id, list.item.id], cited: false, basis: `${now.id} - ${then}` };
}

/** Whether a move is told that the evidence has otherwise, or worked out of a printed close; `null` where none is told. */
export function ofToldMove(spot: Spot, grounds: Grounds): Judgement | null {
  return sincePrinted(spot, grounds.index) ?? overWindow(spot, grounds);
}
