import { describe, expect, test } from "vitest";
import { neededBy } from "./needed-words.ts";
import { allIn, firstIn, mayMatch, occurs } from "./pattern-search.ts";

const stringsOf = (pattern: RegExp): string[][] => neededBy(pattern).map(({ strings }) => [...strings].toSorted());

describe("what a text must hold for a pattern to match", () => {
  test.each<readonly [RegExp, string[][]]>([
    [/\bgolden cross\b/i, [["golden cross"]]],
    [/(?:fell|falls?) behind/i, [[" behind"], ["fall", "fell"]]],
    [/colou?r/, [["colo"]]],
    [/colou+r/, [["colou"]]],
    [/no (?:news|posts)(?= today)/i, [[" today"], ["news", "posts"], ["no "]]],
    // What must not stand there is needed by nobody.
    [/(?<!not )(?:kept|held)(?! back)/, [["held", "kept"]]],
    [/(?:held|\w+)/, []],
    [/(?:held|kept|)/, []],
    [/(?:held)*/, []],
    [/(?:held){0,2}/, []],
    [/(?:held){2}/, [["held"]]],
    [/[abc]|\d+/, []],
    [/held {back}/, [["held "], ["back"]]],
    [/(?-i:held) (?<by>kept)/i, [["held"], ["kept"]]],
    [/held\.5/, [["held"]]],
    [/\u0041held(?<x>kept)\k<x>\x42/, [["held"], ["kept"]]],
    // Without its case a letter may be another one there.
    [/held/iu, []],
  ])("of %s", (pattern, needed) => {
    expect(stringsOf(pattern)).toEqual(needed);
  });
});

describe("a pattern that is looked at only where its words are", () => {
  test("finds what it finds by itself, in letters of either size", () => {
    const pattern = /(?:fell|falls?) (?:behind|short of)/i;
    for (const text of [
      "It FELL Behind.",
      "falls short of it",
      "fall short",
      "fell",
      "",
      "It rose behind what fell.",
    ]) {
      expect(occurs(pattern, text)).toBe(pattern.test(text));
      expect(firstIn(pattern, text)).toEqual(pattern.exec(text));
      const every = new RegExp(pattern, "gi");
      expect(allIn(every, `${text} ${text}`)).toEqual([...`${text} ${text}`.matchAll(every)]);
    }
  });

  test("is not looked at elsewhere", () => {
    expect(mayMatch(/(?:fell|falls?) (?:behind|short of)/i, "It rose above the mean.")).toBe(false);
    expect(mayMatch(/\bno\b/i, "It rose above the mean.")).toBe(false);
    expect(mayMatch(/\bno\b/i, "It did not rise.")).toBe(true);
  });
});
