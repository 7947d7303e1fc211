import { isPercent, multiply, type Quantity } from "./quantity.ts";
import { holds, type Hedge } from "./match.ts";
import type { FoundFigure } from "./numbers.ts";

/** A figure that a number may be computed from. */
export interface Operand {
  /** An evidence id, an own term, or digits of the sentence. */
  readonly name: string;
  readonly quantity: Quantity;
  /** Its place in a list of closes. */
  readonly place?: number;
  /** An average true range, a unit of distance. */
  readonly isRange?: boolean;
}

export interface Step {
  readonly expression: string;
  readonly names: readonly string[];
}

const mostOperands = 30;

/** A difference, a change or a ratio of two figures. */
export function findStep(found: FoundFigure, given: readonly Operand[], hedge: Hedge, isShare: boolean): Step | null {
  const operands = given.slice(0, mostOperands);
  const families = operands.map(({ quantity }) => familyOf(quantity));
  for (const [at, a] of operands.entries()) {
    for (const [other, b] of operands.entries()) {
      if (a === b || isFarApart(a, b)) continue;
      const isOne = families[at] === families[other];
      const step = isOne ? stepOf(found, a, b, hedge, isShare) : rateOf(found, a, b, hedge);
      if (step !== null) return { expression: step, names: [a.name, b.name] };
    }
  }
  if (found.unit === "%") return ofPortfolio(found, operands, hedge);
  return found.unit === "x" || found.unit === "atr" || !found.isWhole ? ofThree(found, operands, hedge) : null;
}

/** What may be taken from one another. */
function familyOf(quantity: Quantity): string {
  const { kind, currency } = quantity;
  if (isPercent(quantity)) return "percent";
  if (kind === "ratio" || kind === "multiple" || kind === "plain") return "ratio";
  return currency === null ? kind : `${currency} ${kind === "money" ? "in all" : "each"}`;
}

/** An amount for each share. */
function rateOf(found: FoundFigure, a: Operand, b: Operand, hedge: Hedge): string | null {
  if (a.quantity.kind !== "money" || (b.quantity.kind !== "shares" && b.quantity.kind !== "price")) return null;
  const rate = multiply(a.quantity, b.quantity, -1);
  return rate.ok && holds(found, rate.quantity, hedge) ? `${a.name} / ${b.name}` : null;
}

function stepOf(found: FoundFigure, a: Operand, b: Operand, hedge: Hedge, isShare: boolean): string | null {
  const { value: x, kind } = a.quantity;
  const { value: y } = b.quantity;
  const difference = { ...a.quantity, value: x - y };
  if ((found.unit !== null || found.digits > 1) && holds(found, difference, hedge)) return `${a.name} - ${b.name}`;
  if (y === 0) return null;
  const change = { value: (x / y - 1) * 100, kind: "percent", currency: null } as const;
  if (found.unit === "%" && !isShare && holds(found, change, hedge)) return `(${a.name} - ${b.name}) / ${b.name}`;
  const isPart = isShare || kind === "count" || kind === "money";
  const isRatio = found.unit === "x" || found.unit === "atr" || (found.unit === "%" && isPart);
  const isPlain = found.unit === null && !found.isWhole;
  return (isRatio || isPlain) && holds(found, { value: x / y, kind: "ratio", currency: null }, hedge)
    ? `${a.name} / ${b.name}`
    : null;
}

/** A distance in true ranges, and reward to risk. */
function ofThree(found: FoundFigure, operands: readonly Operand[], hedge: Hedge): Step | null {
  const prices = operands.filter(({ quantity }) => quantity.kind === "price");
  const named = (name: string): Operand[] => prices.filter((one) => one.name === name);
  const ways: (readonly [Operand, Operand, Operand])[] =
    found.unit === "atr"
      ? prices.flatMap((a) => prices.flatMap((b) => prices.filter(isRange).map((range) => [a, b, range] as const)))
      : named("target").flatMap((target) =>
          named("stop").flatMap((stop) => prices.slice(0, 6).map((entry) => [target, entry, stop] as const)),
        );
  for (const [a, b, c] of ways) {
    const over = isRange(c) ? c.quantity.value : b.quantity.value - c.quantity.value;
    const value = (a.quantity.value - b.quantity.value) / over;
    if (over === 0 || !holds(found, { value, kind: "ratio", currency: null }, hedge)) continue;
    const below = isRange(c) ? c.name : `(${b.name} - ${c.name})`;
    return { expression: `(${a.name} - ${b.name}) / ${below}`, names: [a.name, b.name, c.name] };
  }
  return null;
}

/** What a portfolio loses at the stop or gains at the target. */
function ofPortfolio(found: FoundFigure, operands: readonly Operand[], hedge: Hedge): Step | null {
  const value = (name: string): number => operands.find((one) => one.name === name)?.quantity.value ?? Number.NaN;
  for (const end of ["stop", "target"]) {
    const part = (value("size_pct") * (value(end) - value("entry"))) / value("entry");
    if (Number.isFinite(part) && holds(found, { value: part, kind: "percent", currency: null }, hedge))
      return { expression: `size * (${end} - entry) / entry`, names: [] };
  }
  return null;
}

/** Of a list of closes, only neighbours are compared as a move. */
function isFarApart(a: Operand, b: Operand): boolean {
  return a.place !== undefined && b.place !== undefined && Math.abs(a.place - b.place) > 1;
}

function isRange({ isRange: is }: Operand): boolean {
  return is === true;
}
