import type { Evidence } from "#src/contract/evidence.ts";
import { isDenied } from "./direction-words.ts";
import { contradictsOrder, contradictsSign } from "./directions.ts";
import { contradictsTime, contradictsUnit } from "./contradictions.ts";
import { askedFor } from "./asked-for.ts";
import type { Computed } from "./computations.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import { gapFor } from "./gaps.ts";
import { namedIn } from "./measure-pairs.ts";
import { isCitedBeside } from "./cited-beside.ts";
import { isConditionalLevel, isCustomaryLevel } from "./own-levels.ts";
import { isOthersRole, proposalFor, type Proposals } from "./proposals.ts";
import { canBe, isOtherCount, isUnderAnothersName, multipliedBy, timesBefore } from "./other-measures.ts";
import { wordsAround, type Judgement, type Spot } from "./number-in-context.ts";
import { measureBefore, multipleOf } from "./subjects.ts";
import { workedOut } from "./worked-out.ts";
import { inRange } from "./ranges.ts";
import { closest, nearNamed } from "./nearest.ts";
import { shareOf } from "./share-of.ts";
import { derivedFrom, exactly, fits, matching, restsOn } from "./support.ts";
import { contradictsWindow, placeInPair, windowsOf } from "./windows.ts";

/** What numbers may rest on. */
export interface Grounds {
  readonly index: EvidenceIndex;
  readonly computed: readonly Computed[];
  readonly proposals: Proposals;
  /** Of a text whose words are not read, since they are not English. */
  readonly language: string | undefined;
}

/** What a number rests on, or why it rests on nothing; `null` for one that is denied, as it should be. */
export function groundNumber(given: Spot, grounds: Grounds): Judgement | null {
  // "More than halved" is less than a half.
  const shrinks = given.number.unit === "fold" && given.number.value < 1 && given.qualifier.bound === "least";
  const spot: Spot = shrinks ? { ...given, qualifier: { ...given.qualifier, bound: "most" } } : given;
  const judged = asPrinted(spot, grounds);
  const verdict = judged?.verdict;
  if (verdict !== "unsupported" && verdict !== "wrong_source") return judged;
  // "52.91 - 7.83 = 45.08 billion": the scale is printed once for all.
  for (const scale of scalesBeside(spot)) {
    const { number } = spot;
    const scaled = { ...number, value: number.value * scale, halfUnit: number.halfUnit * scale };
    const again = asPrinted({ ...spot, number: scaled }, grounds);
    if (again?.verdict === "evidence") return again;
  }
  return judged;
}

/** Scales of other amounts of the sentence, for a number that is printed with decimals and none. */
function scalesBeside({ number, numbers, ids }: Spot): number[] {
  if (number.unit === "%" || number.unit === "x" || number.unit === "fold" || number.unit === "bps") return [];
  if (!/\.\d+$/.test(number.text)) return [];
  // "34.204/53.244 = 64 % [F15, F16]", in whatever the cited amounts are told in.
  if (ids.size > 0 && number.text.replace(/\D/g, "").length >= 4) return [1e9, 1e6];
  const sizes = numbers.flatMap((one) =>
    [1e12, 1e9, 1e6].filter((scale) => one.value >= scale && one.value < scale * 1000 && !/\.?\d$/.test(one.text)),
  );
  return [...new Set(sizes)];
}

