import type { Evidence } from "#src/contract/evidence.ts";
import { axes, type Axis } from "./axes.ts";
import { closeLed, isPassive } from "./cited-pairs.ts";
import type { Found, Reader } from "./claim-reader.ts";
import { isDenied, isSupposed } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";
import type { Words } from "./pole-words.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * What a sentence that cites two measures of one family says of their order, wherever the word stands: "the month has been
 * choppier than the quarter: 17 % [M25] against 26 % [M26]", "against the mean of 31.79 [M7], the price of 34.65 [M1] is
 * weaker". Read last, of sentences in which nobody else read how the two compare. All words must say the same.
 */

interface Word {
  readonly start: number;
  readonly end: number;
  /** Whether what it speaks of is more. */
  readonly way: 1 | -1;
  /** Whether it tells a change, which is of what is recent. */
  readonly isChange: boolean;
}

interface Cited {
  readonly item: Evidence;
  readonly value: number;
  readonly at: number;
}

const id = /[A-Z]\d{1,4}(?!\w)/g;

/** The two that a sentence cites, in their order; nothing where it cites one, or more. */
function twoIn(sentence: string, { items }: EvidenceIndex): readonly [Cited, Cited] | null {
  const places = new Map<string, number>();
  for (const group of sentence.matchAll(/[[(][^\])]*[\])]/g))
    for (const found of group[0].matchAll(id))
      if (!places.has(found[0])) places.set(found[0], group.index + found.index);
  const [a, b, more] = [...places].flatMap(([name, at]): Cited[] => {
    const item = items.get(name);
    return item?.value == null ? [] : [{ item, value: item.value, at }];
  });
  return a === undefined || b === undefined || more !== undefined ? null : [a, b];
}

function wordsIn(sentence: string, { more, less, changed }: Axis): Word[] {
  const read = (words: Words | undefined, way: 1 | -1, isChange: boolean): Word[] =>
    words === undefined
      ? []
      : allIn(words(), sentence).map((found) => ({
          start: found.index,
          end: found.index + found[0].length,
          way,
          isChange,
        }));
  const all = [
    ...read(more, 1, false),
    ...read(less, -1, false),
    ...read(changed?.more, 1, true),
    ...read(changed?.less, -1, true),
  ];
  // Of words that overlap the longer one is meant: "less volatile".
  return (
    all
      .filter(({ start, end }) => !(bare.test(sentence.slice(start, end)) && ofBand.test(sentence.slice(end))))
      .filter(
        ({ end }) =>
          !occurs(amount, sentence.slice(end, end + 24)) && !/^ (?:it|itself|them)\b/i.test(sentence.slice(end)),
      )
      // "5.87 % lower" is a change of its own.
      .filter(
        ({ start, end }) =>
          !/\d ?(?:%|percent|per cent) (?:\w+ )?$/i.test(sentence.slice(Math.max(0, start - 24), start)) ||
          /^ than\b/i.test(sentence.slice(end)) ||
          !/^ (?:over|in|on|within|for|across|since)\b/i.test(sentence.slice(end)),
      )
      .filter((one) => !all.some((other) => overlaps(one, other) && other.end - other.start > one.end - one.start))
      .toSorted((a, b) => a.start - b.start)
  );
}

/** "The lower band" is a name. */
const bare = /^(?:lower|higher)$/i;
const ofBand = /^ (?:bollinger )?(?:bands?|half|end|bound)\b/i;

