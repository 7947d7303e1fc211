import { expect, test } from "vitest";
import { killEveryRole } from "#tests/support/every-role.ts";

test.each([2, 3, 4, 5, 6, 7])("each role killed and Postgres restarted under jobs, seed %i", async (seed) => {
  const order = await killEveryRole({ seed, jobs: 30 });
  process.stdout.write(`${JSON.stringify({ seed, order })}\n`);
  expect(order).toHaveLength(8);
});
