import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { claimPairs, edits, passages, wordEdits } from "./word-diff.ts";

const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

property.prop([words, words])("leaving out what was added gives the first, what was removed the second", (a, b) => {
  const all = edits(a, b);
  const without = (kind: string) => all.filter((one) => one.kind !== kind).flatMap(({ items }) => items);
  expect(without("added")).toEqual(a);
  expect(without("removed")).toEqual(b);
  for (const [at, { kind }] of all.entries()) expect(kind).not.toBe(all[at - 1]?.kind);
});

property.prop([words])("a text has not changed from itself", (a) => {
  expect(edits(a, a).every(({ kind }) => kind === "same")).toBe(true);
});

test("of a sentence only the words that changed are told", () => {
  expect(wordEdits("Revenue grew 10.4% in a year.", "Revenue grew 8.1% in a year.")).toEqual([
    { kind: "same", items: ["Revenue", "grew"] },
    { kind: "removed", items: ["10.4%"] },
    { kind: "added", items: ["8.1%"] },
    { kind: "same", items: ["in", "a", "year."] },
  ]);
});

test("sentences that both have stand apart, whatever their markdown", () => {
  const found = passages(
    "## Why\n\n**It rose.** It is dear. It will pay.",
    "### Why\n\nIt rose. It is cheap. It will pay.",
  );
  expect(found.map(({ kind }) => kind)).toEqual(["same", "changed", "same"]);
  expect(found[0]).toEqual({ kind: "same", sentences: ["Why", "It rose."] });
});

test("what would take long to compare is told whole", () => {
  const long = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`);
  expect(edits(long("a"), long("b")).map(({ kind }) => kind)).toEqual(["removed", "added"]);
});

describe("claims of two runs", () => {
  test("are one claim where most of their words are the same", () => {
    expect(
      claimPairs(["The price fell 27% in a year", "It is dear"], ["Tone is good", "The price fell 9% in a year"]),
    ).toEqual([
      { before: "", after: "Tone is good" },
      { before: "The price fell 27% in a year", after: "The price fell 9% in a year" },
      { before: "It is dear", after: "" },
    ]);
  });
});
