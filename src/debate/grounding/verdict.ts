import { closesOf } from "./closes.ts";
import { expectedOf, isBase, isOfHundred, priceAhead } from "./bases.ts";
import { deniedValue } from "./denied-values.ts";
import { isDenied } from "./direction-words.ts";
import { countsCloses } from "./list-extremes.ts";
import { movesTold } from "./counted-sessions.ts";
import { computed, derivedHere, inRanges } from "./derivations.ts";
import type { Entry } from "./evidence-index.ts";
import type { Grounds } from "./grounds.ts";
import { isConditionalLevel, isOwnGap, isOwnPrice, isPreferredSize } from "./own-levels.ts";
import { isAskedAbout } from "./answered-claims.ts";
import { isOthersRole } from "./given-roles.ts";
import { isMisgiven } from "./misgiven-roles.ts";
import { isAnotherLevel } from "./level-talk.ts";
import { occurs } from "./pattern-search.ts";
import { isDeniedSize, isInOtherUnit, isOtherHorizon, isOtherSize, isOwnSize, sizeBeyond } from "./set-terms.ts";
import { heldAgainst } from "./held-against.ts";
import { onCustomaryLevel, onMark } from "./marks.ts";
import { ofOwnBound } from "./own-bounds.ts";
import { returnsNamed } from "./move-claims.ts";
import { proposalFor, type Proposals } from "./proposals.ts";
import { isSupposedValue } from "./supposed.ts";
import { canBe, isCountOfSome, perDay } from "./other-measures.ts";
import { wordsAround, type Judgement, type Spot } from "./number-in-context.ts";
import { measureBefore } from "./subjects.ts";
import { inRange } from "./ranges.ts";
import { isAnothers, isOtherMultiple, isOtherOfFamily, isOtherThanCited } from "./named-otherwise.ts";
import { ofNamedRange } from "./named-ranges.ts";
import { isFactor, ofNamedStep } from "./named-steps.ts";
import { isWrongResult } from "./equations.ts";
import { inOtherUnit } from "./named-units.ts";
import { isNamedBehind, ofNamed } from "./named-value.ts";
import { quotientTold } from "./quotient-order.ts";
import { foldDenied, foldTold, moveDenied } from "./folds-told.ts";
import { againstLine, sinceLine } from "./threshold.ts";
import { valueNamesIn } from "./value-names.ts";
import { scalesBeside, unitsBeside } from "./printed-once.ts";
import { elsewhere, namedElsewhere, onEvidence, uncited } from "./found-evidence.ts";
import { isAgeInWeeks, isDayCount, isSumSupposed, perAmount } from "./per-amount.ts";
import { shareOf } from "./share-of.ts";
import { ofToldMove } from "./told-returns.ts";
import { exactly, fits } from "./support.ts";
import { ofAllCloses } from "./told-of-closes.ts";
import { ofNearer } from "./nearer-own.ts";
import { ofNeither } from "./neither-cited.ts";

