import { expect, test } from "vitest";
import { killAndResume } from "#tests/support/killed-run.ts";

/* Every place at which the process can die: after each kept call of a run with look-ups. */
test.each(Array.from({ length: 15 }, (_, index) => index + 1))("killed after call %i", async (kept) => {
  const { calls } = await killAndResume(kept, 100);
  expect(calls).toBe(16);
});

test("killed after every single call", async () => {
  const { kills } = await killAndResume(1, 1);
  expect(kills).toBeGreaterThanOrEqual(8);
});
