import type { Evidence } from "#src/contract/evidence.ts";
import { isDenied } from "./direction-words.ts";
import { contradictsOrder, contradictsSign, isChange } from "./directions.ts";
import { askedFor } from "./asked-for.ts";
import type { Computed } from "./computations.ts";
import { dayOf, daysIn } from "./dates.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { gapFor } from "./gaps.ts";
import { namedIn } from "./measure-pairs.ts";
import { proposalFor, type Proposals } from "./proposals.ts";
import { isCustomaryLevel, wordsAround, type Judgement, type Spot } from "./spot.ts";
import { measureBefore, multipleOf } from "./subjects.ts";
import { derivedFrom, exactly, fits, matching, restsOn } from "./support.ts";
import { contradictsPeriod, contradictsWindow, placeInPair, windowsOf } from "./windows.ts";

/** What numbers may rest on. */
export interface Grounds {
  readonly index: EvidenceIndex;
  readonly computed: readonly Computed[];
  readonly proposals: Proposals;
}

/** What a number rests on, or why it rests on nothing; `null` for one that is denied, as it should be. */
export function groundNumber(spot: Spot, grounds: Grounds): Judgement | null {
  const { number, ids, text } = spot;
  if (number.unit === "fold" && isDenied(text, number.offset)) return deniedMultiple(spot, grounds);
  if (isCustomaryLevel(spot)) return { verdict: "proposal", evidence: [], cited: false, basis: "customary level" };
  const bound = ids.size > 0;
  const held = [...ids].flatMap((id) => grounds.index.ofId.get(id) ?? []);
  const exact = held.filter((entry) =>
    fits(number, entry, { ...exactly, away: spot.qualifier.away, side: spot.qualifier.side }),
  );
  if (exact.length > 0 && isAnothers(spot, held))
    return { ...onEvidence(spot, exact, true, grounds), verdict: "contradicted" };
  if (exact.length > 0) return onEvidence(spot, exact, true, grounds);
  const computation = computed(spot, grounds, bound);
  if (computation !== null) return computation;
  const proposal = proposalFor(number, grounds.proposals, wordsAround(spot), spot.qualifier);
  if (proposal !== null) return { verdict: "proposal", evidence: [], cited: false, basis: proposal };
  const loose = held.filter((entry) => fits(number, entry, spot.qualifier) || inRange(spot, entry, held));
  if (loose.length > 0) return onEvidence(spot, loose, true, grounds);
  if (isCondition(spot)) return { verdict: "proposal", evidence: [], cited: false, basis: "condition" };
  return bound ? elsewhere(spot, grounds) : uncited(spot, grounds);
}

const level =
  /\b(?:above|over|below|under|beneath|through|past|to|toward|towards|target|at|near|be|reach|loses?|clears?|retakes?|breaks?|holds?|hits?|reclaims?) (?:the )?[$€£]?$/i;
const conditional = /(?<![\w-])(?:if|unless|should|were|until|once|would|could)(?![\w-])/i;

/** "If it breaks above 220, I would add": a level of the agent's own, of which nothing is said but what would follow. */
function isCondition({ number, text, sentence, clause }: Spot): boolean {
  const written = text.slice(sentence.start, number.offset);
  const stated = conditional.test(written) || conditional.test(text.slice(clause.start, clause.end));
  return stated && number.sign === null && level.test(text.slice(Math.max(0, number.offset - 24), number.offset));
}

/** "Has not doubled": wrong where the evidence that is cited says that it has. */
function deniedMultiple({ number, ids }: Spot, { index }: Grounds): Judgement | null {
  const fitting = [...ids].flatMap((id) => index.ofId.get(id) ?? []).filter((entry) => fits(number, entry));
  const evidence = [...new Set(fitting.map(({ id }) => id))];
  return evidence.length === 0 ? null : { verdict: "contradicted", evidence, cited: true, basis: null };
}

/** The evidence that holds the number, unless the words around it say the opposite. */
function onEvidence(spot: Spot, entries: readonly Entry[], cited: boolean, { index }: Grounds): Judgement {
  const { number, text, clause, sentence, quantity } = spot;
  const evidence = [...new Set(entries.map(({ id }) => id))];
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

/** Whether the words put the value in another window of time, or on another day, than the evidence does. */
function contradictsTime(spot: Spot, entries: readonly Entry[], { items }: EvidenceIndex): boolean {
  const day = dayOf(spot.number, spot.text, spot.days);
  if (day !== undefined && entries.every((entry) => entry.day?.endsWith(day.day) === false)) return true;
  const { number, text, clause } = spot;
  if (entries.every(({ id }) => contradictsDate(items.get(id), text.slice(clause.start, clause.end)))) return true;
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 24);
  const written = text.slice(clause.start, clause.end);
  if (entries.every(({ id }) => contradictsUnit(items.get(id), number.unit, ahead))) return true;
  if (entries.every(({ id }) => contradictsPeriod(items.get(id)?.label ?? "", written))) return true;
  const named = windowsOf(spot);
  return named.length > 0 && entries.every(({ id, key }) => contradictsWindow(items.get(id)?.label ?? "", key, named));
}

