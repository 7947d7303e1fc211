import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { clip, printable, wrap } from "./terminal.ts";

describe("what others wrote", () => {
  test.each([
    ["\u001B[31mred\u001B[0m", "red"],
    ["\u001B]8;;http://x.example\u0007link\u001B]8;;\u0007", "link"],
    ["\u001B[2J\u001B[Hcleared", "cleared"],
    ["bell\u0007 back\b", "bell back"],
    ["a\tb\rc", "a b c"],
    // A right-to-left override would turn what follows around.
    ["cost \u202E001$", "cost 001$"],
    ["two\nlines, naïve 名前", "two\nlines, naïve 名前"],
  ])("%j reaches the terminal as %j", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  property.prop([fc.string({ unit: "binary", maxLength: 40 })], { seed: 8, numRuns: 1000 })(
    "holds nothing that a terminal would obey",
    (text) => {
      expect(printable(text)).not.toMatch(/[^\P{C}\n]/u);
    },
  );
});

describe("clip", () => {
  test.each([
    ["short", 5, "short"],
    ["too long", 5, "too…"],
    ["名前名前", 8, "名前名前"],
    ["名前名前", 7, "名前名…"],
    ["e\u0301e\u0301", 2, "e\u0301e\u0301"],
    ["abc", 0, "…"],
  ])("%j in %i columns is %j", (text, columns, clipped) => {
    expect(clip(text, columns)).toBe(clipped);
  });
});

property.prop([fc.array(fc.stringMatching(/^[a-z]{1,12}$/)), fc.integer({ min: 12, max: 60 })], { seed: 9 })(
  "wrapped lines keep to the width, and no word is lost",
  (words, width) => {
    const lines = wrap(words.join("  "), width);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    expect(lines.join(" ").trim()).toBe(words.join(" "));
  },
);

test("colours take no room", () => {
  expect(wrap("\u001B[31maaaa\u001B[39m bbbb", 9)).toEqual(["\u001B[31maaaa\u001B[39m bbbb"]);
});
