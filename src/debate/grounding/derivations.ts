import type { Evidence } from "#src/contract/evidence.ts";
import { askedFor } from "./asked-for.ts";
import { isCitedBeside, isCitedOfAnother } from "./cited-beside.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { gapFor, wayAround } from "./gaps.ts";
import type { Grounds } from "./grounds.ts";
import { namedIn } from "./measure-pairs.ts";
import { wordsAround, type Judgement, type Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import { proposalFor } from "./proposals.ts";
import { derivedFrom, type Derived } from "./combinations.ts";
import { isTurnedRound } from "./quotient-order.ts";
import { rangeAsOne } from "./ranges.ts";
import { measureBefore } from "./subjects.ts";
import { restsOn } from "./support.ts";
import { workedOut } from "./worked-out.ts";
import { isVulgar } from "./vulgar-fractions.ts";

/* Whether a number is a result: of a declared computation, of what is cited or named, or of what the sentence works out. */

function numbersIn(expression: string): number[] {
  return [...expression.matchAll(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g)].map(([digits]) => Number(digits));
}

/** A distance in average true ranges. */
export function inRanges(spot: Spot, grounds: Grounds, bound: boolean): Judgement {
  const { number, qualifier } = spot;
  const words = grounds.language === undefined ? wordsAround(spot, grounds.index) : null;
  const found = computed(spot, grounds, bound) ?? derivedHere(spot, grounds);
  if (found !== null) return found;
  // "Two average true ranges under the close: 36.08": what a declared computation counts them with.
  const counted = grounds.computed.find(
    ({ expression, ids }) =>
      ids.some((id) => grounds.index.items.get(id)?.key.startsWith("atr_") === true) &&
      numbersIn(expression).includes(number.value),
  );
  if (counted !== undefined)
    return { verdict: "computation", evidence: [...counted.ids], cited: false, basis: counted.expression };
  // "One average true range is 1.3 % of the close" names the measure.
  const range = grounds.index.byKey.get("atr_14")?.[0];
  if (number.value === 1 && range !== undefined)
    return { verdict: "evidence", evidence: [range.id], cited: false, basis: null };
  const { all, currencies } = grounds.proposals;
  const told = all.filter(({ role }) => role === "ranges");
  const proposal = proposalFor(
    number,
    { all: told.length > 0 ? all.filter(({ role }) => role !== "gap") : all, currencies },
    words,
    qualifier,
  );
  return proposal === null
    ? { verdict: "unsupported", evidence: [], cited: false, basis: null }
    : { verdict: "proposal", evidence: [], cited: false, basis: proposal };
}

/** What the sentence works out itself. */
export function derivedHere(spot: Spot, { index, language, proposals }: Grounds): Judgement | null {
  const derived = language === undefined ? workedOut(spot, index, proposals) : null;
  return derived === null || isTurned(spot, derived, index) || isCitedBeside(spot, derived.ids)
    ? null
    : {
        verdict: "computation",
        evidence: [...derived.ids],
        cited: false,
        basis: derived.expression,
        from: derived.from ?? [],
      };
}

/** Whether a quotient is told the other way round. */
function isTurned(spot: Spot, { expression, ids }: Derived, index: EvidenceIndex): boolean {
  return /^[A-Z]\d+ \/ [A-Z]\d+$/.test(expression) && isTurnedRound(spot, ids, index);
}

/** A declared computation, or one that the words ask for over what is cited or named. */
export function computed(spot: Spot, grounds: Grounds, bound: boolean): Judgement | null {
  const found = computedOf(spot, grounds, bound);
  const range = found === null && grounds.language === undefined ? rangeAsOne(spot) : null;
  return range === null ? found : computedOf({ ...spot, number: range }, grounds, bound);
}

function computedOf(spot: Spot, { computed: all, index }: Grounds, bound: boolean): Judgement | null {
  const { number, ids, qualifier, text, sentence, numbers, windows, days } = spot;
  const declared = all.find(
    (one) => restsOn(number, one.value, one.quantity, qualifier) && (!bound || one.ids.some((id) => ids.has(id))),
  );
  if (declared !== undefined)
    return { verdict: "computation", evidence: [...declared.ids], cited: bound, basis: declared.expression };
  const cited = bound ? citedFor(spot, index) : namedFor(spot, index);
  const named = [...windows, ...days];
  const said = numbers
    .filter(
      ({ offset, unit, value }) => offset >= sentence.start && offset < number.offset && unit !== "%" && value > 0,
    )
    .filter(({ offset }) => !named.some((one) => offset >= one.start && offset < one.end))
    .toReversed();
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 40);
  const pointed = wayAround(spot);
  const isStated = isStatedOfCited(spot, index);
  const ways = [
    () =>
      cited.length < 2 || isStated || isBareCount(spot, index)
        ? null
        : derivedFrom(number, cited, qualifier, ahead, pointed, mayDiffer(spot)),
    () => (isStated ? null : askedFor({ number, text, sentence, qualifier, said }, cited)),
    () => gapFor(spot, index),
  ];
  for (const way of ways) {
    const derived = way();
    if (derived === null || isTurned(spot, derived, index)) continue;
    if (!isCitedBeside(spot, derived.ids) && !isCitedOfAnother(spot, derived.ids, index))
      return { verdict: "computation", evidence: [...derived.ids], cited: bound, basis: derived.expression };
  }
  return null;
}

