import { expect, test } from "vitest";
import { loseUnderWorkers } from "#tests/support/lost-workers.ts";

test("Postgres is restarted under three workers and a front door that nobody watches: all go on, and every job ends well", async () => {
  expect(await loseUnderWorkers("stop", 1500, 9)).toBe(3);
});
