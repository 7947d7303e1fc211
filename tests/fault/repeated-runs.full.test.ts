import { expect, onTestFinished, test } from "vitest";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { getRun } from "#src/product/analyses/reading.ts";
import { startModelServer, type ModelCall } from "#tests/support/model-server.ts";
import { testCluster, untilEnded } from "#tests/support/worker-process.ts";

test("a worker that dies in the second of three runs repeats no call that was paid for", async () => {
  const cluster = await testCluster();
  const model = await startModelServer({ latencyMs: 30 });
  onTestFinished(() => model.close());
  const first = cluster.startWorker(model.url);
  const body = {
    ticker: "DEMO",
    trade_date: "2019-06-03",
    asset_type: "stock",
    analysts: ["market"],
    runs: 3,
  } as const;
  const asked = { ...body, analysts: [...body.analysts], max_debate_rounds: 1 };
  const { job } = await submitAnalysis(cluster.context, { body: asked, idempotencyKey: null });
  const ofSecond = (): readonly ModelCall[] => model.calls.filter((call) => call.body["seed"] === 2);
  await expect.poll(() => ofSecond().filter(({ outcome }) => outcome === "finished").length).toBeGreaterThan(3);
  first.kill("SIGKILL");
  cluster.startWorker(model.url);
  const [ended] = await untilEnded(cluster, [job]);
  expect(ended).toMatchObject({ status: "succeeded", result: { runs: { agreeing: 3, agreement: 1 } } });
  const { usage } = (await getRun(cluster.context, job.id)).run;
  const bySeed = [1, 2, 3].map((seed) => model.calls.filter((call) => call.body["seed"] === seed).length);
  // What was in flight when it died is asked again, once: at most the two or three that stand side by side.
  expect([bySeed[0], bySeed[2]]).toEqual([usage.calls / 3, usage.calls / 3]);
  expect(bySeed[1]).toBeLessThanOrEqual(usage.calls / 3 + 3);
});
