import type { Evidence } from "#src/contract/run/evidence.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { type Citation, type Place, meantBy } from "./passage.ts";
import { sameCurrency } from "./words/locale.ts";
import { figureOf } from "./evidence-figures.ts";
import { type FoundFigure, readNumbers } from "./numbers.ts";
import { type Quantity, isPercent } from "./quantity.ts";
import { middleOf } from "./words/word-tables.ts";

/* By unit, printed sign, and printed rounding. */

/** How loosely the words before a number are read. */
export type Hedge = "about" | "nearly" | "above" | "below" | null;

const hedges: ReadonlyMap<string, Exclude<Hedge, null>> = new Map(
  (
    [
      ["about", "about|roughly|around|approximately|circa|some|close to"],
      ["nearly", "nearly|almost|just under|up to"],
      ["above", "over|more than|at least|upwards of|north of|above|exceeds|exceeding|in excess of|beyond|than"],
      ["below", "less than|lower than|smaller than|milder than|fewer than|below|under|at most|beneath|within"],
    ] as const
  ).flatMap(([hedge, words]) => words.split("|").map((word) => [word, hedge] as const)),
);

export function hedgeBefore(text: string, from: number): Hedge {
  const before = text.slice(Math.max(0, from - 24), from).toLowerCase();
  if (/~\s?$/.test(before)) return "about";
  const found = /([a-z]+ )?([a-z]+)(?: an?| the)? $/.exec(before);
  if (found === null) return null;
  const [, one = "", two = ""] = found;
  return hedges.get(one + two) ?? hedges.get(two) ?? null;
}

/** `null` where they do not go together. */
function inUnitOf({ unit }: FoundFigure, { value, kind, currency }: Quantity): number | null {
  const isShare = kind === "percent" || kind === "pp";
  const isRatio = kind === "ratio" || kind === "multiple" || kind === "plain";
  switch (unit) {
    case null:
      return value;
    case "%":
      return isShare ? value : isRatio ? value * 100 : null;
    case "pp":
    case "points":
      return isShare || kind === "points" || currency !== null ? value : null;
    case "bps":
      return isShare ? value * 100 : null;
    case "x":
    case "atr":
      return isRatio ? value : null;
    case "shares":
      return kind === "shares" || kind === "count" ? value : null;
    case "days":
      return kind === "days" ? value : null;
    default:
      return currency !== null && sameCurrency(unit, currency) ? value : null;
  }
}

export function holds(found: FoundFigure, quantity: Quantity, hedge: Hedge): boolean {
  const value = inUnitOf(found, quantity);
  if (value === null) return false;
  // A share may be stated as a fraction.
  const isPart =
    found.unit === null && !found.isWhole && isPercent(quantity) && isNear(found, Math.abs(value / 100), null);
  if (isPart) return true;
  if (found.sign !== null && value !== 0 && found.value !== 0 && (found.sign === "-") !== value < 0) return false;
  return isNear(found, Math.abs(value), hedge);
}

function isNear(found: FoundFigure, value: number, hedge: Hedge): boolean {
  const printed = Math.abs(found.value);
  const off = value - printed;
  const half = found.halfUnit * (1 + 1e-6) + printed * 1e-9;
  if (Math.abs(off) <= half) return true;
  switch (hedge) {
    case "about":
      return Math.abs(off) <= printed * 0.03;
    case "nearly":
      return off < 0 && -off <= printed * 0.1;
    case "above":
      return off > 0;
    case "below":
      return off < 0;
    case null:
      return false;
  }
}

/** Numbers in a text by somebody else, read once. */
const read = new WeakMap<Evidence, { readonly numbers: readonly FoundFigure[]; readonly days: Map<string, number> }>();

function inText(evidence: Evidence): { readonly numbers: readonly FoundFigure[]; readonly days: Map<string, number> } {
  const known = read.get(evidence);
  if (known !== undefined) return known;
  const text = evidence.text ?? "";
  const days = new Map<string, number>();
  for (const [, day = "", value = ""] of text.matchAll(/\d{4}-(\d\d-\d\d):? (-?\d+(?:\.\d+)?)/g))
    days.set(day, Number(value));
  const found = { numbers: readNumbers(text, undefined), days };
  read.set(evidence, found);
  return found;
}

/** @param day `05-24`, where the sentence gives the number's date */
function textHolds(found: FoundFigure, evidence: Evidence, day: string | null): boolean {
  if (evidence.text === null) return false;
  const { numbers, days } = inText(evidence);
  if (day !== null && days.size > 0) {
    return Math.abs(Math.abs(found.value) - (days.get(day) ?? Infinity)) <= found.halfUnit * (1 + 1e-6);
  }
  return numbers.some(
    (one) =>
      (one.unit === null || found.unit === null || one.unit === found.unit || sameCurrency(one.unit, found.unit)) &&
      Math.abs(Math.abs(one.value) - Math.abs(found.value)) <=
        Math.max(found.halfUnit, one.halfUnit * 1e-3) * (1 + 1e-6),
  );
}

