import { expect, test } from "vitest";
import { z } from "zod";

import { BatchAsked, type BatchLine } from "#src/contract/jobs/batches.ts";
import { cancelBatch, getBatch, submitBatch } from "#src/product/batches/batches.ts";
import { testCluster, type TestCluster } from "#tests/support/worker-process.ts";

/* A batch in real workers, on real Postgres. */

const sessions = ["2019-06-03", "2019-06-04", "2019-06-05", "2019-06-06", "2019-06-07"];

function linesOf(count: number): BatchLine[] {
  return Array.from({ length: count }, (_, index) => ({
    line: index + 1,
    customId: `n${index}`,
    asked: BatchAsked.parse({ ticker: "DEMO", trade_date: sessions[index % sessions.length], analysts: ["market"] }),
  }));
}

const start = async ({ context }: TestCluster, count: number): Promise<string> =>
  (await submitBatch(context, { lines: linesOf(count), budgetUsd: null, idempotencyKey: null })).batch.id;

const patience = { interval: 50 };

test("loses no line and starts none twice when its worker is killed in the middle", async () => {
  const cluster = await testCluster({ slots: 2 });
  const { context, database } = cluster;
  const id = await start(cluster, 24);
  const first = cluster.startWorker(null);
  await expect.poll(async () => (await getBatch(context, id)).counts.succeeded, patience).toBeGreaterThanOrEqual(3);
  first.kill("SIGKILL");
  expect((await getBatch(context, id)).counts.succeeded).toBeLessThan(24);
  cluster.startWorker(null);
  cluster.startWorker(null);
  await expect.poll(async () => (await getBatch(context, id)).status, patience).toBe("succeeded");
  expect((await getBatch(context, id)).counts).toMatchObject({ total: 24, succeeded: 24, refused: 0 });
  const { rows } = await database.db.pool.query("select count(*)::int as jobs from analyses");
  expect(z.array(z.object({ jobs: z.int() })).parse(rows)).toEqual([{ jobs: 24 }]);
});

test("is passed by a single analysis, and a cancel stops it", async () => {
  const cluster = await testCluster({ slots: 1 });
  const { context } = cluster;
  const id = await start(cluster, 200);
  cluster.startWorker(null);
  await expect.poll(async () => (await getBatch(context, id)).counts.succeeded, patience).toBeGreaterThan(0);
  const job = await cluster.submit("2019-06-10");
  await expect
    .poll(async () => {
      const { rows } = await cluster.database.db.pool.query("select status from analyses where id = $1", [job.id]);
      return rows;
    }, patience)
    .toEqual([{ status: "succeeded" }]);
  expect((await getBatch(context, id)).counts.waiting).toBeGreaterThan(0);
  const { counts } = await cancelBatch(context, id);
  expect(counts).toMatchObject({ waiting: 0, open: 0 });
  const { rows } = await cluster.database.db.pool.query(
    "select count(*)::int as open from analyses where status in ('queued', 'running')",
  );
  expect(rows).toEqual([{ open: 0 }]);
});
