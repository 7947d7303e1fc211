import { expect, test } from "vitest";
import { killEveryRole } from "#tests/support/every-role.ts";
import { cases, seeds } from "#tests/support/faults/seeds.ts";

const [jobs = 0] = cases([10], [30]);

test.each(seeds.slice(0, 6))(
  "each role killed and Postgres restarted under jobs, seed %i: nothing is lost or done again, and nobody helps",
  async (seed) => {
    expect(await killEveryRole({ seed, jobs })).toHaveLength(8);
  },
);