function asPrinted(spot: Spot, grounds: Grounds): Judgement | null {
  const { number, ids, text } = spot;
  if (number.unit === "fold" && isDenied(text, number.offset)) return deniedMultiple(spot, grounds);
  if (isCustomaryLevel(spot, grounds.index))
    return { verdict: "proposal", evidence: [], cited: false, basis: "customary level" };
  if (
    grounds.language === undefined &&
    isOthersRole(number, text, spot.clause.start, grounds.proposals, spot.qualifier)
  )
    return { verdict: "unsupported", evidence: [], cited: false, basis: null };
  const bound = ids.size > 0;
  const held = [...ids].flatMap((id) => grounds.index.ofId.get(id) ?? []);
  // No evidence is told in average true ranges; a distance in them is worked out.
  if (/^ (?:ATRs?|average true ranges?)\b/.test(text.slice(number.offset + number.text.length)))
    return inRanges(spot, grounds, bound);
  const exact = held.filter((entry) =>
    fits(number, entry, {
      ...exactly,
      away: spot.qualifier.away,
      beyond: spot.qualifier.beyond,
      side: spot.qualifier.side,
    }),
  );
  const isRead = grounds.language === undefined;
  if (exact.length > 0 && isRead && isAnothers(spot, held))
    return { ...onEvidence(spot, exact, true, grounds), verdict: "contradicted" };
  if (exact.length > 0) return onEvidence(spot, exact, true, grounds);
  const share = isRead ? shareOf(spot, grounds.index) : null;
  if (share !== null) return { ...share, cited: bound };
  const computation = computed(spot, grounds, bound);
  if (computation !== null) return computation;
  const proposal = proposalFor(
    number,
    grounds.proposals,
    isRead ? wordsAround(spot, grounds.index) : null,
    spot.qualifier,
  );
  if (proposal !== null) return { verdict: "proposal", evidence: [], cited: false, basis: proposal };
  const loose = held.filter((entry) => fits(number, entry, spot.qualifier) || inRange(spot, entry, held));
  if (loose.length > 0) return onEvidence(spot, loose, true, grounds);
  const found = bound ? elsewhere(spot, grounds) : uncited(spot, grounds);
  // What is cited elsewhere is no result of this sentence's.
  if (found.verdict === "unsupported" || (found.verdict === "wrong_source" && !bound)) {
    const derived = derivedHere(spot, grounds);
    if (derived !== null) return derived;
  }
  const isOwn =
    (found.verdict === "unsupported" || found.verdict === "wrong_source") && isConditionalLevel(spot, grounds.index);
  return isOwn ? { verdict: "proposal", evidence: [], cited: false, basis: "level of a condition" } : found;
}

function inRanges(spot: Spot, grounds: Grounds, bound: boolean): Judgement {
  const { number, qualifier } = spot;
  const words = grounds.language === undefined ? wordsAround(spot, grounds.index) : null;
  const found = computed(spot, grounds, bound) ?? derivedHere(spot, grounds);
  if (found !== null) return found;
  // "One average true range is 1.3 % of the close" names the measure.
  const range = grounds.index.byKey.get("atr_14")?.[0];
  if (number.value === 1 && range !== undefined)
    return { verdict: "evidence", evidence: [range.id], cited: false, basis: null };
  const proposal = proposalFor(number, grounds.proposals, words, qualifier);
  return proposal === null
    ? { verdict: "unsupported", evidence: [], cited: false, basis: null }
    : { verdict: "proposal", evidence: [], cited: false, basis: proposal };
}

/** What the sentence works out itself. */
function derivedHere(spot: Spot, { index, language }: Grounds): Judgement | null {
  const derived = language === undefined ? workedOut(spot, index) : null;
  return derived === null || isCitedBeside(spot, derived.ids)
    ? null
    : { verdict: "computation", evidence: [...derived.ids], cited: false, basis: derived.expression };
}

/** "Has not doubled": wrong where the evidence that is cited says that it has. */
function deniedMultiple({ number, ids }: Spot, { index }: Grounds): Judgement | null {
  const fitting = [...ids].flatMap((id) => index.ofId.get(id) ?? []).filter((entry) => fits(number, entry));
  const evidence = [...new Set(fitting.map(({ id }) => id))];
  return evidence.length === 0 ? null : { verdict: "contradicted", evidence, cited: true, basis: null };
}

