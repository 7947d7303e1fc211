import { expect, test } from "vitest";
import { outliveRequests } from "#tests/support/outliving-worker.ts";

test.each([2, 3, 4])(
  "with seed %i four thousand requests of every kind leave the worker alive and no job open",
  {
    timeout: 1_800_000,
  },
  async (seed) => {
    const ends = await outliveRequests({ seed, requests: 4000 });
    expect(Object.keys(ends).toSorted()).toEqual(["cancelled", "rated", "review"]);
  },
);
