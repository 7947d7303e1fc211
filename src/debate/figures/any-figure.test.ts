import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { fc, test } from "@fast-check/vitest";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { isFlagged } from "#src/contract/run/spans.ts";
import { roundToUnit } from "#src/market/measures/measure.ts";
import { runs } from "#tests/support/runs.ts";
import { prepareFigures, readStatement } from "./figures.ts";
import { readNumbers, type FoundFigure } from "./numbers.ts";

/*
 * A figure that code wrote can be read back, in every language, as the value that it stands for.
 */

const languages = (
  "en en-GB ar bg cs da de el es fa fi fr he hi hu id it ja ko ms nb nl pl pt pt-BR ro ru sv th tr uk " +
  "vi zh-Hans zh-Hant"
).split(" ");

/** Keys and units as docs/measures.md has them. */
const measures = readFileSync(new URL("../../../docs/measures.md", import.meta.url), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, keys = "", units = ""] = /^\| (`[^|]*`) \| ([^|]*) \|/.exec(line) ?? [];
    const [unit = ""] = units.split(",").map((one) => one.replace(/\(.*\)/, "").trim());
    return [...keys.matchAll(/`([a-z\d_]+)`/g)].map(([, key = ""]) => ({ key, unit: unit.replace("currency", "USD") }));
  })
  .filter(({ unit }) => ["USD", "USD/share", "%", "x", "points", "shares", "count", "days"].includes(unit));

const some = fc.constantFrom(...measures).chain(({ key, unit }) => {
  const isCount = ["shares", "count", "days"].includes(unit);
  const range = isCount ? { min: 0, max: unit === "days" ? 5000 : 1e11 } : { min: -1e12, max: 1e12 };
  const sizes = isCount
    ? fc.double({ ...range, noNaN: true })
    : fc.double({ min: -3, max: unit === "USD" ? 12 : 5, noNaN: true });
  return fc.tuple(sizes, fc.boolean()).map(([size, isNegative]) => {
    const value = isCount ? size : 10 ** size * (isNegative ? -1 : 1);
    return { key, unit, value: roundToUnit(value, unit) };
  });
});

function evidenceOf(
  all: readonly { readonly key: string; readonly unit: string; readonly value: number }[],
): Evidence[] {
  return all.map(({ key, unit, value }, at) => ({
    id: `M${at + 1}`,
    key,
    label: "A measure",
    value,
    text: null,
    unit,
    at: "2025-06-02",
    source: "archive",
    source_ids: [],
    formula: null,
    hash: "",
  }));
}

function written(text: string, evidence: readonly Evidence[], language: string): string {
  const index = prepareFigures(evidence);
  return readStatement({ ...said, text, index, language, isTrusted: true }).text;
}

const said = { points: [], fields: {}, currency: "USD", own: {}, proposed: [] } as const;

function isWithin({ value, halfUnit }: FoundFigure, truth: number): boolean {
  return Math.abs(value - truth) <= halfUnit * 1.0001 + Math.abs(truth) * 1e-9;
}

test("all measures of the documents are tried", () => {
  expect(measures.length).toBeGreaterThan(90);
});

test.prop([some, fc.constantFrom(...languages)], { seed: 11, numRuns: runs(600, 6000) })(
  "a reference prints its value within printed rounding, sign included, and the matcher holds it",
  (one, language) => {
    const evidence = evidenceOf([one]);
    const text = written("{{M1}}", evidence, language);
    const numbers = readNumbers(text, language);
    expect(numbers, text).toHaveLength(1);
    const [number] = numbers;
    expect(number !== undefined && isWithin(number, one.value), `${text} of ${one.value}`).toBe(true);
    const typed = `${text} [M1]`;
    const { checked } = readStatement({ ...said, text: typed, index: prepareFigures(evidence), language });
    expect(checked.text.filter(isFlagged), typed).toEqual([]);
  },
);

test.prop([some, fc.constantFrom(...languages), fc.constantFrom(3, 0.3, -1, 1000)], {
  seed: 12,
  numRuns: runs(400, 4000),
})("another value in the same words is not held", (one, language, factor) => {
  fc.pre(Math.abs(one.value) >= 10 && one.value * factor !== one.value && !["count", "days"].includes(one.unit));
  const evidence = evidenceOf([one]);
  const other = { ...one, value: roundToUnit(one.value * factor, one.unit) };
  // A bare four-digit number may be a year.
  fc.pre(Math.abs(other.value) < 1900 || Math.abs(other.value) > 2100);
  // A loss printed without its sign is for the words to tell.
  fc.pre(factor !== -1 || one.value > 0);
  const typed = `${written("{{M1}}", evidenceOf([other]), language)} [M1]`;
  const { checked } = readStatement({ ...said, text: typed, index: prepareFigures(evidence), language });
  expect(checked.text.filter(isFlagged), `${typed} of ${one.value}`).not.toEqual([]);
});

interface Tree {
  readonly text: string;
  /** With shares of one instead of %. */
  readonly value: number;
}

const names = ["M1", "M2", "M3", "M4"];

function trees(values: readonly number[]): fc.Arbitrary<Tree> {
  const leaf = fc.oneof(
    fc.nat({ max: 3 }).map((at) => ({ text: names[at] ?? "", value: values[at] ?? 0 })),
    fc.constantFrom(1, 2, 4, 12, 252).map((value) => ({ text: String(value), value })),
  );
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.tuple(tie("tree"), fc.constantFrom("+", "-", "*", "/"), tie("tree")).map(([a, operator, b]) => ({
        text: `(${a.text}${operator}${b.text})`,
        value:
          operator === "+"
            ? a.value + b.value
            : operator === "-"
              ? a.value - b.value
              : operator === "*"
                ? a.value * b.value
                : a.value / b.value,
      })),
    ),
  })).tree;
}

const expressions = fc
  .array(some, { minLength: 4, maxLength: 4 })
  .chain((all) =>
    trees(all.map(({ value, unit }) => (unit === "%" ? value / 100 : value))).map((tree) => ({ all, tree })),
  );

let worked = 0;

test.prop([expressions, fc.constantFrom(...languages)], { seed: 13, numRuns: runs(600, 6000) })(
  "an expression prints what it comes to, or says that it has no figure",
  ({ all, tree }, language) => {
    const evidence = evidenceOf(all);
    const { text, checked } = readStatement({
      ...said,
      text: `{{${tree.text}}}`,
      index: prepareFigures(evidence),
      language,
      isTrusted: true,
    });
    const [span] = checked.text;
    if (span?.kind !== "reference" || !Number.isFinite(tree.value)) return;
    // Beyond what a report says: more than a thousand trillion, less than a millionth.
    if (Math.abs(tree.value) > 1e14 || (tree.value !== 0 && Math.abs(tree.value) < 1e-6)) return;
    const [number, ...more] = readNumbers(text, language);
    expect(more, text).toEqual([]);
    const isShare = number?.unit === "%" || number?.unit === "pp";
    expect(number !== undefined && isWithin(number, tree.value * (isShare ? 100 : 1)), `${text} of ${tree.value}`).toBe(
      true,
    );
    worked += 1;
  },
);

test("many expressions come to something", () => {
  expect(worked).toBeGreaterThan(runs(150, 1500));
});