export function evidenceHolds(found: FoundFigure, evidence: Evidence, hedge: Hedge, day: string | null): boolean {
  const quantity = figureOf(evidence);
  if (quantity === null) return textHolds(found, evidence, day);
  if (holds(found, quantity, hedge)) return true;
  if (found.unit !== "%") return false;
  // "10% below its average" of a ratio, and the yield of a multiple.
  const { value, kind } = quantity;
  const other = middleOf(evidence.key) === 1 ? (value - 1) * 100 : kind === "multiple" ? 100 / value : null;
  return other !== null && holds(found, { value: other, kind: "percent", currency: null }, hedge);
}

/** A number with the evidence found for it. */
export interface Verdict {
  readonly kind: Extract<TextSpan["kind"], "supported" | "wrong_source" | "unsupported" | "unread">;
  readonly ids: readonly string[];
  readonly expression: string | null;
  readonly denial: string | null;
}

const compared = /\b(?:than|exceeds|(?:is|was|sits|stands|trades?) (?:\w+ )?(?:above|below))\b/;

/** Without another number or the end of a clause in between. */
export function ownCitations(text: string, to: number, next: number, groups: readonly Citation[]): string[] {
  const ids: string[] = [];
  let at = to;
  for (const group of groups) {
    if (group.from < to) continue;
    if (group.from > next || group.from - to > 100) break;
    const between = text.slice(at, group.from);
    if (compared.test(between)) break;
    if (ids.length > 0 ? /[^\s,;]/.test(between) : /[,;:—\n]|\s(?:and|but|while|versus|vs)\s/.test(between)) break;
    ids.push(...group.ids);
    at = group.to;
  }
  return ids;
}

/** The closes that a list gives. */
export function listedCloses(evidence: Evidence): number[] {
  return evidence.text === null ? [] : [...inText(evidence).days.values()];
}

/** Whether a value is between the two numbers of a range. */
export function liesBetween(low: FoundFigure, high: FoundFigure, quantity: Quantity): boolean {
  const value = inUnitOf({ ...low, unit: low.unit ?? high.unit }, quantity);
  if (value === null) return false;
  const size = Math.abs(value);
  const [from, to] = [Math.abs(low.value), Math.abs(high.value)].toSorted((a, b) => a - b);
  return size >= (from ?? 0) - low.halfUnit && size <= (to ?? 0) + high.halfUnit;
}

export interface Named {
  readonly evidence: readonly Evidence[];
  /** Where the name in front ends. */
  readonly to: number;
  /** The name in front is a measure that the evidence does not have. */
  readonly isMissing: boolean;
}

/** The measures that a sentence names at a number: right in front with words that link the two, or right behind. */
export function namedNear({ found, before, next, passage, grounds }: Place): Named {
  const fits = (mention: { readonly keys: readonly string[] }): Evidence[] =>
    meantBy(mention, grounds).filter((one) => unitFits(found, figureOf(one)));
  const { bare, mentions } = passage;
  const behind = mentions.find(
    ({ from, to }) => from >= found.to && to <= next && /^ (?:of )?$/.test(bare.slice(found.to, from)),
  );
  const front = mentions.findLast(({ from, to }) => from >= before && to <= found.from);
  const isLinked = front !== undefined && links(bare.slice(front.to, found.from));
  if (!isLinked) return { evidence: behind === undefined ? [] : fits(behind), to: front?.to ?? 0, isMissing: false };
  // A close may be that of a day before.
  const isClose = front.keys.includes("close") && isMoney(found);
  const listed = isClose ? meantBy({ keys: ["recent_closes"] }, grounds) : [];
  const evidence = [...fits(front), ...listed, ...(behind === undefined ? [] : fits(behind))];
  return { evidence, to: front.to, isMissing: meantBy(front, grounds).length === 0 };
}

const linking = new Set(
  (
    "of at is was to stands stood sits reads prints now came comes reached hit near about around roughly only just a an " +
    "the above below over under than more less still has been running currently trailing exceeds between from and " +
    "approximately some nearly almost closed falls in range ran somewhere lies"
  ).split(" "),
);

function links(between: string): boolean {
  return (
    between.length < 40 &&
    !/[,;—()]/.test(between) &&
    (between.match(/[A-Za-z]+/g) ?? []).every((word) => linking.has(word))
  );
}

export function isMoney(found: FoundFigure): boolean {
  return found.unit !== null && unitFits(found, { value: 0, kind: "price", currency: "" });
}

function unitFits({ unit }: FoundFigure, quantity: Quantity | null): boolean {
  if (quantity === null) return false;
  switch (unit) {
    case "%":
    case "pp":
    case "bps":
      return quantity.kind === "percent" || quantity.kind === "pp";
    case "x":
      return quantity.kind === "multiple" || quantity.kind === "ratio";
    case null:
      return quantity.currency === null;
    case "points":
      return quantity.kind === "points" || quantity.kind === "pp";
    case "shares":
    case "days":
    case "atr":
      return quantity.kind === unit;
    default:
      return quantity.currency !== null;
  }
}
