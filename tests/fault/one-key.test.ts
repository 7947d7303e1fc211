import { expect, test } from "vitest";
import { cases } from "#tests/support/faults/seeds.ts";
import { submitWithOneKey } from "#tests/support/one-key.ts";

test.each(
  cases(
    [[200, 2]],
    [2, 3, 4, 2, 3, 4].map((doors) => [1000, doors]),
  ),
)("%i submissions with one key at %i front doors at once are one job and one run", async (submissions, doors) => {
  expect(await submitWithOneKey({ submissions, doors })).toEqual({ jobs: 1, calls: 12 });
});