/** The evidence that holds the number, unless the words around it say the opposite. */
function onEvidence(spot: Spot, entries: readonly Entry[], cited: boolean, { index, language }: Grounds): Judgement {
  const { number, text, clause, sentence, quantity } = spot;
  const evidence = [...new Set(entries.map(({ id }) => id))];
  if (language !== undefined) return { verdict: "evidence", evidence, cited, basis: null };
  const place = {
    text: text.slice(clause.start, clause.end),
    start: number.offset - clause.start,
    end: number.offset + number.text.length - clause.start,
  };
  const turned =
    contradictsTime(spot, entries, index) ||
    contradictsSign(number, entries, place, text.slice(sentence.start, sentence.end)) ||
    (quantity !== undefined &&
      quantity.offset >= sentence.start &&
      contradictsOrder(
        text.slice(sentence.start, sentence.end),
        { ...quantity, offset: quantity.offset - sentence.start },
        { ...number, offset: number.offset - sentence.start },
      ));
  return { verdict: turned ? "contradicted" : "evidence", evidence, cited, basis: null };
}

/** Whether the measure named for the number is cited too, with another value: two values changed places. */
function isAnothers({ number, text, sentence, mentions, qualifier }: Spot, held: readonly Entry[]): boolean {
  const place = placeInPair(text, number);
  const listed = mentions.filter((one) => one.end <= number.offset && one.start >= sentence.start).slice(-2);
  const [first, second] = listed;
  const joined =
    first !== undefined && second !== undefined && /^ and (?:the |its )?$/.test(text.slice(first.end, second.start));
  const named = place !== null && joined ? listed[place] : measureBefore(text, mentions, number.offset);
  // "Trades at 32x earnings" is no price.
  const ofMoney = number.unit !== "x" && number.unit !== "%";
  // "Its mean (129.50 against 125.71)" gives both values, the other one first.
  if (/^ ?(?:vs\.?|versus|against|compared (?:with|to)|[<>]) /i.test(text.slice(number.offset + number.text.length)))
    return false;
  const own = held.filter(({ key }) => named?.keys.includes(key) === true && (ofMoney || key !== "close"));
  return own.length > 0 && !own.some((entry) => fits(number, entry, qualifier));
}

function computed(spot: Spot, { computed: all, index }: Grounds, bound: boolean): Judgement | null {
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
  const derived =
    (cited.length < 2 ? null : derivedFrom(number, cited, qualifier)) ??
    askedFor({ number, text, sentence, qualifier, said }, cited) ??
    gapFor(spot, index);
  return derived === null || isCitedBeside(spot, derived.ids)
    ? null
    : { verdict: "computation", evidence: [...derived.ids], cited: bound, basis: derived.expression };
}

/** What may be combined: the number's own citation, or all of a sentence that gives each of two or three values its own. */
function citedFor({ ids, sentence }: Spot, index: EvidenceIndex): Evidence[] {
  const groups = sentence.citations.filter(({ bracketed }) => bracketed);
  const spread = new Set(groups.flatMap((group) => group.ids));
  const isSpread = groups.length > 1 && groups.every((group) => group.ids.length === 1) && spread.size <= 3;
  return [...(isSpread ? spread : ids)].flatMap((id) => index.items.get(id) ?? []);
}

const differing = /\b(?:by|between|gap|difference|spread|room|apart|minus|less)\b/i;

/** The two measures that a sentence without citations names, where its words set a number between them. */
function namedFor({ number, text, sentence, mentions }: Spot, index: EvidenceIndex): Evidence[] {
  const written = text.slice(sentence.start, sentence.end);
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 4);
  // "5.6 % of revenue", "two thirds of the 63-session level".
  const isShare = number.unit === "%" && (ahead.startsWith(" of ") || !/\d/.test(number.text));
  if (number.unit !== "x" && number.unit !== "fold" && !isShare && !differing.test(written)) return [];
  const items = mentions.flatMap((mention, at) => {
    const next = mentions[at + 1]?.start ?? sentence.end;
    const last = mentions[at - 1]?.end ?? sentence.start;
    const [led, followed] = [text.slice(last, mention.end), text.slice(mention.start, next)];
    return namedIn(led, index, mention, mention) ?? namedIn(followed, index, mention, mention) ?? [];
  });
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  return distinct.length === 2 ? distinct : [];
}

