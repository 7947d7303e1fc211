import { expect, test } from "vitest";
import { cases } from "#tests/support/faults/seeds.ts";
import { loseUnderWorkers, type Outage } from "#tests/support/lost-workers.ts";

const [jobs = 0] = cases([9], [18]);

test.each(
  cases<[Outage, number, number]>(
    [["stop", 1500, 3]],
    [
      ["stop", 25_000, 3],
      ["kill", 2000, 3],
      ["freeze", 4000, 0],
      ["freeze", 25_000, 3],
      ["cut", 500, 3],
      ["cut", 20_000, 3],
      ["hang", 4000, 0],
      ["hang", 30_000, 3],
    ],
  ),
)("%s of the database for %i ms: all workers go on, %i of them as somebody new", async (outage, forMs, renewed) => {
  expect(await loseUnderWorkers(outage, forMs, jobs)).toBe(renewed);
});
