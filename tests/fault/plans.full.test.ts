import { DBOSClient } from "@dbos-inc/dbos-sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { fixedClock, systemClock } from "#src/core/clock.ts";
import { readBalance } from "#src/product/ledger/ledger.ts";
import { buyPlan, grantPlan, readPlan } from "#src/product/plans/plans.ts";
import { newAccount } from "#tests/support/ledger.ts";
import { testCluster } from "#tests/support/worker-process.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";

const day = 86_400_000;
const soon = { timeout: 240_000, interval: 100 };

test("workers end and renew plans on their schedule, once however many they are", async () => {
  const cluster = await testCluster();
  const { db, url } = cluster.database;
  const past = fixedClock(systemClock.now() - 31 * day);
  await newAccount(cluster.database, "ann");
  await grantPlan(systemContext({ db, clock: past }), { owner: "ann", plan: "elite", days: 30 });
  const bob = await newAccount(cluster.database, "bob", { balanceMinor: 4000 });
  await buyPlan(customerContext({ db, queue: cluster.queue, clock: past, actor: bob }), {
    plan: "signals",
    idempotencyKey: "1",
  });

  cluster.startWorker(null);
  cluster.startWorker(null);
  const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: "conclave" });
  onTestFinished(() => client.destroy());
  await expect.poll(() => client.getSchedule("plans"), soon).not.toBeNull();
  // Not the next minute: now, and more than once at a time. A run is named by its millisecond: two of one are one run.
  const handles = await Promise.all([
    client.triggerSchedule("plans"),
    client.triggerSchedule("plans"),
    client.triggerSchedule("plans"),
  ]);
  const triggered = handles.map(({ workflowID }) => workflowID);

  await vi.waitFor(async () => {
    expect(await readPlan(systemContext({ db }), "ann")).toMatchObject({ plan: "free", planUntil: null });
    expect(await readPlan(systemContext({ db }), "bob")).toMatchObject({
      plan: "signals",
      planUntil: expect.any(Number),
    });
    expect(await readBalance(systemContext({ db }), "bob")).toBe(200);
  }, soon);
  const { periods } = await readPlan(systemContext({ db }), "bob");
  expect(periods.map(({ how }) => how)).toEqual(["auto_renewal", "purchase"]);

  // What ended well is forgotten after a day.
  const kept = async (): Promise<string[]> =>
    (await client.listWorkflows({ workflowName: "plans", status: "SUCCESS" })).map(({ workflowID }) => workflowID);
  await expect.poll(() => kept(), soon).toEqual(expect.arrayContaining(triggered));
  await db.pool.query("update dbos.workflow_status set completed_at = completed_at - 86400000 where name = 'plans'");
  const { workflowID: last } = await client.triggerSchedule("plans");
  await vi.waitFor(async () => {
    const left = await kept();
    expect(left).toContain(last);
    expect(left.filter((id) => triggered.includes(id))).toEqual([]);
  }, soon);
});
