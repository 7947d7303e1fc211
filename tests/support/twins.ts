import { describe, expect, test } from "vitest";
import { isFlagged } from "./sentences-evidence.ts";

/* Sentences that stand for two: `{a|b}` is what is true and what is false in one and the same sentence. */

export type Families = readonly (readonly [name: string, sentences: readonly string[]])[];

/** What the sentence says with each first side of its braces, and with each second one. */
export function bothSides(sentence: string): { readonly right: string; readonly wrong: string } {
  const side = (at: number): string =>
    sentence.replaceAll(/\{([^|{}]*)\|([^|{}]*)\}/g, (_, ...sides: string[]) => sides[at] ?? "");
  return { right: side(0), wrong: side(1) };
}

/** A test for each: what is true is not flagged, and what is false is. */
export function testTwins(families: Families, language?: string, flags = isFlagged): void {
  describe.each(families)("%s", (_name, sentences) => {
    for (const { right, wrong } of sentences.map(bothSides)) {
      test(`stands: ${right}`, () => {
        expect(flags(right, language)).toBe(false);
      });
      test(`is flagged: ${wrong}`, () => {
        expect(flags(wrong, language)).toBe(true);
      });
    }
  });
}

export type Pairs = Readonly<Record<string, readonly (readonly [right: string, wrong: string])[]>>;

/** The same of pairs that are written out, by what they are of. */
export function testPairs(all: Pairs, flags: (text: string) => boolean): void {
  describe.each(Object.entries(all))("of %s", (_about, pairs) => {
    test.each(pairs)("%s", (right, wrong) => {
      expect([right, wrong].map((text) => flags(text))).toEqual([false, true]);
    });
  });
}
