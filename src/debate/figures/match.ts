import type { Evidence } from "#src/contract/evidence.ts";
import type { TextSpan } from "#src/contract/spans.ts";
import type { Citation } from "./citations.ts";
import { sameCurrency } from "./currencies.ts";
import { figureOf } from "./evidence-figures.ts";
import type { FoundFigure } from "./numbers.ts";
import { readNumbers } from "./numbers.ts";
import type { Quantity } from "./quantity.ts";

/*
 * Whether a printed number can be a value: by unit, by sign where one is printed, and within printed rounding.
 */

/** How loosely the words before a number let it be read. */
export type Hedge = "about" | "over" | "under" | null;

const hedges: readonly (readonly [Exclude<Hedge, null>, ReadonlySet<string>])[] = [
  ["about", new Set("about roughly around approximately circa some nearly almost close ~".split(" "))],
  ["over", new Set(["over", "more than", "at least", "upwards of", "just over", "well over", "north of"])],
  ["under", new Set(["less than", "just under", "almost", "nearly", "up to"])],
];

export function hedgeBefore(text: string, from: number): Hedge {
  const before = text.slice(Math.max(0, from - 24), from).toLowerCase();
  if (/~\s?$/.test(before)) return "about";
  const words = before.match(/[a-z]+/g) ?? [];
  const [last = "", two = ""] = [words.at(-1), words.slice(-2).join(" ")];
  if (!/[a-z]\s$/.test(before)) return null;
  return hedges.find(([, set]) => set.has(last) || set.has(two))?.[0] ?? null;
}

/** What a value is in the unit of a printed number; `null` where the two do not go together. */
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
      return isShare || kind === "points" ? value : null;
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
    case "over":
      return off > 0 && off <= printed * 0.1;
    case "under":
      return off < 0 && -off <= printed * 0.1;
    case null:
      return false;
  }
}

/** Numbers in a text that somebody else wrote, read once. */
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

/** @param day `05-24`, where the sentence names the day of the number */
export function textHolds(found: FoundFigure, evidence: Evidence, day: string | null): boolean {
  if (evidence.text === null) return false;
  const { numbers, days } = inText(evidence);
  const ofDay = day === null ? undefined : days.get(day);
  if (ofDay !== undefined) return Math.abs(Math.abs(found.value) - ofDay) <= found.halfUnit * (1 + 1e-6);
  return numbers.some(
    (one) =>
      (one.unit === null || found.unit === null || one.unit === found.unit || sameCurrency(one.unit, found.unit)) &&
      Math.abs(Math.abs(one.value) - Math.abs(found.value)) <=
        Math.max(found.halfUnit, one.halfUnit * 1e-3) * (1 + 1e-6),
  );
}

export function evidenceHolds(found: FoundFigure, evidence: Evidence, hedge: Hedge, day: string | null): boolean {
  const quantity = figureOf(evidence);
  return quantity === null ? textHolds(found, evidence, day) : holds(found, quantity, hedge);
}

/** A number with what it was found to rest on. */
export interface Verdict {
  readonly kind: Extract<TextSpan["kind"], "supported" | "wrong_source" | "unsupported" | "unread">;
  readonly ids: readonly string[];
  readonly expression: string | null;
  readonly denial: string | null;
}

/** The citations right behind a number: with no other number and no end of a clause in between. */
export function ownCitations(text: string, to: number, next: number, groups: readonly Citation[]): string[] {
  const ids: string[] = [];
  let at = to;
  for (const group of groups) {
    if (group.from < to) continue;
    if (group.from > next || group.from - to > 100) break;
    const between = text.slice(at, group.from);
    if (ids.length > 0 ? /[^\s,;]/.test(between) : /[,;:—\n]|\s(?:and|but|while|versus|vs)\s/.test(between)) break;
    ids.push(...group.ids);
    at = group.to;
  }
  return ids;
}
