import { expect, test } from "vitest";
import type { Job } from "#src/contract/jobs/analysis.ts";
import { Reports } from "#src/contract/run/run.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { cases, seeds } from "#tests/support/faults/seeds.ts";
import { outliveRequests } from "#tests/support/outliving-worker.ts";
import { demo, testCluster, untilEnded } from "#tests/support/worker-process.ts";

test("a worker outlives what strangers name as a ticker, and says of each why it has no opinion", async () => {
  const cluster = await testCluster();
  const worker = cluster.startWorker(null);
  const tickers = ["A-", "..", "A B", "Ä", "EURUSD", "$TSLA", "BRK_B", "💰", "\u202eOMED", "../x", "DEMO ", "demo"];
  const jobs = await Promise.all(
    tickers.map(async (ticker) => {
      const { job } = await submitAnalysis(cluster.context, {
        body: { ...demo("2019-06-03"), ticker },
        idempotencyKey: null,
      });
      return job;
    }),
  );
  const ended = await untilEnded(cluster, jobs);
  expect(worker.exitCode).toBeNull();
  expect(ended.map(({ status }) => status)).toEqual(tickers.map(() => "succeeded"));
  expect(ended.map(({ request }) => request.ticker)).toEqual(tickers);
  const reasons = new Map(ended.map((job) => [job.request.ticker, reasonOf(job)]));
  expect(reasons.get("EURUSD")).toBe('"EURUSD" is not a symbol: a pair of currencies is neither a stock nor a coin');
  expect(reasons.get("A-")).toContain("'.' and '-' stand only between letters or digits");
  expect(reasons.get("DEMO ")).toBeNull();
  expect(reasons.get("demo")).toBeNull();
  expect([...reasons.values()].filter((reason) => reason === null)).toHaveLength(2);
});

const [requests = 0] = cases([200], [4000]);

test.each(seeds.slice(0, 3))(
  "requests of every kind and cancels at any moment leave the worker alive and no job open, seed %i",
  { timeout: 1_800_000 },
  async (seed) => {
    const ends = await outliveRequests({ seed, requests });
    expect(Object.keys(ends).toSorted()).toEqual(["cancelled", "rated", "review"]);
  },
);

function reasonOf(job: Job): string | null {
  return Reports.parse(job.result?.reports).review_reason;
}
