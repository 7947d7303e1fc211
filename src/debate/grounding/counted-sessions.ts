import { closesOf, type Close } from "./closes.ts";
import { counts, words } from "./counts-of-time.ts";
import { directionsIn } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { subjectsIn } from "./moved-subjects.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * How many of the latest sessions went which way: "closed higher in 7 of the last 11 sessions", "out of the last eight
 * sessions, two ended lower than the day before", "the last six closes show two steps up". What points may stand before or
 * behind the count.
 */

const bound =
  "(?:(?<least>at least|no (?:fewer|less) than) |(?<most>at most|no more than) |(?:only|just|exactly|fully) )?";
const toldMany = `${bound}(?<told>${counts}|once|twice|zero|none|not one|not a single one|most|(?:a|the) (?:clear )?(?:majority|minority)|fewer than half|less than half|more than half)`;
const latest =
  "(?:the |its |these |our )?(?:last|latest|past|previous|final|most recent|recent)(?= (?:\\d|[a-z]+ (?!of\\b)))";
const each = "(?<told>each|all|both|every one|every single one)";
const size = String.raw`(?<of>${counts})`;
const session = "(?:(?:trading|listed|daily|session-to-session|day-to-day) )?(?:sessions|days|moves|changes|steps)";
const shares = [
  String.raw`\b${toldMany}(?: \w+)? (?:out )?of ${latest} ${size} ${session}\b`,
  String.raw`\b(?:out )?of ${latest} ${size} ${session},? ${toldMany}\b(?! (?:%|percent|of)\b)`,
  String.raw`\b${toldMany}(?: times| occasions| (?:gain|loss|rise|fall|drop|advance|decline)(?:s|es)?| (?:up|down|rising|falling|winning|losing|gaining|positive|negative) (?:days|sessions|closes)| (?:higher|lower) closes)? (?:in|over|during|within|among) ${latest} ${size} ${session}\b`,
  String.raw`\b${latest} ${size} ${session} (?:have |has )?(?:brought|saw|seen|held|had|hold|show|contain|include|count|gave|give|produced|delivered) ${toldMany}\b`,
  String.raw`\b${latest} ${size} ${session} (?:have |has )?(?:brought|saw|seen|held|had|show|gave|produced|delivered) [^.;:,]{3,32}? ${bound}(?<told>once|twice|(?:${counts})(?= times))\b`,
  String.raw`\b${toldMany}(?: \w+)? (?:out )?of (?:the |its )?${size} (?:most recent|latest|last) ${session}\b`,
  String.raw`\b(?:among|in|over|of|within|during) ${latest} ${size} ${session},? (?:there (?:were|was|have been|are)|(?:we|I) (?:count|see|find)) ${toldMany}\b`,
  String.raw`\b(?:among|in|over|of|within|during) ${latest} ${size} ${session},? ${toldMany} (?:closes|sessions|days)\b`,
  String.raw`\b(?:among|in|over|of|within|during|across) ${latest} ${size} ${session},? ${toldMany}(?= (?:of them )?(?:were|was|rose|fell|saw|brought|went|had|lost|took|gave|came|[a-z]+ed)\b)`,
  String.raw`\b(?:out )?of ${latest} ${size} ${session}, [^.;:,]{3,48}? (?:on|in) ${toldMany}(?: of them)?(?=[.,;]| \[|$)`,
  String.raw`\b(?:among|in|over|of|within|during) ${latest} ${size} ${session},? [^.;:,]{3,48}? ${bound}(?<told>once|twice|(?:${counts})(?= times))\b`,
  String.raw`\b${toldMany} (?:out )?of (?:the |all )?${size} ${session} (?:between|among|in|across|from|over|of|within) ${latest} (?:${counts}) closes\b`,
  String.raw`\b(?:out )?of (?:the |all )?${size} ${session} (?:between|among|in|across|from|over|of|within) ${latest} (?:${counts}) closes,? ${toldMany}\b`,
  String.raw`\b${latest} (?:${counts}) closes,? (?:we (?:count|see|find) |there (?:are|were) )?${toldMany} (?:out )?of (?:the |all )?${size} ${session}\b`,
  String.raw`\b${latest} (?:${counts}) closes,? of (?:which|the) ${size} ${session},? ${toldMany}\b`,
  String.raw`(?<!\bof )\b(?:the |its )?(?:last|latest|past|previous|final|most recent) ${size} ${session} (?:have |has )?${each}(?= (?:brought|saw|gave|were|was|ended|closed|finished|had|delivered|produced|meant|cost|added|been|took|went|[a-z]+ed)\b)`,
].map((pattern) => new RegExp(pattern, "i"));
const sharesOfCloses = [
  String.raw`\b(?:out )?of ${latest} ${size} closes,? ${toldMany}\b`,
  String.raw`\b${latest} ${size} closes,? ${toldMany} (?:moves )?(?:are|were|is|was)\b`,
  String.raw`\b${latest} ${size} closes (?:hold|show|have|had|contain|include|brought|saw|bring) ${toldMany}\b`,
  String.raw`\b(?<!\bof (?:the |all )?)${toldMany} (?:[a-z]+ )?(?:moves|steps|changes) (?:between|among|in|across|over|within|from) ${latest} ${size} closes\b`,
  String.raw`\b(?:between|among|in|across|over|within|from) ${latest} ${size} closes,? (?:there (?:are|were) |we (?:count|see|find) )?${toldMany} (?:[a-z]+ )?(?:moves|steps|changes)\b`,
].map((pattern) => new RegExp(pattern, "i"));
/** What a clause that counts sessions begins with. */
export const countingSessions: readonly RegExp[] = [...shares, ...sharesOfCloses];

