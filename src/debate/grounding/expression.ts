export type Evaluation =
  | { readonly ok: true; readonly value: number }
  /** `reason` is a few words, such as `division by zero`. */
  | { readonly ok: false; readonly reason: string };

/** An expression as a tree. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "negate"; readonly of: Expression }
  | { readonly kind: "binary"; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "call"; readonly name: FunctionName; readonly of: readonly Expression[] };

export type Operator = "+" | "-" | "*" | "/";
type FunctionName = "abs" | "min" | "max";

type Parsed = { readonly ok: true; readonly tree: Expression } | { readonly ok: false; readonly reason: string };

const mostCharacters = 500;
const mostDepth = 32;

/**
 * Reads arithmetic over evidence ids, such as `(F3 / F4 - 1) * 100` or `max(M1, [M2])`: `+ - * /` (also `− × ÷`),
 * brackets, a sign, decimal numbers, ids, and `abs`, `min`, `max`. Nothing else is read. At most 500 characters,
 * nested at most 32 deep.
 */
export function parseExpression(expression: string): Parsed {
  if (expression.length > mostCharacters) return { ok: false, reason: `longer than ${mostCharacters} characters` };
  const tokens = tokenize(expression);
  if (typeof tokens === "string") return { ok: false, reason: tokens };
  const cursor: Cursor = { tokens, at: 0 };
  const read = sum(cursor, 0);
  if (!read.ok) return read;
  const left = tokens[cursor.at];
  return left === undefined ? read : { ok: false, reason: `unexpected "${left}"` };
}

/**
 * The value of a parsed expression.
 * @param lookup the value of an id; `null` when there is none
 */
export function valueOf(tree: Expression, lookup: (id: string) => number | null): Evaluation {
  switch (tree.kind) {
    case "number":
      return finite(tree.value);
    case "name": {
      const value = lookup(tree.name);
      return value === null ? { ok: false, reason: `${tree.name} has no value` } : finite(value);
    }
    case "negate": {
      const inner = valueOf(tree.of, lookup);
      return inner.ok ? finite(-inner.value) : inner;
    }
    case "call": {
      const values: number[] = [];
      for (const part of tree.of) {
        const value = valueOf(part, lookup);
        if (!value.ok) return value;
        values.push(value.value);
      }
      return finite(tree.name === "abs" ? Math.abs(values[0] ?? Number.NaN) : Math[tree.name](...values));
    }
    case "binary": {
      const left = valueOf(tree.left, lookup);
      if (!left.ok) return left;
      const right = valueOf(tree.right, lookup);
      if (!right.ok) return right;
      if (tree.operator === "/" && right.value === 0) return { ok: false, reason: "division by zero" };
      return finite(arithmetic[tree.operator](left.value, right.value));
    }
  }
}

/** The names in an expression that are not functions, each once, whether or not the expression holds. */
export function namesIn(expression: string): string[] {
  const names = expression.slice(0, mostCharacters).match(/(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
  return [...new Set(names)].filter((name) => !functions.has(name));
}

const arithmetic: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
};

interface Cursor {
  readonly tokens: readonly string[];
  at: number;
}

const token =
  /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?|\.\d+)(?![A-Za-z0-9_.])|([A-Za-z_][A-Za-z0-9_]*)|([-+*/(),[\]−×÷]))/y;
const operators: ReadonlyMap<string, string> = new Map([
  ["−", "-"],
  ["×", "*"],
  ["÷", "/"],
]);
const functions: ReadonlyMap<string, FunctionName> = new Map([
  ["abs", "abs"],
  ["min", "min"],
  ["max", "max"],
]);

/** Tokens, or why there are none. */
function tokenize(expression: string): string[] | string {
  const text = expression.trimEnd();
  const tokens: string[] = [];
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return `unexpected "${text.slice(at).trimStart().slice(0, 12)}"`;
    at += found[0].length;
    const read = found[0].trimStart();
    tokens.push(operators.get(read) ?? read);
  }
  return tokens.length === 0 ? "empty" : tokens;
}

function take(cursor: Cursor, wanted: string): boolean {
  if (cursor.tokens[cursor.at] !== wanted) return false;
  cursor.at += 1;
  return true;
}

function takeOperator(cursor: Cursor, wanted: readonly Operator[]): Operator | null {
  return wanted.find((operator) => take(cursor, operator)) ?? null;
}

function sum(cursor: Cursor, depth: number): Parsed {
  return leftAssociative(cursor, ["+", "-"], () => leftAssociative(cursor, ["*", "/"], () => factor(cursor, depth)));
}

/** Operands joined from the left by operators of one rank. */
function leftAssociative(cursor: Cursor, ranked: readonly Operator[], operand: () => Parsed): Parsed {
  let left = operand();
  while (left.ok) {
    const operator = takeOperator(cursor, ranked);
    if (operator === null) return left;
    const right = operand();
    if (!right.ok) return right;
    left = { ok: true, tree: { kind: "binary", operator, left: left.tree, right: right.tree } };
  }
  return left;
}

function factor(cursor: Cursor, depth: number): Parsed {
  if (depth >= mostDepth) return { ok: false, reason: `nested more than ${mostDepth} deep` };
  if (take(cursor, "+")) return factor(cursor, depth + 1);
  if (take(cursor, "-")) {
    const inner = factor(cursor, depth + 1);
    return inner.ok ? { ok: true, tree: { kind: "negate", of: inner.tree } } : inner;
  }
  if (take(cursor, "(")) return closed(cursor, sum(cursor, depth + 1), ")");
  const bracketed = take(cursor, "[");
  const found = cursor.tokens[cursor.at];
  if (found === undefined) return { ok: false, reason: "ends too early" };
  if (!/^[A-Za-z0-9_.]/.test(found)) return { ok: false, reason: `unexpected "${found}"` };
  cursor.at += 1;
  if (/^[\d.]/.test(found)) {
    return bracketed
      ? { ok: false, reason: `"[${found}]" is no evidence id` }
      : { ok: true, tree: { kind: "number", value: Number(found) } };
  }
  const name = functions.get(found);
  if (name !== undefined && take(cursor, "(")) return call(cursor, depth + 1, name);
  if (cursor.tokens[cursor.at] === "(") return { ok: false, reason: `${found} has no value` };
  const tree: Parsed = { ok: true, tree: { kind: "name", name: found } };
  return bracketed ? closed(cursor, tree, "]") : tree;
}

function call(cursor: Cursor, depth: number, name: FunctionName): Parsed {
  const of: Expression[] = [];
  do {
    const value = sum(cursor, depth);
    if (!value.ok) return value;
    of.push(value.tree);
  } while (take(cursor, ","));
  if (name === "abs" && of.length !== 1) return { ok: false, reason: "abs takes one value" };
  return closed(cursor, { ok: true, tree: { kind: "call", name, of } }, ")");
}

function closed(cursor: Cursor, inner: Parsed, bracket: ")" | "]"): Parsed {
  return !inner.ok || take(cursor, bracket) ? inner : { ok: false, reason: `"${bracket}" is missing` };
}

/** 0 * -1 is -0, which prints and compares oddly. */
function finite(value: number): Evaluation {
  if (!Number.isFinite(value)) return { ok: false, reason: "too large" };
  return { ok: true, value: value === 0 ? 0 : value };
}
