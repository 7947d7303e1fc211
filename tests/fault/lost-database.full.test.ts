import { expect, test } from "vitest";
import { cases } from "#tests/support/faults/seeds.ts";
import { jobs, loseDatabase, type Outage } from "#tests/support/lost-database.ts";

test.each(
  cases<[Outage, number]>(
    [["hang", 6000]],
    [
      ["stop", 200],
      ["stop", 6000],
      ["crash", 1000],
      ["crash", 4000],
      ["kill", 500],
      ["cut", 100],
      ["cut", 8000],
      ["hang", 3000],
      ["hang", 8000],
      ["hang", 15_000],
    ],
  ),
)(
  "%s of the database for %i ms under load: no job is lost, and no error comes later than 2 s after it is back",
  async (outage, forMs) => {
    expect((await loseDatabase(outage, forMs)).succeeded).toBeGreaterThan(jobs / 2);
  },
);
