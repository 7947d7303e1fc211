import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { findingsOf, isAsHashed, numberEvidence } from "#src/debate/evidence/numbering.ts";
import { renderPrompt } from "#src/debate/reasoners/prompt.ts";
import { briefFor } from "#tests/support/rules-evidence.ts";
import { measures } from "./measure.ts";
import { boundsOf, doubtOf } from "./plausible.ts";

const document = readFileSync(join(import.meta.dirname, "../../../docs/measures.md"), "utf8");
const [table = ""] = document.split("## Beside the measures");
const documented = [...table.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)].flatMap(([, cell = ""]) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => key),
);

test("every measure has bounds with a source", () => {
  expect(documented.length).toBeGreaterThan(70);
  // A name in capitals stands for any other key, with its bounds.
  expect(documented.filter((key) => !/[A-Z]/.test(key) && boundsOf[key] === undefined)).toEqual([]);
  expect(Object.values(boundsOf).filter(({ source }) => source === "")).toEqual([]);
});

property.prop([fc.constantFrom(...Object.entries(boundsOf))])("what is usual can be", ([, { possible, usual }]) => {
  expect(possible[0] <= usual[0] && usual[0] < usual[1] && usual[1] <= possible[1]).toBe(true);
});

const reading = (key: string, value: number, unit = "x") => ({
  key,
  label: key,
  value,
  unit,
  at: "2025-06-02",
  formula: "close / eps_diluted_ttm",
  source: "test",
  sourceIds: ["a"],
  inputs: ["close 141.73", "eps = 1.2"],
});

test.each([
  ["pe_ttm", 0.002, "x", "impossible"],
  ["pe_ttm", 354, "x", "unusual"],
  ["pe_ttm", 1.2, "x", "unusual"],
  ["pe_ttm", 27.3, "x", null],
  ["net_margin_ttm", 12_500, "%", "impossible"],
  ["net_margin_ttm", 136, "%", "unusual"],
  ["gross_margin_ttm", 101, "%", "impossible"],
  ["market_cap", 4e13, "USD", "impossible"],
  ["market_cap", 4e13, "JPY", null],
  ["rsi_14", 101, "points", "impossible"],
  ["return_1d", -100.5, "%", "impossible"],
  ["return_21d", -80, "%", "unusual"],
  ["volume_trend_30_90", 3.2, "x", "impossible"],
  ["drawdown_from_high", -97, "%", "unusual"],
] as const)("%s of %f %s is %s", (key, value, unit, kind) => {
  expect(doubtOf(key, value, unit)?.kind ?? null).toBe(kind);
});

test("what cannot be is no evidence and is named with its inputs", () => {
  const { findings, notes } = findingsOf(measures([reading("pe_ttm", 0.002)]));
  expect(findings).toEqual([]);
  expect(notes).toEqual([
    "measures: pe_ttm: left out, since it can be 0.05 to 100,000 x, and comes out as 0.002 x; from close 141.73, eps = 1.2",
  ]);
});

test("what is rare reaches an agent marked, and carries its inputs", () => {
  const { findings, notes } = findingsOf(measures([reading("pe_ttm", 354)]));
  const evidence = numberEvidence("F", findings);
  expect(notes).toEqual([]);
  expect(evidence[0]).toMatchObject({
    label: "pe_ttm (unusual)",
    value: 354,
    formula: "close / eps_diluted_ttm; unusual: usually 2 to 200 x; from close 141.73, eps = 1.2",
  });
  const brief = { ...briefFor("bull", evidence, 1) };
  expect(renderPrompt(brief).messages[0]?.content).toContain("[F1] pe_ttm (unusual): 354 x");
});

test("evidence as usual is what it was, with its hash", () => {
  const { findings } = findingsOf(measures([reading("pe_ttm", 27.3)]));
  const [item] = numberEvidence("F", findings);
  expect(item === undefined || isAsHashed(item)).toBe(true);
  expect(Object.keys(item ?? {}).toSorted()).toEqual([
    "at",
    "formula",
    "hash",
    "id",
    "key",
    "label",
    "source",
    "source_ids",
    "text",
    "unit",
    "value",
  ]);
  expect(item).toMatchObject({ label: "pe_ttm", formula: "close / eps_diluted_ttm" });
});
