import { createServer } from "node:http";
import { expect, test } from "vitest";
import { breakModel } from "#tests/support/broken-model.ts";
import { cases } from "#tests/support/faults/seeds.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { testCluster, untilEnded } from "#tests/support/worker-process.ts";

test.each(
  cases(
    [5],
    Array.from({ length: 12 }, (_, index) => index + 1),
  ),
)("a model that is out of order from call %i on ends a job in a clear error or in REVIEW", async (from) => {
  expect(await breakModel(from)).toBeGreaterThan(10);
});

test("a model that cannot be reached ends a job in a clear error", async () => {
  const cluster = await testCluster();
  cluster.startWorker(`http://127.0.0.1:${await deadPort()}/v1`);
  const [job] = await untilEnded(cluster, [await cluster.submit("2019-06-03")]);
  expect(job).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/^quick: .*nothing listens at 127\.0\.0\.1:\d+.*\(asked 4 times\)$/),
    result: null,
  });
});

test("a job whose model never answers fails when its time is over", async () => {
  const model = await startModelServer({ plan: () => ({ kind: "hang" }) });
  const cluster = await testCluster({ jobTimeoutMs: 3000 });
  cluster.startWorker(model.url);
  const [job] = await untilEnded(cluster, [await cluster.submit("2019-06-03")]);
  expect(job).toMatchObject({ status: "failed", error: "the analysis ran out of time" });
  await expect.poll(() => model.calls.map(({ outcome }) => outcome)).not.toContain("open");
  await model.close();
});

/** Nobody listens there any more. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