/** "$70 billion of operating cash flow [F13]": its words give the number to the one item that is cited for it. */
function isStatedOfCited({ number, ids, text, sentence, mentions }: Spot, index: EvidenceIndex): boolean {
  const [id, another] = ids;
  const key = id === undefined || another !== undefined ? undefined : index.items.get(id)?.key;
  if (key === undefined) return false;
  const end = number.offset + number.text.length;
  const behind = mentions.find(({ start }) => start >= end && start < sentence.end);
  const isBehind = behind !== undefined && /^ (?:of|in) (?:its |the |total )?$/i.test(text.slice(end, behind.start));
  const named = isBehind ? behind : measureBefore(text, mentions, number.offset);
  return named?.keys[0] === key;
}

/** "5 in the past week [N1]" counts, and is no quotient. */
function isBareCount({ number, ids }: Spot, index: EvidenceIndex): boolean {
  const [id, another] = ids;
  return (
    number.unit === null &&
    Number.isInteger(number.value) &&
    another === undefined &&
    index.items.get(id ?? "")?.unit === "count"
  );
}

/** What may be combined: the number's own citation, or all of a sentence that gives each of two or three values its own. */
function citedFor({ ids, sentence }: Spot, index: EvidenceIndex): Evidence[] {
  const groups = sentence.citations.filter(({ bracketed }) => bracketed);
  const spread = new Set(groups.flatMap((group) => group.ids));
  const isSpread = groups.length > 1 && groups.every((group) => group.ids.length === 1) && spread.size <= 3;
  return [...(isSpread ? spread : ids)].flatMap((id) => index.items.get(id) ?? []);
}

/** Where each value has a citation of its own, only words right beside it ask for a difference. */
function mayDiffer({ number, ids, text, sentence }: Spot): boolean {
  const end = number.offset + number.text.length;
  // "Ranged between 96.12 and 147.00" gives both ends.
  if (occurs(rangeEnd, text.slice(Math.max(sentence.start, number.offset - 72), number.offset))) return false;
  return (
    ids.size !== 1 ||
    occurs(setApart, text.slice(Math.max(sentence.start, number.offset - 40), number.offset)) ||
    occurs(apartBehind, text.slice(end, end + 24))
  );
}

const rangeEnd =
  /\b(?:from|between) (?:[A-Z]{3} )?[$€£₹]?$|\b(?:from|between)\b(?:[^.;]|\.(?=\d)){0,56}\b(?:to|and) (?:[A-Z]{3} )?[$€£₹]?$/i;
const setApart =
  /\b(?:by|between|gap|difference|spread|room|apart|minus|less|plus|sum|together|total\w*|leaves?|leaving|net|distance|cushion|wide|width|short|falls?|fell|rose|gained|lost|lower|higher)\b|\d ?[−–-] ?\$?\d/i;
const apartBehind =
  /^ ?(?:\w+ )?(?:above|below|over|under|more|less|higher|lower|apart|wide|away|short|ahead|behind|of room|from)\b/i;
const differing = /\b(?:by|between|gap|difference|spread|room|apart|minus|less)\b/i;

/** The two measures that a sentence without citations names, where its words set a number between them. */
function namedFor({ number, text, sentence, mentions }: Spot, index: EvidenceIndex): Evidence[] {
  const written = text.slice(sentence.start, sentence.end);
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 4);
  // "5.6 % of revenue", "two thirds of the 63-session level".
  const isShare = number.unit === "%" && (ahead.startsWith(" of ") || !/\d/.test(number.text) || isVulgar(number.text));
  if (number.unit !== "x" && number.unit !== "fold" && !isShare && !occurs(differing, written)) return [];
  const items = mentions.flatMap((mention, at) => {
    const next = mentions[at + 1]?.start ?? sentence.end;
    const last = mentions[at - 1]?.end ?? sentence.start;
    const [led, followed] = [text.slice(last, mention.end), text.slice(mention.start, next)];
    return namedIn(led, index, mention, mention) ?? namedIn(followed, index, mention, mention) ?? [];
  });
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  return distinct.length === 2 ? distinct : [];
}
