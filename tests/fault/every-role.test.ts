import { expect, test } from "vitest";
import { killEveryRole } from "#tests/support/every-role.ts";

test("each role is killed and Postgres restarted under jobs: nothing is lost, nothing done again, and nobody helps", async () => {
  expect(await killEveryRole({ seed: 1, jobs: 10 })).toHaveLength(8);
});
