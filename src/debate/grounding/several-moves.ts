import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { isDenied, directionsIn, type Way } from "./direction-words.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { returnsNamed } from "./move-claims.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { windowsIn, type Window } from "./windows.ts";

/*
 * What is said of the price over windows that are named one by one: "down over 5 sessions and up over 63", "did better
 * over 21 sessions than over five", "the last five sessions brought a gain", and how large a move was in words.
 */

const isOfReturns = (sentence: string): boolean =>
  mentionsIn(sentence).every(({ keys }) => keys.every((key) => key === "close" || /^(?:return_|relative_)/.test(key)));

const leading =
  /^(?: (?:it|the (?:index|market|benchmark)|its (?:index|benchmark)|\w+ly))*,? (?:over|in|within|across|during|for|on|through)(?: the| its)?(?: last| past| latest| previous)? ?$/i;
const index = "(?:the |its |this )?(?:index|benchmark|market|S&P 500|SPY|sector)";
const relativeWords = new RegExp(
  String.raw`\b(?:(?<up>beat(?:s|en)?|outperform\w*|outrun|outran|led|topped|outpaced)|(?<down>lag(?:s|ged)?|trail(?:s|ed)?|underperform\w*|missed|fell behind|fallen behind)) (?:${index}|it)`,
  "gi",
);
const ofIndex = new RegExp(String.raw`\b${index}\b`, "i");

interface Told {
  readonly start: number;
  readonly end: number;
  readonly way: Way;
}

/** "Has beaten the index over 252 sessions but lagged it over 63": of the strength against it. */
function relativesIn(sentence: string): Told[] {
  return [...sentence.matchAll(relativeWords)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    way: found.groups?.["up"] === undefined ? -1 : 1,
  }));
}

function relativeOver({ names }: Window, evidence: EvidenceIndex): Evidence[] {
  return ["relative_strength_63", "relative_strength_252"].flatMap((key) => {
    const item = itemOf(evidence, key);
    return item !== null && spansIn(item.label).some((span) => names.has(span)) ? [item] : [];
  });
}

/** Each word that points with the one window right behind it. */
const movesByWindow = needing([/\b(?:sessions?|days?|weeks?|months?|quarters?|years?)\b/i], (sentence, evidence) => {
  const windows = windowsIn(sentence).filter(({ of }) => of === null);
  if (windows.length < 2 || !isOfReturns(sentence)) return null;
  const isRelative = occurs(ofIndex, sentence);
  const words = isRelative ? relativesIn(sentence) : directionsIn(sentence);
  const told = words.flatMap((word) => {
    const window = windows.find(({ start }) => start >= word.end);
    if (window === undefined || !leading.test(sentence.slice(word.end, window.start))) return [];
    const [item] = isRelative ? relativeOver(window, evidence) : returnsNamed([window], evidence);
    if (item?.value == null || item.value === 0) return [];
    return [{ word, item, holds: item.value * word.way > 0 !== isDenied(sentence, word.start) }];
  });
  if (told.length < 2 || told.length !== words.length) return null;
  const wrong = told.find(({ holds }) => !holds) ?? told[0];
  if (wrong === undefined) return null;
  // Whoever asks turns round what is denied.
  const { word, holds } = wrong;
  return {
    start: word.start,
    end: word.end,
    holds: holds !== isDenied(sentence, word.start),
    items: told.map(({ item }) => item),
  };
});

const better =
  /\b(?:(?:did|does|fared|fares|performed|has (?:done|fared|performed))(?: \w+)? (?:(better|stronger)|(worse|weaker))|(?:gained|returned|made|lost|fell|rose|dropped|climbed)(?: (?:by|a|much|far|even|\w+ly))* (?:(more)|(less)))\b/i;
const than = / than (?:it (?:did|was|has) )?(?:over|in|within|during|across|for|on)? ?(?:the )?(?:last |past )?$/i;

/** "Did better over 21 sessions than over five": of the two returns. */
const betterOver = needing([better], (sentence, evidence, cited) => {
  const windows = windowsIn(sentence).filter(({ of }) => of === null);
  const [one, other] = windows;
  const found = firstIn(better, sentence);
  if (found === null || one === undefined || other === undefined || windows.length !== 2) return null;
  if (!isOfReturns(sentence) || occurs(ofIndex, sentence)) return null;
  if ([...cited].some((id) => evidence.items.get(id)?.key.startsWith("return_") !== true)) return null;
  if (found.index > other.start || !than.test(sentence.slice(Math.min(one.end, found.index), other.start))) return null;
  const [[left], [right]] = [returnsNamed([one], evidence), returnsNamed([other], evidence)];
  if (left?.value == null || right?.value == null || left.value === right.value || left.id === right.id) return null;
  const sign = /\b(?:lost|fell|dropped)\b/i.test(found[0]) ? -1 : 1;
  const isMore = (found[1] ?? found[3]) !== undefined;
  const holds = (left.value - right.value) * sign > 0 === isMore;
  return { start: found.index, end: found.index + found[0].length, holds, items: [left, right] };
});

