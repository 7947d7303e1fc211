import { describe, expect, test } from "vitest";
import { writtenRuns, type WrittenRun } from "#tests/support/written-sentences.ts";
import { ground, prepareEvidence } from "../grounding.ts";

/*
 * Sentences written by hand, in many voices, about what the evidence of real runs measures, with what a careful reader
 * would say of each. docs/grounding.md tells how the sets came about and what was found on them.
 */

interface Judged {
  readonly text: string;
  readonly wrong: boolean;
  readonly flagged: boolean;
}

function judged({ own, evidence, sentences }: WrittenRun): Judged[] {
  const index = prepareEvidence(evidence);
  return sentences.map(([label, , text, more]) => {
    const proposed = Object.entries(more?.own ?? own).map(([role, value]) => ({ label: `trader ${role}`, value }));
    const { computations = [], language } = more ?? {};
    const { unsupported, words, bad_computations } = ground({
      text,
      points: [],
      computations,
      proposed,
      index,
      language,
    });
    const flagged =
      unsupported > 0 || bad_computations.length > 0 || words.some(({ verdict }) => verdict === "contradicted");
    return { text, wrong: label === "wrong", flagged };
  });
}

/** What was measured, rounded down: docs/grounding.md tells also what each set gave before rules were made for it. */
const measured = [
  { name: "first", sentences: 479, precision: 1, recall: 1 },
  { name: "second", sentences: 187, precision: 1, recall: 0.978 },
  { name: "third", sentences: 156, precision: 1, recall: 1 },
  { name: "fourth", sentences: 243, precision: 1, recall: 1 },
  { name: "fifth", sentences: 121, precision: 1, recall: 1 },
  { name: "sixth", sentences: 123, precision: 1, recall: 1 },
  { name: "seventh", sentences: 113, precision: 1, recall: 1 },
  { name: "eighth", sentences: 105, precision: 0.981, recall: 1 },
  { name: "ninth", sentences: 113, precision: 1, recall: 1 },
  { name: "tenth", sentences: 97, precision: 1, recall: 0.98 },
  { name: "eleventh", sentences: 79, precision: 0.976, recall: 1 },
  { name: "twelfth", sentences: 58, precision: 0.967, recall: 1 },
  { name: "blind-first", sentences: 1403, precision: 0.997, recall: 0.997 },
  { name: "blind-second", sentences: 2362, precision: 0.998, recall: 0.985 },
  { name: "blind-third", sentences: 783, precision: 0.984, recall: 0.981 },
  { name: "blind-fourth", sentences: 817, precision: 0.99, recall: 0.985 },
  { name: "blind-fifth", sentences: 854, precision: 0.99, recall: 0.964 },
  { name: "blind-sixth", sentences: 2113, precision: 0.996, recall: 0.998 },
  { name: "blind-seventh", sentences: 1248, precision: 0.996, recall: 0.979 },
  { name: "blind-eighth", sentences: 951, precision: 0.96, recall: 0.932 },
  { name: "blind-ninth", sentences: 1065, precision: 0.943, recall: 0.943 },
  { name: "blind-tenth", sentences: 1934, precision: 0.992, recall: 0.983 },
  { name: "blind-eleventh", sentences: 634, precision: 0.987, recall: 0.974 },
  { name: "blind-twelfth", sentences: 1212, precision: 0.983, recall: 0.974 },
  { name: "blind-thirteenth", sentences: 1375, precision: 0.986, recall: 0.97 },
  { name: "blind-fourteenth", sentences: 1386, precision: 1, recall: 0.953 },
  { name: "crafted-first", sentences: 641, precision: 0.996, recall: 0.993 },
  { name: "crafted-second", sentences: 635, precision: 0.99, recall: 0.971 },
  { name: "crafted-third", sentences: 641, precision: 0.99, recall: 0.97 },
  { name: "crafted-fourth", sentences: 641, precision: 0.99, recall: 0.97 },
  { name: "crafted-fifth", sentences: 298, precision: 0.993, recall: 0.993 },
  { name: "crafted-sixth", sentences: 322, precision: 0.993, recall: 0.993 },
  { name: "crafted-seventh", sentences: 364, precision: 0.994, recall: 0.994 },
  { name: "crafted-eighth", sentences: 302, precision: 0.993, recall: 0.972 },
  { name: "crafted-ninth", sentences: 332, precision: 1, recall: 1 },
  { name: "crafted-tenth", sentences: 304, precision: 1, recall: 1 },
  { name: "crafted-eleventh", sentences: 321, precision: 0.981, recall: 0.962 },
  { name: "crafted-twelfth", sentences: 318, precision: 0.988, recall: 0.977 },
  { name: "held-out", sentences: 389, precision: 1, recall: 0.975 },
  { name: "sloppy", sentences: 186, precision: 1, recall: 0.979 },
] as const;

describe("sentences written by hand", () => {
  test.each(measured)("the $name set", ({ name, sentences, precision, recall }) => {
    const all = writtenRuns(name).flatMap(judged);
    const wrong = all.filter((one) => one.wrong).length;
    const flagged = all.filter((one) => one.flagged).length;
    const both = all.filter((one) => one.wrong && one.flagged).length;
    const misjudged = all.filter((one) => one.wrong !== one.flagged).map(({ text }) => text);
    expect(all).toHaveLength(sentences);
    expect(both / flagged, misjudged.join("\n")).toBeGreaterThanOrEqual(precision);
    expect(both / wrong, misjudged.join("\n")).toBeGreaterThanOrEqual(recall);
  });

  test.each([
    { name: "true-first", sentences: 97, most: 1 },
    { name: "true-second", sentences: 60, most: 1 },
  ])("of the $name set few sentences are flagged", ({ name, sentences, most }) => {
    const all = writtenRuns(name).flatMap(judged);
    expect(all).toHaveLength(sentences);
    const flagged = all.filter((one) => one.flagged).map(({ text }) => text);
    expect(flagged.length, flagged.join("\n")).toBeLessThanOrEqual(most);
  });
});
