import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import type { Job } from "#src/contract/jobs/analysis.ts";
import { getAnalysis } from "#src/product/analyses/reading.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { promptDate, startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { demo, testCluster, untilEnded, type TestCluster } from "#tests/support/worker-process.ts";

const patient = { interval: 20 };
const deadly = "2019-06-03";
const beside = "2019-06-04";
const fresh = "2019-06-05";

/** With one analyst it makes one call at a time: a worker has four out at the most. */
async function submit({ context }: TestCluster, date: string): Promise<Job> {
  const { job } = await submitAnalysis(context, {
    body: { ...demo(date), analysts: ["market"] },
    idempotencyKey: null,
  });
  return job;
}

async function end(worker: ChildProcess, how: NodeJS.Signals): Promise<void> {
  const gone = once(worker, "exit");
  worker.kill(how);
  await gone;
}

function callsOn({ calls }: ModelServer, date: string): number {
  return calls.filter((call) => promptDate(call) === date).length;
}

async function keepsSnapshot({ database: { db } }: TestCluster, id: string): Promise<boolean> {
  const kept = "select from dbos.operation_outputs where workflow_uuid = $1 and output like '%snapshot%'";
  return (await db.pool.query(kept, [id])).rowCount === 1;
}

test("a job that was at work when three workers died is set aside; one that was beside it twice, and a new one, end well", async () => {
  let calm = false;
  const model = await startModelServer({
    plan: (call) => (!calm && [deadly, beside].includes(promptDate(call)) ? { kind: "hang" } : { kind: "answer" }),
  });
  const cluster = await testCluster({ jobTimeoutMs: 600_000 });
  const killer = await submit(cluster, deadly);
  const innocent = await submit(cluster, beside);
  for (let death = 1; death <= 2; death += 1) {
    const before = [deadly, beside].map((date) => callsOn(model, date));
    const worker = cluster.startWorker(model.url);
    for (const [index, date] of [deadly, beside].entries())
      await expect.poll(() => callsOn(model, date), patient).toBeGreaterThan(before[index] ?? 0);
    // What stands before the first call is kept a little later; a job that keeps it only the second time came further.
    for (const { id } of [killer, innocent]) await expect.poll(() => keepsSnapshot(cluster, id), patient).toBe(true);
    await end(worker, "SIGKILL");
  }
  const asked = { deadly: callsOn(model, deadly), beside: callsOn(model, beside) };
  const good = await submit(cluster, fresh);
  const third = cluster.startWorker(model.url);
  await expect.poll(() => callsOn(model, deadly), patient).toBeGreaterThan(asked.deadly);
  // What is new waits for nobody, and of the two that were there at both deaths one runs at a time.
  expect((await untilEnded(cluster, [good])).map(({ status }) => status)).toEqual(["succeeded"]);
  expect(callsOn(model, beside)).toBe(asked.beside);
  await end(third, "SIGKILL");
  calm = true;
  const last = callsOn(model, deadly);
  const fourth = cluster.startWorker(model.url);
  const [set, well] = await untilEnded(cluster, [killer, innocent]);
  expect(set).toMatchObject({ status: "failed", error: expect.stringContaining("stopped several times") });
  expect(well).toMatchObject({ status: "succeeded" });
  expect(callsOn(model, deadly)).toBe(last);
  expect(fourth.exitCode).toBeNull();
  await model.close();
});

test("a job that came a step further between the deaths of its workers is no fault of them", async () => {
  let answers = 1;
  const model = await startModelServer({
    plan: () => (answers > 0 ? ((answers -= 1), { kind: "answer" }) : { kind: "hang" }),
  });
  const cluster = await testCluster({ jobTimeoutMs: 600_000 });
  const { pool } = cluster.database.db;
  const job = await submit(cluster, deadly);
  const steps = async () =>
    (await pool.query("select from dbos.operation_outputs where workflow_uuid = $1", [job.id])).rowCount ?? 0;
  for (let death = 1; death <= 4; death += 1) {
    const before = { steps: await steps(), calls: callsOn(model, deadly) };
    const worker = cluster.startWorker(model.url);
    await expect.poll(steps, patient).toBeGreaterThan(before.steps);
    await expect.poll(() => callsOn(model, deadly), patient).toBeGreaterThan(before.calls + 1);
    await end(worker, "SIGKILL");
    answers = 1;
  }
  answers = Infinity;
  cluster.startWorker(model.url);
  expect(await untilEnded(cluster, [job])).toMatchObject([{ status: "succeeded" }]);
  expect((await pool.query("select from worker_deaths")).rowCount).toBe(4);
  await model.close();
});

test("a job whose workers were told to stop is no fault of its own, however often", async () => {
  let calm = false;
  const model = await startModelServer({ plan: () => (calm ? { kind: "answer" } : { kind: "hang" }) });
  const cluster = await testCluster({ jobTimeoutMs: 600_000 });
  const job = await cluster.submit(deadly);
  for (let stops = 1; stops <= 3; stops += 1) {
    const before = model.calls.length;
    const worker = cluster.startWorker(model.url);
    await expect.poll(() => model.calls.length, patient).toBeGreaterThan(before);
    await end(worker, "SIGTERM");
    expect((await getAnalysis(cluster.context, job.id)).status).toBe("running");
  }
  calm = true;
  cluster.startWorker(model.url);
  expect(await untilEnded(cluster, [job])).toMatchObject([{ status: "succeeded" }]);
  await model.close();
});

test("a job whose workers lost the database three times is no fault of its own", async () => {
  let calm = false;
  const model = await startModelServer({ plan: () => (calm ? { kind: "answer" } : { kind: "hang" }) });
  const cluster = await testCluster({ jobTimeoutMs: 600_000 });
  const { pool } = cluster.database.db;
  const job = await cluster.submit(deadly);
  for (let losses = 1; losses <= 3; losses += 1) {
    const before = model.calls.length;
    const worker = cluster.startWorker(model.url);
    await expect.poll(() => model.calls.length, patient).toBeGreaterThan(before);
    const gone = once(worker, "exit");
    await pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(await gone).toEqual([1, null]);
    expect((await getAnalysis(cluster.context, job.id)).status).toBe("running");
  }
  calm = true;
  cluster.startWorker(model.url);
  expect(await untilEnded(cluster, [job])).toMatchObject([{ status: "succeeded" }]);
  expect((await pool.query("select from worker_deaths")).rowCount).toBe(0);
  await model.close();
});
