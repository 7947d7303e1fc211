import { expect, test } from "vitest";
import { killOneWorker } from "#tests/support/dead-worker.ts";

test.each(Array.from({ length: 20 }, (_, seed) => seed))(
  "40 jobs on two workers, one of them killed at moment %i: each ends once, and no kept call is made again",
  async (seed) => {
    expect(await killOneWorker({ seed, jobs: 40 })).toMatchObject({ succeeded: 40 });
  },
);
