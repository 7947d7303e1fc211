import { expect, test } from "vitest";
import { callsOfRun, cancelAtCalls } from "#tests/support/cancelled-run.ts";

const calls = Array.from({ length: callsOfRun }, (_, index) => index + 1);
const ends = [...calls.map(() => "cancelled"), "succeeded"];

test("cancelled during every call of a run", async () => {
  const moments = calls.map((call) => ({ call, when: "during" }) as const);
  expect(await cancelAtCalls(moments, 0)).toEqual(ends);
});

test.each([1, 2, 3])("cancelled behind every call of a run, at moments %i", async (seed) => {
  const moments = calls.map((call) => ({ call, when: "behind" }) as const);
  expect(await cancelAtCalls(moments, seed)).toEqual(ends);
});
