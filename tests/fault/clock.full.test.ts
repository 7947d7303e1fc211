import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { tradeDates } from "#tests/support/trade-dates.ts";
import { testCluster, untilEnded, untilReady } from "#tests/support/worker-process.ts";

test("a worker whose clock is off takes no job until it is right, and what another one ended too early goes on", async () => {
  const model = await startModelServer({ latencyMs: 60 });
  const cluster = await testCluster();
  const clock = join(emptyFolder(), "offset");
  writeFileSync(clock, String(3_600_000));
  const preload = join(import.meta.dirname, "../support/faults/steered-clock.ts");
  cluster.startWorker(model.url, { CLOCK_OFFSET_FILE: clock, NODE_OPTIONS: `--import ${preload}` });
  const jobs = await Promise.all(tradeDates(2).map((date) => cluster.submit(date)));
  const { pool } = cluster.database.db;

  cluster.startWorker(model.url);
  await expect.poll(() => model.finished(), { interval: 10 }).toBeGreaterThan(2);
  // As a worker does whose clock is ahead by more than the time that they have left.
  const { rowCount } = await pool.query(
    `update dbos.workflow_status set status = 'CANCELLED', owner_xid = null, queue_name = null, deduplication_id = null,
       started_at_epoch_ms = null where status = 'PENDING' and workflow_deadline_epoch_ms is not null`,
  );
  expect(rowCount).toBeGreaterThan(0);
  expect((await untilEnded(cluster, jobs)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  // One of the two held back all the while.
  await untilReady(cluster, 1);
  writeFileSync(clock, "0");
  await untilReady(cluster, 2);
  await model.close();
});
