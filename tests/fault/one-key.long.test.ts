import { expect, test } from "vitest";
import { submitWithOneKey } from "#tests/support/one-key.ts";

test.each([2, 3, 4, 2, 3, 4])(
  "1000 submissions with one key at %i front doors at once are one job and one run",
  async (doors) => {
    expect(await submitWithOneKey({ submissions: 1000, doors })).toEqual({ jobs: 1, calls: 12 });
  },
);
