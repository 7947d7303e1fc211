import { expect, onTestFinished, test } from "vitest";
import type { Job } from "#src/contract/jobs/analysis.ts";
import { UnfinishedRun } from "#src/contract/jobs/jobs.ts";
import { systemClock } from "#src/core/clock.ts";
import { cancelAnalysis, submitAnalysis } from "#src/product/analyses/submitting.ts";
import { getAnalysis, getEndedRun } from "#src/product/analyses/reading.ts";
import { reportUsage } from "#src/product/usage/report-usage.ts";
import { startModelServer, type ModelServer, type ModelServerOptions } from "#tests/support/model-server.ts";
import { testCluster, type TestCluster } from "#tests/support/worker-process.ts";

/* What a run that did not succeed has used is kept, whoever ended it. */

async function modelServer(plan: ModelServerOptions["plan"], latencyMs = 0): Promise<ModelServer> {
  const model = await startModelServer({ latencyMs, ...(plan !== undefined && { plan }) });
  onTestFinished(() => model.close());
  return model;
}

/** So many plain answers, and then no more. */
function answers(most: number): NonNullable<ModelServerOptions["plan"]> {
  return ({ index }) => ({ kind: index < most ? "answer" : "hang" });
}

async function calls(model: ModelServer, finished: number): Promise<void> {
  await expect.poll(() => model.finished(), { interval: 20 }).toBe(finished);
}

/** The bill once it says so many calls, which must be the calls that were answered. */
async function billOf(cluster: TestCluster, job: Job, status: UnfinishedRun["status"], finished: number) {
  await expect.poll(async () => (await getAnalysis(cluster.context, job.id)).status, { interval: 50 }).toBe(status);
  const read = async () => UnfinishedRun.parse(await getEndedRun(cluster.context, job.id));
  await expect.poll(async () => (await read()).usage?.calls, { interval: 50 }).toBe(finished);
  const { usage } = await read();
  expect(usage?.agents.reduce((sum, agent) => sum + agent.calls, 0)).toBe(finished);
  const now = systemClock.now();
  const report = await reportUsage(cluster.context, { from: now - 3_600_000, to: now + 1000 });
  expect(report).toMatchObject({
    input_tokens: usage?.input_tokens,
    output_tokens: usage?.output_tokens,
    cost_usd: usage?.cost_usd,
  });
  expect(report.by_status.find((one) => one.status === status)).toMatchObject({ jobs: 1, cost_usd: usage?.cost_usd });
  if (finished > 0) expect(Number(usage?.cost_usd)).toBeGreaterThan(0);
  return usage;
}

test("of a run that a model failed, before it is told that it failed", async () => {
  const model = await modelServer(({ index }) => (index < 5 ? { kind: "answer" } : { kind: "garbage" }));
  const cluster = await testCluster();
  cluster.startWorker(model.url);
  const job = await cluster.submit("2019-06-03");
  await expect.poll(async () => (await getAnalysis(cluster.context, job.id)).status, { interval: 20 }).toBe("failed");
  expect((await getEndedRun(cluster.context, job.id)).usage?.calls).toBeGreaterThanOrEqual(5);
  const finished = UnfinishedRun.parse(await getEndedRun(cluster.context, job.id)).usage?.calls ?? 0;
  await billOf(cluster, job, "failed", finished);
});

test("of a run that its budget stopped", async () => {
  const model = await modelServer(undefined);
  const cluster = await testCluster();
  cluster.startWorker(model.url);
  // Enough for the analysts; the managers' answers cost too much.
  const settings = { ...cluster.context.settings, budgetUsd: "0.15" };
  const { job } = await submitAnalysis(
    { ...cluster.context, settings },
    {
      body: {
        ticker: "DEMO",
        trade_date: "2019-06-03",
        asset_type: "stock",
        analysts: ["market"],
        max_debate_rounds: null,
      },
      idempotencyKey: null,
    },
  );
  await expect.poll(async () => (await getAnalysis(cluster.context, job.id)).status, { interval: 20 }).toBe("failed");
  expect((await getAnalysis(cluster.context, job.id)).error).toMatch(/^the budget of \$0\.15 does not cover/);
  const usage = await billOf(cluster, job, "failed", model.finished());
  expect(usage).toMatchObject({ budget_usd: "0.15" });
  expect(model.finished()).toBeGreaterThan(0);
});

test("of a run that ran out of time", async () => {
  const model = await modelServer(answers(6));
  const cluster = await testCluster({ jobTimeoutMs: 12_000 });
  cluster.startWorker(model.url);
  const job = await cluster.submit("2019-06-03");
  await billOf(cluster, job, "failed", 6);
  expect((await getAnalysis(cluster.context, job.id)).error).toBe("the analysis ran out of time");
});

test("of a run that was cancelled, whose result and error stay null", async () => {
  const model = await modelServer(answers(6));
  const cluster = await testCluster();
  cluster.startWorker(model.url);
  const job = await cluster.submit("2019-06-03");
  await calls(model, 6);
  // All six are kept when the seventh has been asked for.
  await expect.poll(() => model.calls.length).toBeGreaterThan(6);
  await cancelAnalysis(cluster.context, job.id);
  await billOf(cluster, job, "cancelled", 6);
  expect(await getAnalysis(cluster.context, job.id)).toMatchObject({ result: null, error: null });
});

test("of a run that was cancelled after its worker had died, by another worker", async () => {
  const model = await modelServer(answers(6));
  const cluster = await testCluster();
  const worker = cluster.startWorker(model.url);
  const job = await cluster.submit("2019-06-03");
  await calls(model, 6);
  // All six are kept when the seventh has been asked for.
  await expect.poll(() => model.calls.length).toBeGreaterThan(6);
  worker.kill("SIGKILL");
  await cancelAnalysis(cluster.context, job.id);
  cluster.startWorker(model.url);
  await billOf(cluster, job, "cancelled", 6);
});

test("a job that never ran has used nothing", async () => {
  const cluster = await testCluster();
  const job = await cluster.submit("2019-06-03");
  await cancelAnalysis(cluster.context, job.id);
  expect(await getEndedRun(cluster.context, job.id)).toMatchObject({ status: "cancelled", usage: null });
});