const times: ReadonlyMap<string, number> = new Map([
  ["once", 1],
  ["twice", 2],
  ...["zero", "none", "not one", "not a single one"].map((none) => [none, 0] as const),
]);
const sizeOf = (printed = ""): number => {
  const told = printed.toLowerCase();
  return times.get(told) ?? words.get(told) ?? Number(printed);
};

const goodDay =
  /\b(?:(positive|green|winning|winners?|plus|gainers?|(?<=\b(?:steps?|moves?|closed|finished|ended|closing|were|was|are|went|being|pointed|to the) )up|above(?= (?:that of )?the (?:day|session|one|close|previous|prior)))|below(?= (?:that of )?the (?:day|session|one|close|previous|prior))|negative|red|losing|losers?|minus|(?<=\b(?:steps?|moves?|closed|finished|ended|closing|were|was|are|went|being|pointed|to the) )down)(?![\w-])/i;
/** "Fell on", "ended lower than the day before in": between what points and the count. */
const upTo =
  /^(?: ground)?(?: (?:came|were seen|were made|were had|occurred|happened|showed up))?(?: (?:than (?:on )?the (?:day|session|close|one) before|again|from one close to the next))?,? (?:(?:in|on|during|for|over) )?(?:only |just |exactly |fully |all )?$/i;
const otherThan =
  /^ than (?!(?:on |in |at )?(?:the |that of the )?(?:day|session|close|one|previous|prior|preceding)\b)/i;

interface Word {
  readonly start: number;
  readonly end: number;
  readonly isUp: boolean;
}

function wordsOf(text: string): Word[] {
  const pointing = directionsIn(text).map(({ start, end, way }) => ({ start, end, isUp: way === 1 }));
  const kind = firstIn(goodDay, text);
  return kind === null || pointing.some(({ start, end }) => start <= kind.index && end > kind.index)
    ? pointing
    : [...pointing, { start: kind.index, end: kind.index + kind[0].length, isUp: kind[1] !== undefined }].toSorted(
        (a, b) => a.start - b.start,
      );
}

/** The word that says which way: right before the count, else the first behind it. */
function wayOf(sentence: string, start: number, end: number): Word | null {
  const from = Math.max(0, ...[";", ":"].map((stop) => sentence.lastIndexOf(stop, start) + 1));
  const lead = sentence.slice(from, start);
  const before = wordsOf(lead).at(-1);
  if (before !== undefined && occurs(upTo, lead.slice(before.end)))
    return { ...before, start: before.start + from, end: before.end + from };
  const [inside, another] = wordsOf(sentence.slice(start, end));
  if (inside !== undefined && another === undefined)
    return { ...inside, start: inside.start + start, end: inside.end + start };
  const ahead = (/^(?:[^.;:]|\.(?=\d)){0,72}/.exec(sentence.slice(end)) ?? [""])[0];
  const [behind] = wordsOf(ahead);
  if (behind === undefined || occurs(otherThan, ahead.slice(behind.end))) return null;
  return { ...behind, start: behind.start + end, end: behind.end + end };
}

