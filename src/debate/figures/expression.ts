import { type Quantity, type Worked, add, multiply, number } from "./quantity.ts";

/*
 * Where a reference begins and ends.
 */

/** The longest text between braces that can be a reference. */
export const mostCharacters = 200;
/** Closing braces that belong to a reference. */
export const mostBraces = 8;

/** An id with one closing brace or none. */
export const unclosed = /^([MSNFD]\d{1,4}(?:\|abs)?)(?:\}|(?=[\s,;:.!?]))/;

/** Where a run of one brace ends. */
export function braces(raw: string, from: number, brace: string, last = raw.length): number {
  let at = from;
  while (at < last && raw.charAt(at) === brace) at += 1;
  return at;
}

const ownNames = ["entry", "stop", "target", "size_pct", "confidence", "horizon_days", "abs"];

/** Whether all of it may be the start of a reference. */
export function isCut(rest: string): boolean {
  const words = rest.match(/[A-Za-z_]+\d*/g) ?? [];
  const isPart = (word: string): boolean => /^[MSNFD]\d*$/.test(word) || ownNames.some((name) => name.startsWith(word));
  return /^[\w\s()+*/|.%-]*$/.test(rest) && words.every(isPart);
}

/** Where the braces close; `later` while they still may, `null` where they do not. */
export function closeOf(raw: string, open: number): number | "later" | null {
  const from = open + 2;
  const to = Math.min(raw.length, from + mostCharacters + 2);
  for (let at = from; at < to; at += 1) {
    const char = raw.charAt(at);
    if (char === "}") {
      if (at + 1 === raw.length) return "later";
      return raw.charAt(at + 1) === "}" ? at : null;
    }
    if (char === "{" || char === "\n") return null;
  }
  return to === raw.length && to < from + mostCharacters + 2 ? "later" : null;
}

/** A name is an evidence id or a term that an agent set. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "negate"; readonly of: Expression }
  | { readonly kind: "binary"; readonly operator: Operator; readonly left: Expression; readonly right: Expression };

type Operator = "+" | "-" | "*" | "/";
type Parsed = { readonly ok: true; readonly tree: Expression } | { readonly ok: false; readonly reason: string };

/** Sessions, months, quarters of a year, and inverses. A figure is no constant. */
const constants = new Set([1, 2, 3, 4, 12, 21, 52, 63, 100, 252, 365]);
const mostDepth = 16;

interface Cursor {
  readonly tokens: readonly string[];
  at: number;
}

const token = /\s*(\d+(?:\.\d+)?(?![A-Za-z\d_.])|[A-Za-z_][A-Za-z\d_]*|[-+*/()[\]−–×÷])/y;
const same: Readonly<Record<string, string>> = { "−": "-", "–": "-", "×": "*", "÷": "/" };

/** Ids may stand in square brackets. */
export function parseExpression(text: string): Parsed {
  const tokens = tokensOf(text.trim());
  if (typeof tokens === "string") return { ok: false, reason: tokens };
  const cursor = { tokens, at: 0 };
  const read = sum(cursor, 0);
  const left = tokens[cursor.at];
  return read.ok && left !== undefined ? { ok: false, reason: `unexpected "${left}"` } : read;
}

function tokensOf(text: string): string[] | string {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const found = token.exec(text)?.[1];
    if (found === undefined) return `unexpected "${text.slice(at).trim().slice(0, 12)}"`;
    tokens.push(same[found] ?? found);
  }
  return tokens;
}

function take(cursor: Cursor, wanted: string): boolean {
  if (cursor.tokens[cursor.at] !== wanted) return false;
  cursor.at += 1;
  return true;
}

function sum(cursor: Cursor, depth: number): Parsed {
  return joined(cursor, ["+", "-"], () => joined(cursor, ["*", "/"], () => factor(cursor, depth)));
}

function joined(cursor: Cursor, ranked: readonly Operator[], operand: () => Parsed): Parsed {
  let left = operand();
  while (left.ok) {
    const operator = ranked.find((one) => take(cursor, one));
    if (operator === undefined) return left;
    const right = operand();
    if (!right.ok) return right;
    left = { ok: true, tree: { kind: "binary", operator, left: left.tree, right: right.tree } };
  }
  return left;
}

