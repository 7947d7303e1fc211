import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzz, fuzzConnections } from "#tests/support/fuzz/run.ts";
import { runs } from "#tests/support/runs.ts";
import { openFuzzTarget, type FuzzTarget } from "#tests/support/fuzz/target.ts";

let target: FuzzTarget;
beforeAll(async () => {
  target = await openFuzzTarget();
});
afterAll(() => target.close());

const seed = 20_261_122;

test("bytes that are hardly HTTP get an answer that is, or none, and the server goes on", async () => {
  await expect(fuzzConnections(target, { cases: runs(100, 500), seed })).resolves.toBeUndefined();
});

test("no request makes an answer that the API does not promise, and every job that was accepted ends", async () => {
  await fuzz(target, { cases: runs(500, 3000), seed });
  const { accepted } = await target.finish();
  // Else the requests were never good enough to reach anything.
  expect(accepted).toBeGreaterThan(0);
});