/** "Under 20 % of the cash" tells a share. */
const amount = /^ (?:about |some |roughly )?\d[\d.,]* ?(?:%|percent|per cent|times|x\b)(?! ?\[)/i;

function overlaps(a: Word, b: Word): boolean {
  return a !== b && a.start < b.end && b.start < a.end;
}

const against =
  /^\W*(?:as )?(?:against|compared (?:with|to)|versus|vs\.?|relative to|next to|set against|beside|measured against|in comparison (?:with|to)|unlike|in contrast to|contrasted with|where)\b/i;
const hedged =
  /\b(?:nearly|almost|hardly|barely|scarcely|close to|about as|roughly as|as \w+ as|neither|either|both|equal\w*|same|similar\w*|about the|little changed|unchanged)\b/i;
const falling =
  /\b(?:fall|falls|falling|fell|declin\w+|shrink\w*|shrank|shrunk|contract\w+|drop\w*|slid\w*|slump\w*|decreas\w+|lost|losing|retreat\w*|erosion|rot|bleed\w*|damage|pain|slump)\b/i;

const placing =
  /^(?:above|below|under|beneath|underneath|over|past|beyond|behind|ahead of|\w+ of|more than|less than|exceed|top|surpass|trail)/i;

/** Which of the two a comparison speaks of: 0 for the first cited. */
function subjectOf(word: Word, sentence: string, [a, b]: readonly [Cited, Cited], { recent }: Axis): 0 | 1 | null {
  if (word.isChange && recent !== undefined) return recent.test(a.item.key) ? 0 : recent.test(b.item.key) ? 1 : null;
  const isTurned = occurs(against, sentence) && a.at < word.start && word.end < sentence.length;
  if (isTurned) return b.at > word.start || sentence.slice(a.at, word.start).includes(",") ? 1 : null;
  const telling = mentionsIn(sentence).filter(({ keys }) => keys.includes(a.item.key) !== keys.includes(b.item.key));
  // "The price is 28 % below the 20-session high [M1][M33]": only the names tell.
  if (b.at - a.at < 9) {
    const [before, behind] = [
      telling.findLast(({ end }) => end <= word.start),
      telling.find(({ start }) => start >= word.end),
    ];
    if (before !== undefined) return before.keys.includes(a.item.key) ? 0 : 1;
    return behind === undefined ? null : behind.keys.includes(a.item.key) ? 1 : 0;
  }
  // "Still under the high of 580.57 [M33], at 531.41 [M1]" names first what the other is set against.
  if (word.end < a.at) {
    const gap = sentence.slice(word.end, a.at);
    const object = telling.find(({ start }) => start >= word.end && start < a.at);
    const isPlace = occurs(placing, sentence.slice(word.start, word.end));
    if (isPlace && !/[,:;(—–]/.test(gap)) return 1;
    if (
      object !== undefined &&
      (isPlace ? /^ (?:the |its |their )?$/ : /^ than (?:the |its |their )?$/).test(
        gap.slice(0, object.start - word.end),
      )
    )
      return object.keys.includes(a.item.key) ? 1 : 0;
  }
  const named = telling.filter(({ end }) => end <= word.start);
  const last = named.at(-1);
  if (word.start < a.at || word.start < b.at) {
    if (word.start < a.at && last !== undefined && named.length === 1) return last.keys.includes(a.item.key) ? 0 : 1;
    return 0;
  }
  return null;
}

/** "Not halved since its high, 1,440 [M30] to 677 [M1]". */
const notHalved = /\b(?:not|n['’]t|never|yet to)(?: (?:even|yet|quite|been))*\s+(?:been )?(?:halved?|lost half)\b/i;

const inBands =
  /\b(?:(inside|within|back in)|(outside|out of|beyond|through)) (?:of )?(?:its |the |his )?(?:(?:upper|lower|top|bottom) (?:of (?:its |the ))?)?(?:bollinger[- ])?bands\b/i;
const record =
  /\b(?:at|set|sets|made|makes|makes for|hit|hits|reached|marks?|is) (?:a |an |its )?(?:(?:new|fresh|one-year|52-week|252-session|yearly|record) ){1,2}(?:closing )?(high|peak|record|low|trough)\b/i;

/** "Back inside its bands, 221.87 [M1] to 222.52 [M9]", "at a new high: 221.87 [M1] against 260.10 [M36]". */
function bandOrRecord(sentence: string, two: readonly [Cited, Cited]): Found | null {
  const close = two.find(({ item }) => item.key === "close");
  const line = two.find(({ item }) => /^(?:bollinger_(?:upper|lower)|high_252|low_252)$/.test(item.key));
  if (close === undefined || line === undefined) return null;
  const items = two.map(({ item }) => item);
  const found = (line.item.key.startsWith("bollinger") ? inBands : record).exec(sentence);
  if (found === null) return null;
  const place = { start: found.index, end: found.index + found[0].length, items };
  if (line.item.key.startsWith("bollinger")) {
    const isInside = line.item.key.endsWith("upper") ? close.value <= line.value : close.value >= line.value;
    return { ...place, holds: isInside === (found[1] !== undefined) };
  }
  const isHigh = /high|peak|record/i.test(found[1] ?? "");
  if (isHigh !== (line.item.key === "high_252")) return null;
  return { ...place, holds: isHigh ? close.value >= line.value * 0.9999 : close.value <= line.value * 1.0001 };
}

const fate =
  /\b(?:(broken|breached|pierced|violated|undercut|taken out|cleared|surpassed|overcome|given way|giv(?:es|ing) way|gave way|snapped|conceded)|(held|holds|holding|respected|defended|intact|survived|survives|unbroken|unbreached|stood firm|stands firm))\b(?! (?:[$€£]?\d|about|some|above|below|out|through|back|up|down|steady|by))/i;

/** "The lower band, 222.52 [M9], has been broken at 221.87 [M1]". */
function fateOf(sentence: string, two: readonly [Cited, Cited]): Found | null {
  const close = two.find(({ item }) => item.key === "close");
  const line = two.find(({ item }) => /^(?:support_20|low_252|resistance_20|high_252|bollinger_\w+er)$/.test(item.key));
  const found = firstIn(fate, sentence);
  if (close === undefined || line === undefined || found === null) return null;
  const isFloor = /^(?:support_20|low_252|bollinger_lower)$/.test(line.item.key);
  const isBroken = isFloor ? close.value < line.value : close.value > line.value;
  const holds = isBroken === (found[1] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: two.map(({ item }) => item) };
}

/** "The close is above its 50-session mean [M3] and above its 200-session mean [M5]": of both; `undefined` where it is no such. */
function closeBesideBoth(
  sentence: string,
  [a, b]: readonly [Cited, Cited],
  index: EvidenceIndex,
): Found | null | undefined {
  const found = closeLed.exec(sentence);
  const close = index.byKey.get("close")?.[0];
  if (found === null || close?.value == null || !lines.has(a.item.key) || !lines.has(b.item.key)) return undefined;
  const other = found[1] === undefined ? /\b(?:above|over)\b/i : /\b(?:below|under|beneath)\b/i;
  if (other.test(sentence.slice(found.index + found[0].length)) || !/\band\b/.test(sentence)) return null;
  const isAbove = found[1] !== undefined;
  const { value } = close;
  const holds = [a, b].every((one) => value > one.value === isAbove);
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].lastIndexOf(word);
  return { start, end: start + word.length, holds, items: [close, a.item, b.item] };
}

const lines: ReadonlySet<string> = new Set("sma_20 sma_50 sma_200 ema_10 ema_20 vwma_20".split(" "));

/** How a sentence sets the two that it cites against one another. */
export const citedTwo: Reader = (sentence, index) => {
  const two = twoIn(sentence, index);
  if (two === null || isSupposed(sentence)) return null;
  const [a, b] = two;
  const items = [a.item, b.item];
  const halved = firstIn(notHalved, sentence);
  if (halved !== null && a.item.unit === b.item.unit && a.value > 0 && b.value > 0) {
    const ratio = Math.min(a.value, b.value) / Math.max(a.value, b.value);
    return { start: halved.index, end: halved.index + halved[0].length, holds: ratio > 0.5, items };
  }
  const beside = closeBesideBoth(sentence, two, index);
  if (beside !== undefined) return beside;
  const placed = bandOrRecord(sentence, two) ?? fateOf(sentence, two);
  if (placed !== null) return placed;
  const axis = axes.find(({ keys }) => keys.test(a.item.key) && keys.test(b.item.key));
  if (axis === undefined || axis.not?.test(sentence) === true || occurs(hedged, sentence)) return null;
  return orderOf(sentence, two, axis);
};

function orderOf(sentence: string, two: readonly [Cited, Cited], axis: Axis): Found | null {
  const words = wordsIn(sentence, axis);
  const [first] = words;
  // "Beneath support at 79.69 the next floor is the low" places what follows.
  if (first === undefined || first.start < 2) return null;
  const size = (value: number): number => (axis.bySize === true ? Math.abs(value) : value);
  const isGrowth = axis.keys.test("revenue_growth_q");
  const meant = words.map((word) => {
    const subject = subjectOf(word, sentence, two, axis);
    if (subject === null) return null;
    // "Falling faster" is a lower growth, and "the decline has eased" a higher one.
    const isOfFall =
      isGrowth &&
      occurs(
        falling,
        `${sentence.slice(Math.max(0, word.start - 32), word.start)} ${sentence.slice(word.end, word.end + 16)}`,
      ) &&
      !/^(?:worse|deterior|relief|better|improv|below|above|higher|lower)/i.test(sentence.slice(word.start, word.end));
    const way =
      word.way *
      (isPassive(sentence, word.start, word.end) ? -1 : 1) *
      (isOfFall ? -1 : 1) *
      (isDenied(sentence, word.start) ? -1 : 1);
    return subject === 0 ? way : -way;
  });
  const [way] = meant;
  if (way === null || way === undefined || meant.some((one) => one !== way)) return null;
  const [a, b] = two;
  const apart = size(a.value) - size(b.value);
  const denied = isDenied(sentence, first.start);
  // What is equal is neither more nor less, and who denies that it is more is right.
  const holds = apart === 0 ? denied : apart * way > 0;
  return { start: first.start, end: first.end, holds: denied ? !holds : holds, items: [a.item, b.item] };
}