/** "Revenue as of 2013-09-28" of a period that ended on another day. */
function contradictsDate(item: Evidence | undefined, clause: string): boolean {
  const [day] = daysIn(clause);
  if (item?.at == null || day === undefined || day.day.length !== 10) return false;
  const stated = /\b(?:as of|at the end of|period ending|dated) (?:the )?$/i.test(clause.slice(0, day.start));
  return stated && item.at.slice(0, 10) !== day.day;
}

const timeUnit = /^[ -](?:trading |calendar )?(second|minute|hour|day|session|week|month|quarter|year)s?(?![A-Za-z])/i;

/** Whether what counts days is told in weeks, or money in shares. */
function contradictsUnit(item: Evidence | undefined, printed: string | null, ahead: string): boolean {
  if (item?.value == null) return false;
  const unit = timeUnit.exec(ahead)?.[1]?.toLowerCase();
  if (item.unit === "days") return unit !== undefined && unit !== "day";
  if (/^Sessions\b/.test(item.label)) return unit !== undefined && unit !== "session" && unit !== "day";
  const ofMoney = item.unit !== null && /^[A-Z]{3}$/.test(item.unit);
  return ofMoney && printed === null && /^ (?:of (?:its|their) (?:own )?)?shares\b/i.test(ahead);
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
  const cited = bound ? [...ids].flatMap((id) => index.items.get(id) ?? []) : namedFor(spot, index);
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
  return derived === null
    ? null
    : { verdict: "computation", evidence: [...derived.ids], cited: bound, basis: derived.expression };
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

const rangeGap = /^(?:[-–—−~]| to |-to-| [–—] )$/;

/** Whether the number is an end of a range, no wider than half the value, that holds the entry. */
function inRange(spot: Spot, entry: Entry, held: readonly Entry[] = [entry]): boolean {
  const { number, before, after, text, clause } = spot;
  const pair = [before, after].find((other) => other !== undefined && joins(text, number, other));
  if (pair === undefined) return false;
  const alike = held.filter(({ kind }) => kind === entry.kind);
  // Two values that are cited for the two ends must be both of them.
  if (alike.length === 2 && alike.some((one) => fits(pair, one))) return false;
  const [low, high] = [number, pair]
    .map((one) => ({ ...one, value: Math.abs(one.value) }))
    .toSorted((a, b) => a.value - b.value);
  if (low === undefined || high === undefined) return false;
  const unit = number.unit === "bps" ? 100 : 1;
  const inside = (one: Entry): boolean => {
    const size = Math.abs(one.value);
    const plain = { ...number, value: one.value * unit, halfUnit: Math.max(number.halfUnit, 1e-9), sign: null };
    return (
      high.value - low.value <= size * 0.5 && fits(plain, one) && size >= low.value / unit && size <= high.value / unit
    );
  };
  return (/\bboth\b/i.test(text.slice(clause.start, clause.end)) ? alike : [entry]).every(inside);
}

function joins(text: string, a: FoundNumber, b: FoundNumber): boolean {
  const [first, second] = a.offset < b.offset ? [a, b] : [b, a];
  const gap = text.slice(first.offset + first.text.length, second.offset);
  if (rangeGap.test(gap)) return true;
  return gap === " and " && /between $/i.test(text.slice(Math.max(0, first.offset - 8), first.offset));
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
  const matches = number.unit === "fold" ? folded(spot, index) : matching(number, index);
  const named =
    (number.unit === "x" ? multipleOf(text, number.offset + number.text.length) : null) ??
    measureBefore(text, mentions, number.offset);
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
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 24);
  const alike = matches.filter(({ id }) => !contradictsUnit(index.items.get(id), number.unit, ahead));
  if (matches.length > 0) {
    const best = closest(number, alike.length > 0 ? alike : matches);
    return onEvidence(
      spot,
      matches.filter(({ id }) => best.includes(id)),
      false,
      grounds,
    );
  }
  return { verdict: "unsupported", evidence: [], cited: false, basis: null };
}

/** "More than quadrupled": of a change or a ratio, whose size is another number. */
function folded({ number, qualifier }: Spot, { entries }: EvidenceIndex): Entry[] {
  return entries.filter((entry) => (isChange(entry.key) || entry.kind === "ratio") && fits(number, entry, qualifier));
}

function canBe({ unit }: FoundNumber, kind: Entry["kind"]): boolean {
  if (unit === null) return true;
  if (unit === "%" || unit === "bps") return kind === "percent" || kind === "ratio";
  if (unit === "x" || unit === "fold") return kind === "ratio" || kind === "count";
  return kind === "money";
}

/** The ids of the entries nearest to the printed number. */
function closest(number: FoundNumber, matches: readonly Entry[]): string[] {
  const target = Math.abs(number.unit === "bps" ? number.value / 100 : number.value);
  const away = ({ value }: Entry): number => Math.abs(Math.abs(value) - target);
  const least = Math.min(...matches.map(away));
  return [...new Set(matches.filter((entry) => away(entry) === least).map(({ id }) => id))];
}