/** What a number rests on, or why it rests on nothing; `null` for one that is denied, as it should be. */
export function groundNumber(given: Spot, grounds: Grounds): Judgement | null {
  // "Has volatility halved?" asks.
  if (given.number.unit === "fold" && given.text.slice(given.number.offset + given.number.text.length).startsWith("?"))
    return null;
  // "More than halved" is less than a half.
  const shrinks = given.number.unit === "fold" && given.number.value < 1 && given.qualifier.bound === "least";
  if (grounds.language === undefined && (isCountOfSome(given) || isAgeInWeeks(given, grounds))) return null;
  const listed = ofAllCloses(given, grounds) ?? ofNearer(given, grounds) ?? ofNeither(given, grounds);
  if (listed !== null) return listed;
  const denied = grounds.language === undefined ? deniedValue(given, grounds) : null;
  if (denied !== null) return denied === "denied" ? null : denied;
  if (grounds.language === undefined && isDeniedSize(given, grounds.proposals)) return null;
  if (grounds.language === undefined && (isInName(given) || isCountOfMoves(given, grounds))) return null;
  if (isSumSupposed(given) || isDayCount(given, grounds) || isFactor(given)) return null;
  const daily = grounds.language === undefined ? perDay(given, grounds.index) : null;
  if (daily !== null) return daily;
  // "Fifty cents, give or take a tenth of a cent".
  if (/\bgive or take (?:an? )?$/i.test(given.text.slice(Math.max(0, given.number.offset - 16), given.number.offset)))
    return null;
  if (isWrongResult(given)) return { verdict: "unsupported", evidence: [], cited: false, basis: null };
  const told = perAmount(given);
  if (told !== null) return groundNumber({ ...given, number: told }, grounds);
  const spot: Spot = shrinks ? { ...given, qualifier: { ...given.qualifier, bound: "most" } } : given;
  if (grounds.language === undefined && isBase(spot)) return null;
  if (grounds.language === undefined && isOfHundred(spot)) {
    const share = asPrinted({ ...spot, number: { ...spot.number, unit: "%" } }, grounds);
    return share?.verdict === "evidence" ? share : { verdict: "unsupported", evidence: [], cited: false, basis: null };
  }
  const judged = asPrinted(spot, grounds);
  const verdict = judged?.verdict;
  // "Does the margin exceed one half? No": a line that is asked about states nothing.
  if (verdict !== "evidence" && grounds.language === undefined && isAskedAbout(spot)) return null;
  if (verdict !== "unsupported" && verdict !== "wrong_source") return judged;
  // "313 basis points, twice as much as the 161": the unit is printed once for both.
  for (const unit of unitsBeside(spot)) {
    const again = asPrinted({ ...spot, number: { ...spot.number, unit } }, grounds);
    if (again?.verdict === "evidence") return again;
  }
  // "52.91 - 7.83 = 45.08 billion": the scale is printed once for all.
  for (const scale of scalesBeside(spot)) {
    const { number } = spot;
    const scaled = { ...number, value: number.value * scale, halfUnit: number.halfUnit * scale };
    const again = asPrinted({ ...spot, number: scaled }, grounds);
    if (again?.verdict === "evidence") return again;
  }
  return judged;
}

/** "In 7 of the last 11 sessions": read with its words (day-words.ts). */
function isCountOfMoves({ number, text, sentence }: Spot, { index }: Grounds): boolean {
  const isCount =
    number.unit === null || /^half$/i.test(number.text) || (number.unit === "x" && / times$/i.test(number.text));
  const list = isCount && (number.value <= 12 || /^half$/i.test(number.text)) ? closesOf(index) : null;
  if (list === null) return false;
  const written = text.slice(sentence.start, sentence.end);
  const told = movesTold(written, list.closes);
  const at = number.offset - sentence.start;
  if (countsCloses(written, at, index)) return true;
  return told !== null && at >= told.start && at < told.end;
}

/** "From the lower (0 %) to the upper (100 %) band", "that of 90": part of the name of a measure. */
function isInName({ number, text, sentence }: Spot): boolean {
  const [from, to] = [number.offset - sentence.start, number.offset + number.text.length - sentence.start];
  return valueNamesIn(text.slice(sentence.start, sentence.end)).some(({ start, end }) => start <= from && to <= end);
}

/** Of a line, a size that somebody would rather have, another's level: what needs no value of the evidence, or has none. */
function standingOf(spot: Spot, grounds: Grounds): Judgement | null {
  const { number, text } = spot;
  const bound = grounds.language === undefined ? ofOwnBound(spot, grounds) : null;
  if (bound !== null) return bound;
  const step = grounds.language === undefined ? ofNamedStep(spot, grounds) : null;
  if (step !== null) return step;
  const range = grounds.language === undefined ? ofNamedRange(spot, grounds) : null;
  if (range !== null) return range;
  const unit = grounds.language === undefined ? inOtherUnit(spot, grounds) : null;
  if (unit !== null) return unit;
  const move = grounds.language === undefined ? ofToldMove(spot, grounds) : null;
  if (move !== null) return move;
  const denied = grounds.language === undefined ? moveDenied(spot, grounds.index) : null;
  if (denied !== null) return denied;
  const side = grounds.language === undefined ? heldAgainst(spot, grounds.index) : null;
  if (side !== null) return side;
  const line = onCustomaryLevel(spot, grounds);
  if (line !== null) return line;
  if (grounds.language === undefined && isOwnGap(spot, grounds.proposals))
    return { verdict: "proposal", evidence: [], cited: false, basis: "gap" };
  if (grounds.language === undefined && isPreferredSize(spot))
    return { verdict: "proposal", evidence: [], cited: false, basis: "size preferred" };
  const beyond = grounds.language === undefined ? sizeBeyond(spot, grounds.proposals) : null;
  if (beyond !== null)
    return beyond === "evidence"
      ? { verdict: "proposal", evidence: [], cited: false, basis: "trader size" }
      : { verdict: "unsupported", evidence: [], cited: false, basis: null };
  if (
    grounds.language === undefined &&
    !isOfText(spot, grounds) &&
    isOthersRole(number, text, spot.clause.start, grounds.proposals, spot.qualifier)
  )
    return { verdict: "unsupported", evidence: [], cited: false, basis: null };
  return grounds.language === undefined
    ? (sinceLine(spot, grounds.index) ?? foldTold(spot, grounds.index) ?? againstLine(spot, grounds.index))
    : null;
}

