import type { Computation, Point } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { BadComputation, GroundedNumber, Grounding } from "#src/contract/judgement.ts";
import { sameCurrency } from "./currencies.ts";
import { evaluate, namesIn } from "./expression.ts";
import { findNumbers, type FoundNumber } from "./numbers.ts";

type Kind = "percent" | "money" | "ratio" | "count" | "other" | "bare";

/** One number of the evidence: an item's own value, or a number in its text or its label. */
interface Entry {
  readonly id: string;
  readonly value: number;
  readonly kind: Kind;
  /** For money. */
  readonly currency: string | null;
}

/** Evidence made ready for many texts. */
export interface EvidenceIndex {
  readonly values: ReadonlyMap<string, number | null>;
  /** Ascending by absolute value, with those beside them for the search. */
  readonly entries: readonly Entry[];
  readonly magnitudes: Float64Array;
}

/** Reads every value, and every number in a text or a label, once. Basis points stand as percent. */
export function prepareEvidence(evidence: readonly Evidence[]): EvidenceIndex {
  const entries = evidence
    .flatMap((item): Entry[] => [
      ...(item.value === null ? [] : [{ id: item.id, value: item.value, ...kindOfUnit(item.unit) }]),
      // A label's numbers are part of the measure's name: "Return over 63 sessions".
      ...findNumbers(item.label).map(({ value }): Entry => ({ id: item.id, value, kind: "other", currency: null })),
      ...(item.text === null ? [] : findNumbers(item.text).map((number) => entryOfText(item.id, number))),
    ])
    .toSorted((a, b) => Math.abs(a.value) - Math.abs(b.value));
  return {
    values: new Map(evidence.map((item) => [item.id, item.value])),
    entries,
    magnitudes: Float64Array.from(entries, (entry) => Math.abs(entry.value)),
  };
}

function kindOfUnit(unit: string | null): Pick<Entry, "kind" | "currency"> {
  if (unit === "%") return { kind: "percent", currency: null };
  if (unit === "x") return { kind: "ratio", currency: null };
  if (unit === "count") return { kind: "count", currency: null };
  if (unit === null) return { kind: "bare", currency: null };
  const currency = /^([A-Z]{3,5}|GBp)(?:\/[a-z]+)?$/.exec(unit)?.[1];
  return currency === undefined ? { kind: "other", currency: null } : { kind: "money", currency };
}

function entryOfText(id: string, { value, unit }: FoundNumber): Entry {
  if (unit === "bps") return { id, value: value / 100, kind: "percent", currency: null };
  return unit === null || unit === "%" || unit === "x"
    ? { id, value, ...kindOfUnit(unit) }
    : { id, value, kind: "money", currency: unit };
}

/** A number that an agent set itself: a level, a size, a score. */
export interface Proposed {
  readonly label: string;
  readonly value: number;
}

/**
 * Ties every number of a statement, in its prose and in its points' claims, to what it rests on.
 *
 * A number matches a value when they differ by at most half a unit of its last printed digit and their units
 * can be the same: `%` and bps only percent, money only its currency or a bare number in a text, `x` a ratio
 * or a plain count, and a bare number anything. A number printed without a sign, or in brackets, may stand
 * for a negative value ("fell 3.2%"); one printed with a sign means it.
 *
 * Asked in this order: evidence cited within 120 characters or by the point; declared computations that hold
 * (a fraction may be printed as percent); numbers that agents set; any other evidence, the closest value first.
 * A computation holds when it reads evidence and gives its stated value within the digits stated.
 *
 * @param index from `prepareEvidence`, over the evidence the agent had
 * @param proposed what this agent and those before it set
 */
export function ground(args: {
  readonly text: string;
  readonly points: readonly Point[];
  readonly computations: readonly Computation[];
  readonly index: EvidenceIndex;
  readonly proposed: readonly Proposed[];
}): Grounding {
  const { text, points, index, proposed } = args;
  const judged = args.computations.map((computation) => judge(computation, index));
  const grounds: Grounds = { index, computed: judged.filter((one) => "ids" in one), proposed };
  const numbers = [
    ...groundText(text, null, [], grounds),
    ...points.flatMap((point, at) => groundText(point.claim, at, point.evidence, grounds)),
  ];
  const supported = numbers.filter((number) => number.verdict !== "unsupported").length;
  const cited = [
    ...[text, ...points.map((point) => point.claim)].flatMap(bracketedIds),
    ...points.flatMap((point) => point.evidence),
    ...args.computations.flatMap((computation) => namesIn(computation.expression)),
  ];
  return {
    numbers,
    supported,
    unsupported: numbers.length - supported,
    bad_computations: judged.filter((one) => "reason" in one),
    unknown_ids: [...new Set(cited)].filter((id) => !index.values.has(id)),
  };
}

interface Computed {
  readonly expression: string;
  readonly value: number;
  readonly ids: string[];
}

/** The computation with its exact value, or with the reason why it supports nothing. */
function judge({ expression, value }: Computation, index: EvidenceIndex): Computed | BadComputation {
  const result = evaluate(expression, (id) => index.values.get(id) ?? null);
  if (!result.ok) return { expression, value, reason: result.reason };
  const ids = namesIn(expression);
  if (ids.length === 0) return { expression, value, reason: "reads no evidence" };
  if (!within(result.value, value, halfUnitOf(value))) {
    return { expression, value, reason: `gives ${Number(result.value.toPrecision(12))}` };
  }
  return { expression, value: result.value, ids };
}

/** Half a unit of the last digit of a number as JSON prints it: 0.05 for 12.3, 0.5 for 200. */
function halfUnitOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  const decimals = digits.split(".")[1]?.length ?? 0;
  return Number(`5e${Number(exponent) - decimals - 1}`);
}

