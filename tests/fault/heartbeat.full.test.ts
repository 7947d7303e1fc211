import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#src/core/db/database.ts";
import { releaseLock } from "#src/product/jobs/queries/worker-deaths.ts";
import { lockExecutor } from "#src/server/worker/heartbeat.ts";
import { cuttableProxy } from "#tests/support/cuttable-proxy.ts";
import { promptOf } from "#tests/support/killed-run.ts";
import { executorConnections } from "#tests/support/roles.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { tradeDates } from "#tests/support/trade-dates.ts";
import { testCluster, toldTypes, untilEnded, untilReady, type TestCluster } from "#tests/support/worker-process.ts";

/** Of a run with one round and no look-ups. */
const callsOfRun = 12;
const silentMs = 15_000;

/** Ends the connections that hold executors' locks, as a server does that has given them up. */
async function takeLocks({ database }: TestCluster): Promise<void> {
  const { rows } = await database.db.pool.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, 5000) as ended from pg_locks
     where locktype = 'advisory' and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(rows).toEqual([{ ended: true }]);
}

async function steps({ database }: TestCluster): Promise<unknown[]> {
  const { rows } = await database.db.pool.query(
    "select workflow_uuid, function_id, completed_at_epoch_ms, output from dbos.operation_outputs order by 1, 2",
  );
  return rows;
}

test("a worker that loses its lock ends at once, and writes and asks nothing more", async () => {
  const model = await startModelServer({ latencyMs: 200 });
  onTestFinished(() => model.close());
  const cluster = await testCluster();
  const worker = cluster.startWorker(model.url);
  await untilReady(cluster, 1);
  await Promise.all(tradeDates(4).map((date) => cluster.submit(date)));
  await expect.poll(() => model.finished(), { interval: 5 }).toBeGreaterThan(6);
  const gone = once(worker, "exit");
  await takeLocks(cluster);
  expect(await gone).toEqual([1, null]);
  const [written, asked] = [await steps(cluster), model.calls.length];
  await untilReady(cluster, 0);
  expect(await steps(cluster)).toEqual(written);
  expect(model.calls).toHaveLength(asked);
});

test.each([
  ["while the other one is at them", false],
  ["when the other one is done", true],
])(
  "a worker that was frozen, and whose jobs another has taken over, wakes %s: nothing of it is written",
  async (_when, atTheEnd) => {
    const model = await startModelServer({ latencyMs: 200 });
    onTestFinished(() => model.close());
    const cluster = await testCluster();
    const frozen = cluster.startWorker(model.url);
    await untilReady(cluster, 1);
    const jobs = await Promise.all(tradeDates(4).map((date) => cluster.submit(date)));
    await expect.poll(() => model.finished(), { interval: 5 }).toBeGreaterThan(4);
    frozen.kill("SIGSTOP");
    onTestFinished(() => void frozen.kill("SIGCONT"));
    await takeLocks(cluster);
    const before = await steps(cluster);
    const asked = model.calls.length;
    cluster.startWorker(model.url);
    // A transaction that froze as well holds its rows until Postgres ends it.
    await expect.poll(() => model.calls.length, { interval: 5 }).toBeGreaterThan(asked + 6);
    if (atTheEnd) await untilEnded(cluster, jobs);
    const gone = once(frozen, "exit");
    frozen.kill("SIGCONT");
    expect(await gone).toEqual([1, null]);
    const done = await untilEnded(cluster, jobs);
    expect(done.map(({ status }) => status)).toEqual(jobs.map(() => "succeeded"));
    for (const { id } of jobs) {
      const types = await toldTypes(cluster, id);
      expect(types.filter((type) => type.startsWith("job."))).toEqual(["job.queued", "job.running", "job.succeeded"]);
      expect(types.filter((type) => type === "agent.finished")).toHaveLength(callsOfRun);
    }
    expect(await steps(cluster)).toEqual(expect.arrayContaining(before));
    expect(new Set(model.calls.map(promptOf)).size).toBe(4 * callsOfRun);
  },
);

test("a worker whose database falls silent ends before anybody could take its lock", async () => {
  const model = await startModelServer();
  onTestFinished(() => model.close());
  const cluster = await testCluster();
  const { worker, proxy } = await cluster.startWorkerBehindProxy(model.url);
  await untilReady(cluster, 1);
  const gone = once(worker, "exit");
  const from = performance.now();
  proxy.hang();
  const held: number[] = [];
  while (worker.exitCode === null && worker.signalCode === null)
    held.push((await executorConnections(cluster.database.url)).length);
  expect(await gone).toEqual([1, null]);
  expect(performance.now() - from).toBeGreaterThan(silentMs / 2);
  // The last may have been asked when it was gone already.
  expect(new Set(held.slice(0, -1))).toEqual(new Set([1]));
});

test("a worker whose database falls silent before it stands ready ends, too", async () => {
  const { url } = (await testCluster()).database;
  const proxy = await cuttableProxy({ host: new URL(url).hostname, port: Number(new URL(url).port) });
  onTestFinished(() => proxy.close());
  const behind = new URL(url);
  behind.port = String(proxy.port);
  const db = openDatabase(url, 1);
  onTestFinished(() => db.close());
  // Its second lock waits for this one, so that the silence falls between the two.
  await db.pool.query("select pg_advisory_lock(hashtextextended($1, 0))", [`${releaseLock}r`]);
  const { promise: lost, resolve } = Promise.withResolvers<string>();
  void lockExecutor(behind.href, "r", resolve).catch(() => {});
  await expect.poll(() => executorConnections(url)).toHaveLength(1);
  proxy.hang();
  expect(await lost).toMatch(/^[\da-f-]{36}$/);
});