const brought =
  /\b(?:brought|brings?|delivered|produced|gave|yielded|meant|saw|showed|shows?|ended (?:with|in)|recorded|posted|made for|handed \w+|left) (?:\w+ )?(?:an? |another )(?:\w+ )?(?:(?<up>gain|profit|rise|advance|increase|plus|climb)|(?<down>loss|decline|fall|drop|decrease|minus|slide))\b/i;

/** "The last five sessions brought a gain, not a loss". */
const stretchBrought = needing([brought], (sentence, evidence, _cited, { windows }) => {
  const found = firstIn(brought, sentence);
  if (found === null || !isOfReturns(sentence) || occurs(ofIndex, sentence)) return null;
  if (/\b(?:news|posts?|revenue|sales|earnings|margins?|volume|tone)\b/i.test(sentence)) return null;
  const [item, another] = returnsNamed(windows, evidence);
  if (item?.value == null || item.value === 0 || another !== undefined) return null;
  const up = found.groups?.["up"];
  const word = up ?? found.groups?.["down"] ?? "";
  const start = found.index + found[0].lastIndexOf(word);
  return { start, end: start + word.length, holds: item.value > 0 === (up !== undefined), items: [item] };
});

const digits =
  /(?<!\b(?:low|lower|mid|middle|high|upper)[- ])\b(single|double|two|triple|three|one)[- ]digits?\b(?:(?: percentage| percent| per cent)? (?:(?<up>gain|rise|advance|return|climb|increase)|(?<down>loss|fall|drop|decline|decrease|slide)))?/i;
const places: Readonly<Record<string, readonly [number, number]>> = {
  single: [0, 10],
  one: [0, 10],
  double: [10, Number.POSITIVE_INFINITY],
  two: [10, 100],
  triple: [100, 1000],
  three: [100, 1000],
};

/** "The 63-session move was in single digits", "a double-digit percentage loss over 63 sessions". */
const digitsOfMove = needing([digits], (sentence, evidence, _cited, { windows }) => {
  const found = firstIn(digits, sentence);
  if (found === null) return null;
  const item = returnsNamed(
    windows.map((one) => ({ ...one, of: null })),
    evidence,
  );
  const [move, another] = item;
  const [low, high] = places[(found[1] ?? "").toLowerCase()] ?? [0, 0];
  if (move?.value == null || another !== undefined || !isOfReturns(sentence)) return null;
  const size = Math.abs(move.value);
  const { up, down } = found.groups ?? {};
  const isSigned = up === undefined ? down === undefined || move.value < 0 : move.value > 0 || /return/i.test(up);
  return {
    start: found.index,
    end: found.index + found[0].length,
    holds: size >= low && size < high && isSigned,
    items: [move],
  };
});

const folds: Readonly<Record<string, number>> = { double: 2, triple: 3, treble: 3, quadruple: 4, halve: 0.5 };
const multiplied =
  /\b(?:did(?: not|n['’]t)?|does(?: not|n['’]t)?|fail(?:s|ed) to|manag(?:es|ed) to)(?: even| quite| ever)? (double|triple|treble|quadruple|halve)\b/i;

/** "Did not double within 63 sessions"; "has doubled" is read as a number. */
const multipliedOver = needing([multiplied], (sentence, evidence, _cited, { windows }) => {
  const found = firstIn(multiplied, sentence);
  const fold = folds[(found?.[1] ?? "").toLowerCase()];
  const [item, another] = returnsNamed(windows, evidence);
  if (found === null || fold === undefined || item?.value == null || another !== undefined) return null;
  if (!isOfReturns(sentence)) return null;
  const times = 1 + item.value / 100;
  const start = found.index + found[0].length - (found[1] ?? "").length;
  return { start, end: found.index + found[0].length, holds: fold < 1 ? times <= fold : times >= fold, items: [item] };
});

export const severalMoves: readonly Reader[] = [
  movesByWindow,
  betterOver,
  stretchBrought,
  digitsOfMove,
  multipliedOver,
];
