export type Evaluation =
  | { readonly ok: true; readonly value: number }
  /** `reason` is a few words, such as `division by zero`. */
  | { readonly ok: false; readonly reason: string };

const mostCharacters = 500;
const mostDepth = 32;

/**
 * Arithmetic over evidence ids, such as `(F3 / F4 - 1) * 100` or `max(M1, [M2])`: `+ - * /` (also `− × ÷`),
 * brackets, a sign, decimal numbers, ids, and `abs`, `min`, `max`. Nothing else is run. At most 500
 * characters, nested at most 32 deep.
 * @param lookup the value of an id; `null` when there is none
 */
export function evaluate(expression: string, lookup: (id: string) => number | null): Evaluation {
  if (expression.length > mostCharacters) return { ok: false, reason: `longer than ${mostCharacters} characters` };
  const tokens = tokenize(expression);
  if (typeof tokens === "string") return { ok: false, reason: tokens };
  const cursor: Cursor = { tokens, at: 0, lookup };
  const result = sum(cursor, 0);
  if (!result.ok) return result;
  const left = tokens[cursor.at];
  if (left !== undefined) return { ok: false, reason: `unexpected "${left}"` };
  // 0 * -1 is -0, which prints and compares oddly.
  return { ok: true, value: result.value === 0 ? 0 : result.value };
}

/** The names in an expression that are not functions, each once, whether or not the expression holds. */
export function namesIn(expression: string): string[] {
  const names = expression.slice(0, mostCharacters).match(/(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
  return [...new Set(names)].filter((name) => !functions.has(name));
}

interface Cursor {
  readonly tokens: readonly string[];
  at: number;
  readonly lookup: (id: string) => number | null;
}

const token =
  /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?|\.\d+)(?![A-Za-z0-9_.])|([A-Za-z_][A-Za-z0-9_]*)|([-+*/(),[\]−×÷]))/y;
const operators: ReadonlyMap<string, string> = new Map([
  ["−", "-"],
  ["×", "*"],
  ["÷", "/"],
]);
const functions: ReadonlyMap<string, (...values: number[]) => number> = new Map([
  ["abs", Math.abs],
  ["min", Math.min],
  ["max", Math.max],
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

function sum(cursor: Cursor, depth: number): Evaluation {
  let left = product(cursor, depth);
  while (left.ok) {
    const sign = take(cursor, "+") ? 1 : take(cursor, "-") ? -1 : 0;
    if (sign === 0) return left;
    const right = product(cursor, depth);
    left = right.ok ? finite(left.value + sign * right.value) : right;
  }
  return left;
}

function product(cursor: Cursor, depth: number): Evaluation {
  let left = factor(cursor, depth);
  while (left.ok) {
    const times = take(cursor, "*");
    if (!times && !take(cursor, "/")) return left;
    const right = factor(cursor, depth);
    if (!right.ok) return right;
    if (!times && right.value === 0) return { ok: false, reason: "division by zero" };
    left = finite(times ? left.value * right.value : left.value / right.value);
  }
  return left;
}

function factor(cursor: Cursor, depth: number): Evaluation {
  if (depth >= mostDepth) return { ok: false, reason: `nested more than ${mostDepth} deep` };
  if (take(cursor, "+")) return factor(cursor, depth + 1);
  if (take(cursor, "-")) {
    const inner = factor(cursor, depth + 1);
    return inner.ok ? { ok: true, value: -inner.value } : inner;
  }
  if (take(cursor, "(")) return closed(cursor, sum(cursor, depth + 1), ")");
  const bracketed = take(cursor, "[");
  const found = cursor.tokens[cursor.at];
  if (found === undefined) return { ok: false, reason: "ends too early" };
  if (!/^[A-Za-z0-9_.]/.test(found)) return { ok: false, reason: `unexpected "${found}"` };
  cursor.at += 1;
  if (/^[\d.]/.test(found)) {
    return bracketed ? { ok: false, reason: `"[${found}]" is no evidence id` } : finite(Number(found));
  }
  const apply = functions.get(found);
  if (apply !== undefined && take(cursor, "(")) return call(cursor, depth + 1, found, apply);
  const value = cursor.lookup(found);
  if (value === null) return { ok: false, reason: `${found} has no value` };
  return bracketed ? closed(cursor, finite(value), "]") : finite(value);
}

function call(cursor: Cursor, depth: number, name: string, apply: (...values: number[]) => number): Evaluation {
  const values: number[] = [];
  do {
    const value = sum(cursor, depth);
    if (!value.ok) return value;
    values.push(value.value);
  } while (take(cursor, ","));
  if (name === "abs" && values.length !== 1) return { ok: false, reason: "abs takes one value" };
  return closed(cursor, finite(apply(...values)), ")");
}

function closed(cursor: Cursor, inner: Evaluation, bracket: ")" | "]"): Evaluation {
  return !inner.ok || take(cursor, bracket) ? inner : { ok: false, reason: `"${bracket}" is missing` };
}

function finite(value: number): Evaluation {
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, reason: "too large" };
}
