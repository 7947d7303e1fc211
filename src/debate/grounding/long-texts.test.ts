import { expect, test } from "vitest";
import { writtenRuns } from "#tests/support/written-sentences.ts";
import { growthOf, mostGrowth } from "#tests/support/processor-time.ts";
import { ground, prepareEvidence } from "../grounding.ts";

/* A model may answer with anything, at any length. */

const [run] = writtenRuns("third");
if (run === undefined) throw new Error("the set has no run");
const index = prepareEvidence(run.evidence);

function growth(text: string): number {
  const proposed = [{ label: "trader stop", value: 110 }];
  return growthOf(text, (each) => void ground({ text: each, points: [], computations: [], proposed, index }));
}

test("25 KB of numbers and citations take time in proportion", () => {
  expect(growth("[M1] 182.53 ".repeat(2125))).toBeLessThan(mostGrowth);
});

test.each([
  ["prose", /$^/g],
  ["one sentence without an end", /[.!?;](?=\s|$)/g],
])("10 KB of %s take time in proportion", (_name, left) => {
  const text = run.sentences
    .map(([, , written]) => written)
    .join(" ")
    .replaceAll(left, ",");
  expect(growth(text.repeat(Math.ceil(10_000 / text.length)).slice(0, 10_000))).toBeLessThan(mostGrowth);
});

/** Repetitions of what the readers look for, which patterns with nested repetition would try in every way. */
test.each([
  "Tues. Nov. 5 ",
  "5 and 6 and ",
  "knocked almost almost nearly ",
  "took about 5% 5% ",
  "the month the month was ",
  "50- and its ",
  "than a than a ",
  "not not not ",
  "volume it was over its ",
  "allocation size weight ",
  "12% of the 12% of the ",
  "five sessions in a row ",
  "a third of a third ",
  "bulls good news ",
  "Monday and ",
  "—|•* ",
  "| 1M ",
  "posts/wk ",
  "▲5% ",
  "Risk/reward = 1 : 2 ",
  "Both revenue and ",
  "SMA20 < SMA50 < ",
  "its 20- and 50-day ",
  "gloomier than the week: ",
  "3% / stop 5 / hold ",
  "the 21st and 22nd, 1% and ",
  "two days in a row and then ",
])("10 KB of «%s» take time in proportion", (words) => {
  expect(growth(words.repeat(10_000 / words.length))).toBeLessThan(mostGrowth);
});