/** With room for the last bits that decimal text loses in a double. */
function within(value: number, printed: number, halfUnit: number): boolean {
  return Math.abs(value - printed) <= halfUnit * (1 + 1e-6) + Math.abs(value) * 1e-12;
}

interface Grounds {
  readonly index: EvidenceIndex;
  readonly computed: readonly Computed[];
  readonly proposed: readonly Proposed[];
}

interface Citation {
  readonly id: string;
  readonly at: number;
}

const nearby = 120;

function groundText(text: string, point: number | null, ids: readonly string[], grounds: Grounds): GroundedNumber[] {
  const found = findNumbers(text);
  const citations = found.length === 0 ? [] : citationsIn(text);
  let first = 0;
  return found.map((number) => {
    const end = number.offset + number.text.length;
    while ((citations[first]?.at ?? Infinity) < number.offset - nearby) first += 1;
    const near = new Set(ids);
    for (let at = first; at < citations.length; at += 1) {
      const citation = citations[at];
      if (citation === undefined || citation.at > end + nearby) break;
      near.add(citation.id);
    }
    const { offset, text: printed, value, unit } = number;
    return { point, offset, text: printed, value, unit, ...groundNumber(number, near, grounds) };
  });
}

function groundNumber(
  number: FoundNumber,
  near: ReadonlySet<string>,
  { index, computed, proposed }: Grounds,
): Pick<GroundedNumber, "verdict" | "evidence" | "basis"> {
  const matches = matching(number, index);
  const cited = matches.filter((entry) => near.has(entry.id));
  if (cited.length > 0) return { verdict: "evidence", evidence: idsOf(cited), basis: null };
  const computation = computed.find(({ value }) => restsOn(number, value));
  if (computation !== undefined) {
    return { verdict: "computation", evidence: computation.ids, basis: computation.expression };
  }
  const proposal = proposed.find(({ value }) => restsOn(number, value));
  if (proposal !== undefined) return { verdict: "proposal", evidence: [], basis: proposal.label };
  if (matches.length === 0) return { verdict: "unsupported", evidence: [], basis: null };
  const target = Math.abs(inPercent(number).value);
  const distance = Math.min(...matches.map((entry) => Math.abs(Math.abs(entry.value) - target)));
  const closest = matches.filter((entry) => Math.abs(Math.abs(entry.value) - target) === distance);
  return { verdict: "evidence", evidence: idsOf(closest), basis: null };
}

function idsOf(entries: readonly Entry[]): string[] {
  return [...new Set(entries.map((entry) => entry.id))];
}

/** Every entry the number can mean, ascending by absolute value. */
function matching(number: FoundNumber, { entries, magnitudes }: EvidenceIndex): Entry[] {
  const { value, halfUnit } = inPercent(number);
  const least = Math.abs(value) - halfUnit * (1 + 1e-5);
  const found: Entry[] = [];
  for (let at = firstAtLeast(magnitudes, least - Math.abs(least) * 1e-9); at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry === undefined || Math.abs(entry.value) > Math.abs(value) * (1 + 1e-9) + halfUnit * (1 + 1e-5)) break;
    if (compatible(number.unit, entry) && agrees(number.sign, entry.value, value, halfUnit)) found.push(entry);
  }
  return found;
}

/** A bps number as percent; any other as it is. */
function inPercent({ value, halfUnit, unit }: FoundNumber): { value: number; halfUnit: number } {
  return unit === "bps" ? { value: value / 100, halfUnit: halfUnit / 100 } : { value, halfUnit };
}

/** A printed sign must be the value's; without one, or in brackets, the sentence may carry it. */
function agrees(sign: FoundNumber["sign"], value: number, printed: number, halfUnit: number): boolean {
  return sign === "+" || sign === "-"
    ? within(value, printed, halfUnit)
    : within(Math.abs(value), Math.abs(printed), halfUnit);
}

/** Whether a number without a unit of its own, computed or set, can be the one printed. */
function restsOn(number: FoundNumber, value: number): boolean {
  const { value: printed, halfUnit } = inPercent(number);
  if (agrees(number.sign, value, number.value, number.halfUnit)) return true;
  const percent = number.unit === "%" || number.unit === "bps";
  return (
    percent && (agrees(number.sign, value * 100, printed, halfUnit) || agrees(number.sign, value, printed, halfUnit))
  );
}

function compatible(unit: string | null, { kind, currency }: Entry): boolean {
  switch (unit) {
    case null:
      return true;
    case "%":
    case "bps":
      return kind === "percent";
    case "x":
      return kind === "ratio" || kind === "count" || kind === "bare";
    default:
      return kind === "bare" || (kind === "money" && currency !== null && sameCurrency(unit, currency));
  }
}

function firstAtLeast(ascending: Float64Array, least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function citationsIn(text: string): Citation[] {
  return [...text.matchAll(/(?<![A-Za-z0-9_])[MSNFD]\d{1,4}(?![A-Za-z0-9_])/g)].map((found) => ({
    id: found[0],
    at: found.index,
  }));
}

/**
 * Ids that stand as citations, in brackets with nothing but ids: `[M3]`, `(M3, F4)`, `【N1】`. In square
 * brackets any letter is taken for a citation, so that an id nobody gave is noticed; bare words are not, as
 * an M2 can also be a chip or a measure of money.
 */
function bracketedIds(text: string): string[] {
  const groups = text.matchAll(
    /[[【](?![QH][1-4]\b)[A-Z]\d{1,4}(?:[,;–-] ?[A-Z]\d{1,4}){0,20}[\]】]|\([MSNFD]\d{1,4}(?:[,;–-] ?[MSNFD]\d{1,4}){0,20}\)/g,
  );
  return [...groups].flatMap(([group]) => group.match(/[A-Z]\d{1,4}/g) ?? []);
}