const other = new RegExp(
  String.raw`^,? (?:and|against|to) (?<told>${counts}) (?:(?:steps|moves|sessions|days|were|was|closed|ended|of them) )*(?:(?<up>up|higher|gains?|rises?)|(?:down|lower|loss(?:es)?|falls?))\b`,
  "i",
);

const thanEach =
  /^[^.;:\d]{0,48}? (?:than|above|below|over|under) (?:on )?(?:the |that of the |its )?(?:close|one|day|session|previous|prior|preceding|predecessor)\b/i;

/** What other readers found in words that count sessions: "higher" of "two of them closed higher" is of no one session. */
export function outsideCount<T extends { readonly offset: number; readonly text: string }>(
  claims: readonly T[],
  { start, text }: { readonly start: number; readonly text: string },
  index: EvidenceIndex,
): readonly T[] {
  if (claims.length < 2 || !countingSessions.some((pattern) => occurs(pattern, text))) return claims;
  const list = closesOf(index);
  const told = list === null ? null : movesTold(text, list.closes);
  if (told === null) return claims;
  const [from, to] = [start + told.start, start + told.end];
  const isCount = ({ offset, text: said }: T): boolean => offset === from && said.length === to - from;
  return claims.some(isCount)
    ? claims.filter((one) => isCount(one) || one.offset + one.text.length <= from || one.offset >= to)
    : claims;
}

export interface MovesTold {
  readonly start: number;
  readonly end: number;
  readonly holds: boolean;
}

/** How many of the latest moves of the list are said to have gone one way, and whether as many did; `null`: nothing. */
export function movesTold(sentence: string, closes: readonly Close[]): MovesTold | null {
  const ofMoves = shares.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  const found =
    ofMoves ?? sharesOfCloses.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (found === null) return null;
  const [from, to] = [found.index, found.index + found[0].length];
  const way = wayOf(sentence, from, to);
  // "Of the last 7 closes, 6 came in higher than the close before": each is held against another.
  const isEach = occurs(thanEach, sentence.slice(to));
  const listed = sizeOf(found.groups?.["of"]);
  // The first on the list has none before it there.
  const moves = ofMoves !== null ? listed : isEach ? Math.min(listed, closes.length - 1) : listed - 1;
  if (way === null || !(moves >= 2) || moves > closes.length - 1) return null;
  const [start, end] = [Math.min(from, way.start), Math.max(to, way.end)];
  const part = sentence.slice(start, end);
  // "Volume rose in 3 of them", "moved by more than 2 %", "did not rise in": of something else.
  const isOther =
    subjectsIn(sentence.slice(0, end)).length > 0 ||
    mentionsIn(sentence.slice(0, end)).some(({ keys }) => !keys.every((key) => key === "close")) ||
    /%|\bper ?cent\b|\b(?:not(?! (?:one|a single)\b)|never|benchmark|volume|turnover|tone)\b|n['’]t\b/i.test(part);
  if (isOther || /\b(?:benchmark|volume|turnover|tone|news|posts)\b/i.test(sentence.slice(0, start))) return null;
  const last = closes.slice(-moves - 1);
  const changes = last.slice(1).map(({ value }, at) => value - (last[at]?.value ?? value));
  const countOf = (isUp: boolean): number => changes.filter((change) => (isUp ? change > 0 : change < 0)).length;
  const count = countOf(way.isUp);
  // "Two steps up and 9 steps down".
  const beside = firstIn(other, sentence.slice(end));
  const isBeside = beside === null || countOf(beside.groups?.["up"] !== undefined) === sizeOf(beside.groups?.["told"]);
  const toldCount = found.groups?.["told"] ?? "";
  const said = /^(?:each|all|both|every)/i.test(toldCount) ? moves : sizeOf(toldCount);
  const holds =
    found.groups?.["least"] !== undefined
      ? count >= said
      : found.groups?.["most"] !== undefined
        ? count <= said
        : /\b(?:most|majority|more than half)$/i.test(toldCount)
          ? count * 2 > moves
          : /\b(?:minority|than half)$/i.test(toldCount)
            ? count * 2 < moves
            : count === said;
  return { start, end: end + (beside?.[0].length ?? 0), holds: holds && isBeside };
}
