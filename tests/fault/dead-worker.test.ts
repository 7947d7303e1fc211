import { expect, test } from "vitest";
import { killOneWorker } from "#tests/support/dead-worker.ts";

test("a dead worker's jobs are taken over: each ends once, and no kept call is made again", async () => {
  expect(await killOneWorker({ seed: 1, jobs: 10 })).toMatchObject({ succeeded: 10 });
});
