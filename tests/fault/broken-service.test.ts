import { expect, test } from "vitest";
import { breakInOrder } from "#tests/support/faults/break-service.ts";
import { faults } from "#tests/support/faults/faults.ts";

/* Those that no other test injects; all of them, under more seeds, are in the long run. */
const names = new Set([
  "Postgres fails over",
  "Disk full under Postgres",
  "Clock jumps ahead",
  "Database is slow",
  "A front door loses the database",
]);

test("a service under traffic loses nothing by a fail-over, a full disk, a clock that jumps or a slow or cut network", async ({
  annotate,
}) => {
  const chosen = faults.filter(({ name }) => names.has(name));
  expect(chosen).toHaveLength(names.size);
  const { outcomes, leftOut } = await breakInOrder(1, chosen, { web: false });
  for (const name of leftOut)
    await annotate(`left out: ${name}. It takes a file system of its own, which root can mount on Linux`);
  expect(outcomes.filter(({ lost, wrong }) => lost.length + wrong.length > 0)).toEqual([]);
  expect(outcomes.every(({ jobs }) => (jobs["succeeded"] ?? 0) > 0)).toBe(true);
});
