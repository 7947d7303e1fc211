import { describe, expect, test } from "vitest";
import { test as property, fc } from "@fast-check/vitest";
import { namesIn, parseExpression, valueOf, type Evaluation } from "./expression.ts";

const evidence: ReadonlyMap<string, number> = new Map([
  ["M1", 200],
  ["M2", 160],
  ["F3", -4],
  ["F4", 0],
]);
function value(expression: string): Evaluation {
  const read = parseExpression(expression);
  return read.ok ? valueOf(read.tree, (id) => evidence.get(id) ?? null) : read;
}

test.each([
  ["M1", 200],
  ["M1 / M2 - 1", 0.25],
  ["(M1/M2-1)*100", 25],
  ["[M1] - [M2]", 40],
  ["2 + 3 * 4", 14],
  ["2 - 3 - 4", -5],
  ["100 / 5 / 2", 10],
  ["-(2 + 3) * -2", 10],
  ["--3", 3],
  ["M1 × 2 ÷ 4 − 1", 99],
  ["abs(F3) + min(M1, M2, 7) + max(1, [M2])", 171],
  ["1.5e3 + .5", 1500.5],
  ["F4 * -1", 0],
])("%s is %d", (expression, expected) => expect(value(expression)).toEqual({ ok: true, value: expected }));

test.each([
  ["", "empty"],
  ["   ", "empty"],
  ["M1 / F4", "division by zero"],
  ["M1 / (M2 - 160)", "division by zero"],
  ["M9 + 1", "M9 has no value"],
  ["M1 +", "ends too early"],
  ["(M1", '")" is missing'],
  ["[M1", '"]" is missing'],
  ["[200]", '"[200]" is no evidence id'],
  ["M1 M2", 'unexpected "M2"'],
  ["M1)", 'unexpected ")"'],
  ["* 3", 'unexpected "*"'],
  ["abs(1, 2)", "abs takes one value"],
  ["min()", 'unexpected ")"'],
  ["sqrt(4)", "sqrt has no value"],
  ["M1 ** 2", 'unexpected "*"'],
  ["M1; process.exit()", 'unexpected "; process.ex"'],
  ["12% * M1", 'unexpected "% * M1"'],
  ["1e300 * 1e300", "too large"],
  ["1".repeat(501), "longer than 500 characters"],
  [`${"(".repeat(40)}1${")".repeat(40)}`, "nested more than 32 deep"],
  [`${"-".repeat(400)}1`, "nested more than 32 deep"],
])("%s is refused: %s", (expression, reason) => expect(value(expression)).toEqual({ ok: false, reason }));

test("the names of an expression are its ids", () => {
  expect(namesIn("max(M1, [F12]) / M1 - 1e3 + abs(Z9")).toEqual(["M1", "F12", "Z9"]);
});

type Tree = { readonly text: string; readonly value: number };
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.integer({ min: 0, max: 1000 }).map((number) => ({ text: String(number), value: number })),
    fc.constantFrom(...evidence).map(([id, number]) => ({ text: id, value: number })),
    fc.tuple(tie("tree"), fc.constantFrom("+", "-", "*"), tie("tree")).map(([a, sign, b]) => ({
      text: `(${a.text} ${sign} ${b.text})`,
      value: sign === "+" ? a.value + b.value : sign === "-" ? a.value - b.value : a.value * b.value,
    })),
    tie("tree").map((a) => ({ text: `-${a.text}`, value: -a.value })),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => ({
      text: `max(${a.text}, ${b.text})`,
      value: Math.max(a.value, b.value),
    })),
  ),
}));

describe("properties", () => {
  property.prop([tree], { seed: 1, numRuns: 500 })("an expression is worth what its parts make", (made) => {
    const result = value(made.text);
    expect(result).toEqual({ ok: true, value: made.value === 0 ? 0 : made.value });
  });

  property.prop(
    [
      fc.array(fc.constantFrom("M1", "3", "+", "-", "*", "/", "(", ")", "[", "]", ",", "abs", "min", " ", "é", "%"), {
        maxLength: 80,
      }),
    ],
    { seed: 2, numRuns: 1000 },
  )("any text gives a finite value or a reason", (parts) => {
    const result = value(parts.join(""));
    if (result.ok) expect(Number.isFinite(result.value)).toBe(true);
    else expect(result.reason).not.toBe("");
  });
});