/** Whether a text that is cited for the number holds it: another's target is none of an agent's. */
function isOfText({ number, ids }: Spot, { index }: Grounds): boolean {
  return [...ids].some(
    (id) => index.items.get(id)?.value === null && (index.ofId.get(id) ?? []).some((entry) => fits(number, entry)),
  );
}

const timesWord = /^(?:twice|double|triple|quadruple)$/i;

function isMultiple({ unit, text }: Spot["number"]): boolean {
  return unit === "fold" || (unit === "x" && timesWord.test(text));
}

function asPrinted(spot: Spot, grounds: Grounds): Judgement | null {
  const { number, ids, text } = spot;
  if (isMultiple(number) && isDenied(text, number.offset)) return deniedMultiple(spot, grounds);
  const standing = standingOf(spot, grounds);
  if (standing !== null) return standing;
  const bound = ids.size > 0;
  const held = [...ids].flatMap((id) => grounds.index.ofId.get(id) ?? []);
  // No evidence is told in average true ranges; a distance in them is worked out.
  if (
    (number.unit === null || number.unit === "x") &&
    /^[ -](?:ATRs?|average (?:true |daily |trading )?ranges?|daily ranges?)\b/.test(
      text.slice(number.offset + number.text.length),
    )
  )
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
  if (exact.length > 0 && isRead && (isOtherMultiple(spot, exact) || isOtherOfFamily(spot, exact, grounds.index)))
    return { ...onEvidence(spot, exact, true, grounds), verdict: "contradicted" };
  if (exact.length > 0) return onEvidence(spot, exact, true, grounds);
  if (isMisgivenTerm(spot, grounds)) return { verdict: "unsupported", evidence: [], cited: false, basis: null };
  if (isRead && isOtherThanCited(spot, held))
    return { verdict: "unsupported", evidence: [], cited: false, basis: null };
  const named = isRead ? (namedElsewhere(spot, held, grounds) ?? ofNamed(spot, grounds)) : null;
  if (named !== null) return named;
  const share = isRead ? shareOf(spot, grounds.index) : null;
  const quotient = isRead ? quotientTold(spot, grounds.index) : null;
  if (quotient !== null) return quotient;
  if (share !== null) return { ...share, cited: bound };
  const computation = computed(spot, grounds, bound);
  if (computation !== null) return computation;
  const placed = isRead ? (priceAhead(spot, grounds.index) ?? expectedOf(spot, grounds.index)) : null;
  if (placed !== null) return placed;
  const isOtherwise = isRead && isNamedOtherwise(spot, grounds);
  const proposal = isOtherwise
    ? null
    : proposalFor(number, grounds.proposals, isRead ? wordsAround(spot, grounds.index) : null, spot.qualifier);
  if (proposal !== null) return { verdict: "proposal", evidence: [], cited: false, basis: proposal };
  const loose = held.filter((entry) => fits(number, entry, spot.qualifier) || inRange(spot, entry, held));
  if (loose.length > 0) return onEvidence(spot, loose, true, grounds);
  const found = bound ? elsewhere(spot, grounds) : uncited(spot, grounds);
  if (found.verdict !== "evidence" && isRead && isSupposedValue(spot))
    return { verdict: "proposal", evidence: [], cited: false, basis: "supposed" };
  // What is cited elsewhere is no result of this sentence's.
  if (found.verdict === "unsupported" || (found.verdict !== "evidence" && (!bound || isTold(spot)))) {
    const derived = derivedHere(spot, grounds);
    if (derived !== null) return derived;
  }
  if (found.verdict === "evidence") return found;
  const mark = isRead ? onMark(spot, held, grounds) : null;
  if (mark !== null) return mark;
  const own = isRead && !isOtherwise ? isOwnPrice(spot, grounds.proposals) : null;
  if (own !== null) return { verdict: "proposal", evidence: [], cited: false, basis: own };
  if (isRead && isOwnSize(spot, grounds.proposals))
    return { verdict: "proposal", evidence: [], cited: false, basis: "trader size" };
  if (found.verdict !== "contradicted" && isConditionalLevel(spot, grounds.index))
    return { verdict: "proposal", evidence: [], cited: false, basis: "level of a condition" };
  return found;
}

