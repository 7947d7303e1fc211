import { valueOf, type Expression } from "./expression.ts";

/**
 * What a value measures, as far as prose prints it differently: powers of money and of shares, and how often it was
 * multiplied by a hundred (1: percent, 2: basis points). Everything without a unit of its own is a plain number.
 */
export interface Quantity {
  readonly money: number;
  readonly shares: number;
  readonly hundreds: number;
}

const plain: Quantity = { money: 0, shares: 0, hundreds: 0 };

/** Of an evidence's unit; those without a rule here are plain numbers. */
export function quantityOfUnit(unit: string | null): Quantity {
  if (unit === "%") return { ...plain, hundreds: 1 };
  if (unit === "shares") return { ...plain, shares: 1 };
  // A price is told in plain currency, earnings in currency a share: both are money of one share.
  if (unit !== null && /^(?:[A-Z]{3,5}|GBp)(?:\/share)?$/.test(unit)) return { ...plain, money: 1 };
  return plain;
}

/** Numbers that arithmetic over evidence may use without saying where they are from. */
const scales = [0.01, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 10, 100, 1000, 10_000, 1e6, 1e9, 1e12];
/** Days, weeks, months and sessions of a year and of its parts. */
const spans = [7, 12, 21, 30, 52, 63, 90, 252, 360, 365];
const constants: ReadonlySet<number> = new Set([...scales, ...spans]);
/** What may be added or taken away: `F3 / F4 - 1`, `100 - F8`. Any other would be a figure from nowhere. */
const addable: ReadonlySet<number> = new Set([1, 100]);

/** Why an expression may not support a number although its value is right; `null` when it may. */
export function faultOf(tree: Expression, lookup: (id: string) => number | null): string | null {
  const odd = oddConstant(tree, false);
  if (odd !== null) return `uses ${odd}, which is no evidence`;
  const names = [...namesOf(tree)];
  const idle = names.find((name) => !matters(tree, name, lookup));
  return idle === undefined ? null : `does not depend on ${idle}`;
}

/** What an expression's value measures; `null` when it adds what cannot be added. */
export function quantityOf(tree: Expression, unitOf: (id: string) => string | null): Quantity | null {
  const measured = measure(tree, unitOf);
  return measured === null || measured === "constant" ? null : measured;
}

function measure(tree: Expression, unitOf: (id: string) => string | null): Quantity | "constant" | null {
  switch (tree.kind) {
    case "number":
      return "constant";
    case "name":
      return quantityOfUnit(unitOf(tree.name));
    case "negate":
      return measure(tree.of, unitOf);
    case "call":
      return tree.of.map((part) => measure(part, unitOf)).reduce(together);
    case "binary": {
      const left = measure(tree.left, unitOf);
      const right = measure(tree.right, unitOf);
      if (tree.operator === "+" || tree.operator === "-") return together(left, right);
      const way = tree.operator === "*" ? 1 : -1;
      if (left === null || right === null) return null;
      if (left === "constant" && right === "constant") return "constant";
      const a = left === "constant" ? scaled(tree.left, 1) : left;
      const b = right === "constant" ? scaled(tree.right, 1) : right;
      return {
        money: a.money + way * b.money,
        shares: a.shares + way * b.shares,
        hundreds: a.hundreds + way * b.hundreds,
      };
    }
  }
}

function scaled(tree: Expression, way: 1 | -1): Quantity {
  const value = tree.kind === "number" ? tree.value : null;
  const hundreds = value === 100 ? 1 : value === 10_000 ? 2 : value === 0.01 ? -1 : 0;
  return { ...plain, hundreds: hundreds * way };
}

function together(
  left: Quantity | "constant" | null,
  right: Quantity | "constant" | null,
): Quantity | "constant" | null {
  if (left === null || right === null) return null;
  if (left === "constant") return right;
  if (right === "constant") return left;
  const same = left.money === right.money && left.shares === right.shares && left.hundreds === right.hundreds;
  return same ? left : null;
}

function oddConstant(tree: Expression, added: boolean): number | null {
  switch (tree.kind) {
    case "number":
      return (added ? addable : constants).has(tree.value) ? null : tree.value;
    case "name":
      return null;
    case "negate":
      return oddConstant(tree.of, added);
    case "call":
      return tree.of.map((part) => oddConstant(part, true)).find((odd) => odd !== null) ?? null;
    case "binary": {
      const sum = tree.operator === "+" || tree.operator === "-";
      return oddConstant(tree.left, sum) ?? oddConstant(tree.right, sum);
    }
  }
}

function namesOf(tree: Expression): ReadonlySet<string> {
  switch (tree.kind) {
    case "number":
      return new Set();
    case "name":
      return new Set([tree.name]);
    case "negate":
      return namesOf(tree.of);
    case "call":
      return new Set(tree.of.flatMap((part) => [...namesOf(part)]));
    case "binary":
      return new Set([...namesOf(tree.left), ...namesOf(tree.right)]);
  }
}

/** Whether another value of the evidence would give another result; large steps too, for `max` and `min`. */
function matters(tree: Expression, name: string, lookup: (id: string) => number | null): boolean {
  const given = valueOf(tree, lookup);
  if (!given.ok) return true;
  const value = lookup(name) ?? 0;
  return [value * 1.01 + 0.01, value * 0.5 - 1, value + 1e9, value - 1e9].some((other) => {
    const moved = valueOf(tree, (id) => (id === name ? other : lookup(id)));
    return !moved.ok || Math.abs(moved.value - given.value) > Math.abs(given.value) * 1e-9 + 1e-12;
  });
}
