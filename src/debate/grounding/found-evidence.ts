import { contradictsLocalSign } from "./local-signs.ts";
import { contradictsOrder, contradictsSign } from "./directions.ts";
import { contradictsTime, contradictsUnit } from "./contradictions.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { Grounds } from "./grounds.ts";
import { canBe, isOtherCount, isUnderAnothersName, multipliedBy, timesBefore } from "./other-measures.ts";
import { type Judgement, type Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import { measureBefore, measureBehind, multipleOf } from "./subjects.ts";
import { priceLines } from "./price-claims.ts";
import { ofKindTold } from "./kind-told.ts";
import { inRange } from "./ranges.ts";
import { soleRatio } from "./sole-ratio.ts";
import { closest, nearNamed } from "./nearest.ts";
import { fits, matching } from "./support.ts";
import { contradictsWindow, windowsOf } from "./windows.ts";

/* Which evidence a number rests on, once its words have said what it can be. */

/** "15.3 % in size" leaves the sign open. */
const inSize = /^,? in (?:size|magnitude|extent|absolute (?:terms|value|size))\b/i;

/** The evidence that holds the number, unless the words around it say the opposite. */
export function onEvidence(
  spot: Spot,
  entries: readonly Entry[],
  cited: boolean,
  { index, language }: Grounds,
): Judgement {
  const { number, text, clause, sentence, quantity } = spot;
  const evidence = [...new Set(entries.map(({ id }) => id))];
  if (language !== undefined) {
    const isTurned = contradictsLocalSign(spot, entries, language);
    return { verdict: isTurned ? "contradicted" : "evidence", evidence, cited, basis: null };
  }
  const place = {
    // "The return less that of the index" is a name.
    text: text.slice(clause.start, clause.end).replaceAll(/\bless (?=(?:that|those) of\b)/gi, "with "),
    start: number.offset - clause.start,
    end: number.offset + number.text.length - clause.start,
  };
  const whole = text.slice(sentence.start, sentence.end).replaceAll(/\bless (?=(?:that|those) of\b)/gi, "with ");
  const turned =
    contradictsTime(spot, entries, index) ||
    (!occurs(inSize, text.slice(number.offset + number.text.length)) &&
      contradictsSign(number, entries, place, whole)) ||
    (quantity !== undefined &&
      quantity.offset >= sentence.start &&
      contradictsOrder(
        text.slice(sentence.start, sentence.end),
        { ...quantity, offset: quantity.offset - sentence.start },
        { ...number, offset: number.offset - sentence.start },
      ));
  return { verdict: turned ? "contradicted" : "evidence", evidence, cited, basis: null };
}

/** "Operating cash flow was $59.7 billion [F15]": the measure that is named has the value, and another one is cited. */
export function namedElsewhere(spot: Spot, held: readonly Entry[], { index }: Grounds): Judgement | null {
  const { number, text, mentions, ids } = spot;
  const named =
    ids.size === 1 ? (measureBefore(text, mentions, number.offset) ?? measureBehind(text, mentions, number)) : null;
  const [key, another] = named?.keys ?? [];
  if (key === undefined || another !== undefined || held.some((entry) => entry.key === key)) return null;
  const own = (index.byKey.get(key) ?? []).flatMap(({ id }) => index.ofId.get(id) ?? []);
  const fitting = own.filter((entry) => fits(number, entry));
  // "The close of 64.31 is below the mean [M2]" cites the line.
  if (
    key === "close" &&
    fitting.length > 0 &&
    held.every((entry) => priceLines.has(entry.key)) &&
    !citedBehind.test(text.slice(number.offset + number.text.length)) &&
    !isSourceAhead(spot)
  )
    return { verdict: "evidence", evidence: closest(number, fitting), cited: false, basis: null };
  return fitting.length === 0
    ? null
    : { verdict: "wrong_source", evidence: closest(number, fitting), cited: false, basis: null };
}

/** "462 [M20]": what is cited right behind a number is said to be its source. */
const citedBehind = /^(?: ?[A-Z]{3}\b| dollars?)?[,)]? ?\[/;

/** A number that its citation does not hold: some other evidence's, or nobody's. */
export function elsewhere(spot: Spot, { index }: Grounds): Judgement {
  const { number } = spot;
  const matches = matching(number, index);
  if (matches.length === 0) return { verdict: "unsupported", evidence: [], cited: false, basis: null };
  const evidence = closest(number, matches);
  const isCited = !matches.some(({ key }) => key === "close") || isCitedBeside(spot);
  return { verdict: isCited ? "wrong_source" : "evidence", evidence, cited: false, basis: null };
}

/** A number that is said to rest on evidence of which there is none is some other's, as `elsewhere` has it. */
export function ofKnownSource(
  judgement: Judgement | null,
  { ids }: Spot,
  bound: readonly string[],
  { items }: EvidenceIndex,
): Judgement | null {
  if (judgement?.verdict !== "evidence" || ids.size > 0 || bound.length === 0) return judgement;
  const kinds = new Set([...items.keys()].map((id) => id.charAt(0)));
  return bound.some((id) => kinds.has(id.charAt(0))) ? { ...judgement, verdict: "wrong_source" } : judgement;
}

const sourceLed =
  /^\W*(?:[\w' ]{2,32}[,:] )?(?:according to|as per|per|going by|judging by|based on|following|as (?:shown|stated|given|recorded|reported|told) (?:in|by)|from|in|by) (?:the )?(?:evidence |entry |item |source |line )?$/i;

/** "According to [M18], the last close is 62.13": what a sentence begins with is its source, where it names nothing else. */
function isSourceAhead({ number, text, sentence, numbers, mentions }: Spot): boolean {
  const [group, another] = sentence.citations;
  if (group === undefined || another !== undefined || group.end > number.offset) return false;
  return (
    occurs(sourceLed, text.slice(sentence.start, group.start)) &&
    !numbers.some(({ offset }) => offset >= group.end && offset < number.offset) &&
    mentions.every(({ keys }) => keys.every((key) => key === "close")) &&
    /^(?: USD| dollars)?(?: \[[^\]]*\])?\W*(?:$|[,;] )/.test(
      text.slice(number.offset + number.text.length, sentence.end),
    )
  );
}

/** Everybody knows the last close: a citation that does not stand right beside it is of something else. */
function isCitedBeside(spot: Spot): boolean {
  const { number, text, sentence, numbers } = spot;
  if (isSourceAhead(spot)) return true;
  const end = number.offset + number.text.length;
  return sentence.citations.some((group) => {
    const [from, to] = group.start >= end ? [end, group.start] : [group.end, number.offset];
    // "The close of 62.13 is above the mean [M2]" cites the line.
    const isNear =
      to - from <= 24 && !/[,;:.]\s|\b(?:above|below|over|under|beneath|past|near)\b/.test(text.slice(from, to));
    return isNear && !numbers.some(({ offset }) => offset >= from && offset < to);
  });
}

/** Without a citation any evidence will do, but not another measure's value under this one's name. */
export function uncited(spot: Spot, grounds: Grounds): Judgement {
  const { index } = grounds;
  const { number, text, mentions, qualifier } = spot;
  const all = number.unit === "fold" ? [] : matching(number, index);
  const exact = grounds.language === undefined ? ofKindTold(spot, all) : all;
  const isMultiple = number.unit === "fold" || (number.unit === "x" && exact.length === 0 && occurs(timesBefore, text));
  const matches = isMultiple ? multipliedBy(spot, index) : exact;
  // "Its signal line (0.049 / 0.176)" gives both values, the other one first.
  const isPaired =
    (/[(:]\s?[$€£₹]?$/.test(text.slice(Math.max(0, number.offset - 4), number.offset)) ||
      text.startsWith("/", number.offset + number.text.length)) &&
    /^ ?(?:\/|vs\.?|versus|over|against|of|less|minus|−|–) ?[$€]?\d/.test(
      text.slice(number.offset + number.text.length),
    );
  const isSet = isPaired || isSetBeside(spot);
  const named =
    grounds.language !== undefined || isSet
      ? null
      : ((number.unit === "x" ? multipleOf(text, number.offset + number.text.length) : null) ??
        measureBefore(text, mentions, number.offset) ??
        measureBehind(text, mentions, number));
  // "The closing price was 107.72 on 1 September": of a day of the list.
  const isListed = named?.keys.includes("close") === true && spot.days.length > 0;
  const meant = [...(named?.keys ?? []), ...(isListed ? ["recent_closes"] : [])].flatMap((key) =>
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
  if (meant.length === 0 && grounds.language === undefined && !isSet && isUnderAnothersName(spot, matches, index))
    return { verdict: "wrong_source", evidence: closest(number, matches), cited: false, basis: null };
  if (grounds.language === undefined && isOtherCount(spot, index))
    return {
      verdict: "wrong_source",
      evidence: matches.length === 0 ? [] : closest(number, matches),
      cited: false,
      basis: null,
    };
  const sole = grounds.language === undefined ? soleRatio(spot, index) : null;
  if (sole !== null && matches.length > 0 && !sole.some((entry) => fits(number, entry, qualifier)))
    return { verdict: "wrong_source", evidence: closest(number, matches), cited: false, basis: null };
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
  const ranged = grounds.language === undefined ? inRangeNamed(spot, index) : [];
  if (ranged.length > 0) return onEvidence(spot, ranged, false, grounds);
  return { verdict: "unsupported", evidence: [], cited: false, basis: null };
}

const behindPair =
  /^(?: (?:a share|points|times|per cent|percent))? ?(?:\/|vs\.?|versus|over|against|to|and|compared with|compared to) (?:Rs\.? ?)?[$€£₹+−-]{0,2}\d/i;

/** "The 50-session mean is over the 200-session mean: 104.08 and 98.91": both names stand before both values. */
function isSetBeside({ number, text, sentence, mentions }: Spot): boolean {
  if (!occurs(behindPair, text.slice(number.offset + number.text.length, number.offset + number.text.length + 40)))
    return false;
  const lead = text.slice(sentence.start, number.offset);
  if (!/(?:[(:,]|, (?:at|by))\s?(?:Rs\.? ?)?[$€£₹+−-]{0,2}$/.test(lead)) return false;
  const before = mentions.filter(({ end }) => end <= number.offset);
  const first = before.at(0);
  return (
    first !== undefined &&
    (new Set(before.map(({ keys }) => keys.join())).size > 1 ||
      /\b(?:closed|close|price|stock|shares?|trades?|it|we|growth|margin|tone|volatility|yield)\b/i.test(lead))
  );
}

/** "Somewhere between 92 and 93.5 sits the 20-session low": values of the measures named that the range holds. */
function inRangeNamed(spot: Spot, { byKey, ofId }: EvidenceIndex): Entry[] {
  return spot.mentions
    .flatMap(({ keys }) => keys.flatMap((key) => (byKey.get(key) ?? []).flatMap(({ id }) => ofId.get(id) ?? [])))
    .filter((entry) => inRange(spot, entry));
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
