import { expect, test } from "vitest";
import { killOneWorker } from "#tests/support/dead-worker.ts";
import { cases, seeds } from "#tests/support/faults/seeds.ts";

const [jobs = 0] = cases([6], [40]);

test.each(seeds)(
  "a dead worker's jobs are taken over, moment %i: each ends once, and no kept call is made again",
  async (seed) => {
    expect(await killOneWorker({ seed, jobs })).toMatchObject({ succeeded: jobs });
  },
);