function factor(cursor: Cursor, depth: number): Parsed {
  if (depth > mostDepth) return { ok: false, reason: `nested more than ${mostDepth} deep` };
  if (take(cursor, "-")) {
    const inner = factor(cursor, depth + 1);
    return inner.ok ? { ok: true, tree: { kind: "negate", of: inner.tree } } : inner;
  }
  if (take(cursor, "(")) return closed(cursor, sum(cursor, depth + 1), ")");
  const bracketed = take(cursor, "[");
  const found = cursor.tokens[cursor.at];
  if (found === undefined) return { ok: false, reason: "it ends too early" };
  if (!/^[A-Za-z\d_]/.test(found)) return { ok: false, reason: `unexpected "${found}"` };
  cursor.at += 1;
  if (/^\d/.test(found)) {
    const value = Number(found);
    return constants.has(value)
      ? { ok: true, tree: { kind: "number", value } }
      : { ok: false, reason: `${found} is not one of the constants ${[...constants].join(", ")}` };
  }
  const named: Parsed = { ok: true, tree: { kind: "name", name: found } };
  return bracketed ? closed(cursor, named, "]") : named;
}

function closed(cursor: Cursor, inner: Parsed, bracket: string): Parsed {
  return !inner.ok || take(cursor, bracket) ? inner : { ok: false, reason: `"${bracket}" is missing` };
}

/** The names in order, each once. */
export function namesIn(tree: Expression): string[] {
  switch (tree.kind) {
    case "number":
      return [];
    case "name":
      return [tree.name];
    case "negate":
      return namesIn(tree.of);
    case "binary":
      return [...new Set([...namesIn(tree.left), ...namesIn(tree.right)])];
  }
}

/** The value with its unit inferred. */
export function workOut(tree: Expression, lookup: (name: string) => Worked): Worked {
  switch (tree.kind) {
    case "number":
      return { ok: true, quantity: number(tree.value) };
    case "name":
      return lookup(tree.name);
    case "negate": {
      const inner = workOut(tree.of, lookup);
      return inner.ok ? { ok: true, quantity: { ...inner.quantity, value: 0 - inner.quantity.value } } : inner;
    }
    case "binary": {
      const left = workOut(tree.left, lookup);
      const right = left.ok ? workOut(tree.right, lookup) : left;
      if (!left.ok || !right.ok) return right;
      const result = operate(tree.operator, left.quantity, right.quantity);
      return result.ok && isChange(tree) && result.quantity.kind === "ratio"
        ? { ok: true, quantity: asChange(result.quantity) }
        : result;
    }
  }
}

function operate(operator: Operator, left: Quantity, right: Quantity): Worked {
  switch (operator) {
    case "+":
      return add(left, right, 1);
    case "-":
      return add(left, right, -1);
    case "*":
      return multiply(left, right, 1);
    case "/":
      return multiply(left, right, -1);
  }
}

/** `(A - B) / B` and `(A - B) / A`. */
function isChange({ operator, left, right }: Extract<Expression, { kind: "binary" }>): boolean {
  if (operator !== "/" || left.kind !== "binary" || left.operator !== "-") return false;
  const of = printExpression(right);
  return of === printExpression(left.right) || of === printExpression(left.left);
}

function asChange({ value }: Quantity): Quantity {
  return { value: value * 100, kind: "percent", currency: null, isChange: true };
}

const rank: Readonly<Record<Operator, number>> = { "+": 1, "-": 1, "*": 2, "/": 2 };

/** In canonical form: `(F13 - F12) / F12`. */
export function printExpression(tree: Expression, outer = 0): string {
  switch (tree.kind) {
    case "number":
      return String(tree.value);
    case "name":
      return tree.name;
    case "negate":
      return `-${printExpression(tree.of, 3)}`;
    case "binary": {
      const own = rank[tree.operator];
      const text = `${printExpression(tree.left, own)} ${tree.operator} ${printExpression(tree.right, own + 1)}`;
      return own < outer ? `(${text})` : text;
    }
  }
}