/** Whether a number stands in a role of the trade whose value is another, unless a measure is named for it. */
function isMisgivenTerm(spot: Spot, { proposals, language }: Grounds): boolean {
  if (language !== undefined) return isMisgiven(spot, proposals, language);
  return !isNamedBehind(spot) && (isMisgiven(spot, proposals, language) || isOther(spot, proposals));
}

/** Whether the words give the number to a term of the trade for which the agent set another. */
function isOther(spot: Spot, proposals: Proposals): boolean {
  return (
    isInOtherUnit(spot, proposals) ||
    isAnotherLevel(spot, proposals) ||
    isOtherHorizon(spot, proposals) ||
    isOtherSize(spot, proposals)
  );
}

/** "Has not doubled": wrong where the evidence that is cited says that it has. */
function deniedMultiple(spot: Spot, { index }: Grounds): Judgement | null {
  const { number, ids, windows, mentions } = spot;
  const told = foldDenied(spot, index);
  if (told !== null) return told;
  // "Has not even doubled in 63 sessions".
  const returns = ids.size === 0 && mentions.length === 0 ? returnsNamed(windows, index) : [];
  const held = returns.length === 1 ? returns.map(({ id }) => id) : [...ids];
  const fitting = held
    .flatMap((id) => index.ofId.get(id) ?? [])
    .filter((entry) => fits(number, entry) || isPast(number, entry))
    // At 1.88 it has not doubled yet.
    .filter(({ kind, value }) => (kind === "percent" ? 1 + value / 100 : value) >= number.value || number.value < 1);
  const evidence = [...new Set(fitting.map(({ id }) => id))];
  return evidence.length === 0 ? null : { verdict: "contradicted", evidence, cited: true, basis: null };
}

/** Whether a change went further than the multiple: −54 % has halved. */
function isPast({ value: multiple }: Spot["number"], { key, kind, value }: Entry): boolean {
  if (kind !== "percent" || !key.startsWith("return_")) return false;
  return multiple < 1 ? 1 + value / 100 <= multiple : 1 + value / 100 >= multiple;
}

/** "The exponential mean of ten sessions, 249.33, is where I would get out": of a mean that is another number. */
function isNamedOtherwise({ number, text, mentions, qualifier }: Spot, { index }: Grounds): boolean {
  const named = measureBefore(text, mentions, number.offset);
  if (named === null) return false;
  const gap = text.slice(named.end, number.offset);
  // "Below the mean at 180" may be of the stop.
  const isClose = named.keys[0] === "close";
  const isOf = /^ of [$€£₹]?$/.test(gap) && (isClose || !occurs(beyondLine, text.slice(0, named.start)));
  if (!gap.startsWith(", ") && !isOf) return false;
  const own = named.keys.flatMap((key) => (index.byKey.get(key) ?? []).flatMap(({ id }) => index.ofId.get(id) ?? []));
  return own.some(({ kind }) => canBe(number, kind)) && !own.some((entry) => fits(number, entry, qualifier));
}

/** "Comes to 385" gives a result. */
function isTold({ number, text }: Spot): boolean {
  return occurs(worded, text.slice(Math.max(0, number.offset - 32), number.offset));
}

const worded =
  /\b(?:comes? (?:out )?(?:to|at)|works? out (?:at|to)|amounts? to|makes?|equals?|gives?|=) (?:about |some |roughly )?[$€£₹]?$/i;
const beyondLine = /\b(?:below|above|under|beneath|beyond|over|near|past|through) (?:the |its |our )?$/i;