/** A number that its citation does not hold: some other evidence's, or nobody's. */
function elsewhere({ number }: Spot, { index }: Grounds): Judgement {
  const matches = matching(number, index);
  return matches.length === 0
    ? { verdict: "unsupported", evidence: [], cited: false, basis: null }
    : { verdict: "wrong_source", evidence: closest(number, matches), cited: false, basis: null };
}

/** Without a citation any evidence will do, but not another measure's value under this one's name. */
function uncited(spot: Spot, grounds: Grounds): Judgement {
  const { index } = grounds;
  const { number, text, mentions, qualifier } = spot;
  const exact = number.unit === "fold" ? [] : matching(number, index);
  const isMultiple = number.unit === "fold" || (number.unit === "x" && exact.length === 0 && timesBefore.test(text));
  const matches = isMultiple ? multipliedBy(spot, index) : exact;
  // "Its signal line (0.049 / 0.176)" gives both values, the other one first.
  const isPaired =
    (text.slice(0, number.offset).endsWith("(") || text.startsWith("/", number.offset + number.text.length)) &&
    /^ ?(?:\/|vs\.?|versus|over|against|of) ?[$€]?\d/.test(text.slice(number.offset + number.text.length));
  const named =
    grounds.language !== undefined || isPaired
      ? null
      : ((number.unit === "x" ? multipleOf(text, number.offset + number.text.length) : null) ??
        measureBefore(text, mentions, number.offset));
  const meant = (named?.keys ?? []).flatMap((key) =>
    (index.byKey.get(key) ?? []).flatMap(({ id }) => index.ofId.get(id) ?? []),
  );
  if (meant.length > 0) {
    // "Debt equals 29.5 % of equity" gives no amount of debt.
    const sameKind = meant.some(({ kind }) => canBe(number, kind));
    const own = meant.filter((entry) => fits(number, entry, qualifier) || inRange(spot, entry));
    if (own.length > 0) return onEvidence(spot, own, false, grounds);
    if (matches.length > 0 && sameKind)
      return { verdict: "wrong_source", evidence: closest(number, matches), cited: false, basis: null };
  }
  if (meant.length === 0 && grounds.language === undefined && isUnderAnothersName(spot, matches, index))
    return { verdict: "wrong_source", evidence: closest(number, matches), cited: false, basis: null };
  if (grounds.language === undefined && isOtherCount(spot, index))
    return {
      verdict: "wrong_source",
      evidence: matches.length === 0 ? [] : closest(number, matches),
      cited: false,
      basis: null,
    };
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 24);
  const spans = windowsOf(spot);
  const alike = matches
    .filter(({ id }) => !contradictsUnit(index.items.get(id), number.unit, ahead))
    .filter(({ id, key }) => !contradictsWindow(index.items.get(id)?.label ?? "", key, spans));
  if (matches.length > 0) {
    return ofAny(spot, matches, alike.length > 0 ? alike : matches, grounds);
  }
  // "The news count is around four hundred": near enough to the measure that the words name.
  const near =
    (qualifier.approximate || qualifier.bound !== null) && grounds.language === undefined ? nearNamed(spot, index) : [];
  if (near.length > 0) return onEvidence(spot, near, false, grounds);
  return { verdict: "unsupported", evidence: [], cited: false, basis: null };
}

/** The nearest of several that the number can be; another of them where its words deny that one. */
function ofAny(spot: Spot, matches: readonly Entry[], alike: readonly Entry[], grounds: Grounds): Judgement {
  const judged = (among: readonly Entry[]): Judgement => {
    const best = closest(spot.number, among);
    return onEvidence(
      spot,
      matches.filter(({ id }) => best.includes(id)),
      false,
      grounds,
    );
  };
  const nearest = judged(alike);
  if (nearest.verdict !== "contradicted") return nearest;
  const others = alike.filter(({ id, value }) => value > 0 && !nearest.evidence.includes(id));
  const other = others.length === 0 ? nearest : judged(others);
  return other.verdict === "evidence" ? other : nearest;
}
