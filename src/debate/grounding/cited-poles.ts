import { ofOthers } from "./cited-moves.ts";
import type { Found, Reader } from "./claim-reader.ts";
import { comparativesIn } from "./comparatives.ts";
import { isDenied, directionsIn, type Way } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { allIn, occurs } from "./pattern-search.ts";
import { poles } from "./pole-lexicon.ts";
import { synonyms } from "./pole-synonyms.ts";
import type { Pole, Words } from "./pole-words.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * What a part of a sentence says of the one measure that it cites, by the words that people use for the two sides of its
 * line: "the bill is paid twice over", "washed out", "owners are nursing their wounds". Read last, where no other reader
 * found a statement. All its words must say the same, and no other measure be named.
 */

interface Word {
  readonly start: number;
  readonly end: number;
  readonly way: Way;
  /** Whether it is a general word for a move, which may be of something else. */
  readonly isMove: boolean;
}

/** "Falls a little short of 3.2 %" gives a value. */
const valued = /^ (?:about |some |roughly |the )?[$€£¥₹]?\d/i;

function wordsOf(clause: string, { up, down, isMove }: Pole, key: string): Word[] {
  const more = synonyms.find(({ keys }) => keys.test(key));
  const lists: (readonly [Words, Way])[] = [
    [up, 1],
    [down, -1],
  ];
  if (more !== undefined) lists.push([more.up, 1], [more.down, -1]);
  const all = lists.flatMap(([words, way]) =>
    allIn(words(), clause)
      .map((found) => ({
        start: found.index,
        end: found.index + found[0].length,
        way,
        isMove: false,
      }))
      .filter(({ start, end }) => !(/^short of$/i.test(clause.slice(start, end)) && occurs(valued, clause.slice(end)))),
  );
  // Of words that overlap the longer one is meant: "less volatile".
  const length = (one: Word): number => one.end - one.start;
  const own = all.filter(
    (one) => !all.some((other) => other.start < one.end && one.start < other.end && length(other) > length(one)),
  );
  if (isMove !== true) return own;
  const apart = (one: Pick<Word, "start" | "end">): boolean =>
    own.every(({ start, end }) => one.end <= start || one.start >= end);
  const moves = directionsIn(clause).filter((one) => apart(one) && !/^growth$/i.test(clause.slice(one.start, one.end)));
  const compared = comparativesIn(clause).filter(
    (one) => apart(one) && moves.every(({ start, end }) => one.end <= start || one.start >= end),
  );
  const general = [...moves, ...compared].map((one) => ({ ...one, isMove: true }));
  return [...own, ...general].toSorted((a, b) => a.start - b.start);
}

/** What is only said by others, or of another time or thing. */
const elsewhere =
  /\b(?:whoever|anyone who (?:says|claims|thinks|argues)|those who (?:say|claim|think|argue)|some (?:say|claim|argue|hold)|nearly|almost|short[- ]sellers?|shorts|(?:the|any|that|['’]s?) (?:idea|claim|notion) that|no (?:news|opinion|view)|peers?|rivals?|sector|competitors?|consensus|to the (?:bulls?|bears?)|guidance|estimates?|analysts?|stop|target|entry|(?:whatever|as|despite what) [\w ]{3,24} (?:says?|claims?|hold|thinks?)|nothing)\b|^\W*(?:(?:despite|notwithstanding|in spite of|unlike|after)\b[^[]*$|which (?:is|was) (?:hardly|no|not)\b)/i;
/** Where what is compared with the measure is no past of its own. */
const against =
  / than (?!(?:a|one|last|its|before|usual|it|they|this|that|what|the (?:year|month|quarter|week|session)|[\d-]+ (?:sessions|days|weeks|months)|twelve|in|at|normal|average|the (?:usual|norm|average|shares?|stock)|not|fully)\b)/i;

const setApart = /\b(?:less|minus|difference|gap|against|versus|vs|over|from|between|spread)\b/i;
/** "0 % off the best" is at it. */
const nothing = /(?<![\d.,])0(?:[.,]0+)? ?(?:%|percent\b|per cent\b)|\bzero (?:percent|distance)\b/i;
/** "Warm, not hot" is a matter of degree. */
const degree = /\b\w+(?:, (?:but )?| but )not (?:yet )?$/i;

function sideOf(value: number | null, { low, high }: Pole): Way | 0 {
  if (value === null) return 0;
  return value >= high ? 1 : value <= low ? -1 : 0;
}

/** The part's words for the one side or the other of the measure's line, where they agree. */
function poleIn(
  clause: string,
  { items }: EvidenceIndex,
  cited: ReadonlySet<string>,
  withMoves: boolean,
): Found | null {
  const all = [...cited].flatMap((id) => items.get(id) ?? []);
  const [item] = all;
  const pole = item === undefined ? undefined : poles.find(({ keys }) => keys.test(item.key));
  if (item === undefined || pole === undefined || occurs(elsewhere, clause) || occurs(nothing, clause)) return null;
  const beside = synonyms.find(({ keys }) => keys.test(item.key))?.beside;
  if (occurs(against, clause) && beside?.test(clause) !== true) return null;
  // Of several that one word speaks of, all lie on one side.
  const sides = new Set(all.map(({ key, value }) => (pole.keys.test(key) ? sideOf(value, pole) : 0)));
  const [side = 0] = sides;
  if (all.length > 1 && occurs(setApart, clause)) return null;
  if (side === 0 || sides.size > 1 || pole.not?.test(clause) === true) return null;
  if (
    mentionsIn(clause).some(
      ({ keys }) => !keys.some((key) => all.some((one) => one.key === key) || pole.named?.test(key) === true),
    )
  )
    return null;
  const words = wordsOf(clause, withMoves ? pole : { ...pole, isMove: false }, item.key);
  const [first] = words;
  if (first === undefined || words.some(({ start }) => degree.test(clause.slice(0, start)))) return null;
  if (words.some(({ isMove }) => isMove) && ofOthers(clause)) return null;
  const meant = new Set(words.map(({ start, way }) => (isDenied(clause, start) ? -way : way)));
  if (meant.size > 1) return null;
  const turned = pole.turned?.test(clause.slice(0, first.start)) === true ? -1 : 1;
  return { start: first.start, end: first.end, holds: side * turned === first.way, items: all };
}

/** Of what a part cites. */
export const citedPole: Reader = (clause, index, cited) => poleIn(clause, index, cited, true);

/** Of what is only printed: words for moves may be of something else, and are held against the figure itself. */
export const printedPole: Reader = (clause, index, cited) => poleIn(clause, index, cited, false);
