import { expect, test } from "vitest";
import { submitWithOneKey } from "#tests/support/one-key.ts";

test("200 submissions with one key at two front doors at once are one job and one run", async () => {
  expect(await submitWithOneKey({ submissions: 200, doors: 2 })).toEqual({ jobs: 1, calls: 12 });
});
