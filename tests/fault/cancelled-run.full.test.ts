import { expect, test } from "vitest";
import { callsOfRun, cancelAtCalls, cancelAtStates, type CancelAt } from "#tests/support/cancelled-run.ts";
import { cases, seeds } from "#tests/support/faults/seeds.ts";

const calls = Array.from({ length: callsOfRun }, (_, index) => index + 1);
const moments = cases<CancelAt>(
  [
    { call: 4, when: "behind" },
    { call: 7, when: "during" },
  ],
  calls.flatMap((call): CancelAt[] => [
    { call, when: "during" },
    { call, when: "behind" },
  ]),
);

test.each(seeds.slice(0, 3))(
  "a run that is cancelled during a call or behind one asks no more, frees its slot and stays cancelled, moments %i",
  async (seed) => {
    expect(await cancelAtCalls(moments, seed)).toEqual([...moments.map(() => "cancelled"), "succeeded"]);
  },
);

test("a job that is cancelled in any state is cancelled, and shows nothing else", async () => {
  expect(await cancelAtStates()).toEqual([
    ["job.queued", "job.running", "job.succeeded", "job.cancelled"],
    ["job.queued", "job.running", "job.failed", "job.cancelled"],
    ["job.queued", "job.running", "job.cancelled"],
    ["job.queued", "job.cancelled"],
    ["job.queued", "job.running", "job.succeeded"],
  ]);
});
