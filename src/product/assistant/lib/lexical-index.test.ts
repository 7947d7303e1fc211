import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { spelledAs } from "./lexical-index.ts";

const known = new Map([
  ["signatur", 3],
  ["deposit", 20],
  ["develop", 1],
  ["price", 9],
  ["prize", 2],
]);

describe("a word that nobody wrote", () => {
  test.each([
    ["one letter left out", "depsit", "deposit"],
    ["two letters swapped", "depsoit", "deposit"],
    ["two letters off in a long word", "singnatur", "signatur"],
    ["the beginning of a longer one that is known", "developmnt", "develop"],
    ["as near to two as to one: the one that more passages have", "prixe", "price"],
  ])("%s", (_what, written, meant) => {
    expect(spelledAs(written, known)).toBe(meant);
  });

  test.each(["monero", "zapier", "pric3", "eposit", "dep"])("%s is none of them", (written) => {
    expect(spelledAs(written, known)).toBeNull();
  });

  test.prop([fc.string({ minLength: 1, maxLength: 12 })])(
    "is never taken for one with another first letter",
    (written) => {
      const meant = spelledAs(written, known);
      expect(meant === null || meant[0] === written[0]).toBe(true);
    },
  );
});
