import type { Evidence } from "#src/contract/run/evidence.ts";
import { currencyOf, kindOf, type Quantity, type Worked } from "./quantity.ts";

const figures = new WeakMap<Evidence, Quantity>();

/** The figure of a piece of evidence; `null` for a text. */
export function figureOf(evidence: Evidence): Quantity | null {
  const { key, unit, value } = evidence;
  if (value === null) return null;
  const known = figures.get(evidence);
  if (known !== undefined) return known;
  const figure = { value, kind: kindOf(key, unit), currency: unit === null ? null : currencyOf(unit) };
  figures.set(evidence, figure);
  return figure;
}

/** A number that an agent set itself: `trader stop` 187.2. */
export interface Term {
  readonly label: string;
  readonly value: number;
}

/** What the speaker and earlier agents set, and the currency of prices. */
export interface Terms {
  readonly own: Readonly<Record<string, number | null>>;
  readonly proposed: readonly Term[];
  readonly currency: string;
  /** Prices are points of an index, and printed without a currency. */
  readonly isIndex?: boolean | undefined;
}

/** The field behind each name that agents use. */
const fields: Readonly<Record<string, string>> = {
  entry: "entry",
  stop: "stop",
  target: "target",
  size: "size_pct",
  size_pct: "size_pct",
  confidence: "confidence",
  horizon: "horizon_days",
  horizon_days: "horizon_days",
};

export const roles = ["entry", "stop", "target", "size_pct", "confidence", "horizon_days"] as const;
export type Role = (typeof roles)[number];

export function roleOf(name: string): Role | null {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return roles.find((role) => role === field) ?? null;
}

/** The speaker's own term, else the latest from an earlier agent. */
export function termOf({ own, proposed }: Terms, role: Role): Term | null {
  const value = own[role];
  if (value !== undefined && value !== null) return { label: `own ${labelOf(role)}`, value };
  const found = proposed.findLast(({ label }) => label.endsWith(` ${role}`));
  return found === undefined ? null : { label: found.label.replace(role, labelOf(role)), value: found.value };
}

function labelOf(role: Role): string {
  return role.replace(/_(?:pct|days)$/, "");
}

export function quantityOfTerm(role: Role, value: number, currency: string): Quantity {
  switch (role) {
    case "entry":
    case "stop":
    case "target":
      return { value, kind: "price", currency };
    case "size_pct":
      return { value, kind: "percent", currency: null };
    case "confidence":
      // A fraction that is shown as %.
      return { value: Number((value * 100).toPrecision(12)), kind: "percent", currency: null };
    case "horizon_days":
      return { value, kind: "days", currency: null };
  }
}

/** The unit as readers know it: index points have no currency. */
export function readable(quantity: Quantity, { isIndex }: Terms): Quantity {
  return isIndex === true && quantity.kind === "price" ? { ...quantity, currency: null } : quantity;
}

/** The value of a name in an expression. */
export function lookUp(name: string, evidence: ReadonlyMap<string, Evidence>, terms: Terms): Worked {
  const role = roleOf(name);
  if (role !== null) {
    const term = termOf(terms, role);
    return term === null
      ? { ok: false, reason: `no ${labelOf(role)} is set` }
      : { ok: true, quantity: quantityOfTerm(role, term.value, terms.currency) };
  }
  const found = evidence.get(name);
  if (found === undefined) return { ok: false, reason: `there is no evidence ${name}` };
  const quantity = figureOf(found);
  return quantity === null ? { ok: false, reason: `${name} is a text and has no value` } : { ok: true, quantity };
}
