import { expect, test } from "vitest";
import { cancelAtCalls, cancelAtStates } from "#tests/support/cancelled-run.ts";

test("a run that is cancelled during a call or behind one asks no more, frees its slot and stays cancelled", async () => {
  const ends = await cancelAtCalls(
    [
      { call: 1, when: "during" },
      { call: 4, when: "behind" },
      { call: 7, when: "during" },
      { call: 12, when: "behind" },
    ],
    1,
  );
  expect(ends).toEqual(["cancelled", "cancelled", "cancelled", "cancelled", "succeeded"]);
});

test("a job that is cancelled in any state is cancelled, and shows nothing else", async () => {
  expect(await cancelAtStates()).toEqual([
    ["job.queued", "job.running", "job.succeeded", "job.cancelled"],
    ["job.queued", "job.running", "job.failed", "job.cancelled"],
    ["job.queued", "job.running", "job.cancelled"],
    ["job.queued", "job.cancelled"],
    ["job.queued", "job.running", "job.succeeded"],
  ]);
});
