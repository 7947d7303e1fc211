import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DBOSClient } from "@dbos-inc/dbos-sdk";
import { expect, onTestFinished, test } from "vitest";
import { getDeposit } from "#src/product/deposits/reading.ts";
import { readBalance } from "#src/product/ledger/ledger.ts";
import { lastReconciliation, listDifferenceRows } from "#src/product/deposits/queries/deposit-views.ts";
import { connectionUrl } from "#src/core/db/pool.ts";
import {
  callbackBody,
  openDepositTestApp,
  processorSettings,
  sendCallback,
  type DepositTestApp,
} from "#tests/support/deposit-test-app.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { pay } from "#tests/support/processor-server.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");
const soon = { interval: 50 };

async function openWithWorkers(): Promise<{ testApp: DepositTestApp; startWorker(): ChildProcess }> {
  const testApp = await openDepositTestApp();
  const workers: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await testApp.drop();
  });
  return {
    testApp,
    startWorker() {
      const worker = spawn(process.execPath, [main, "worker", "--internal", "0"], {
        env: {
          PATH: process.env["PATH"],
          DATABASE_URL: testApp.url,
          SERVICE_ONLINE_TOOLS: "false",
          SERVICE_LLM_PROVIDER: "rules",
          LOG_LEVEL: "silent",
          SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
          ...processorSettings(testApp.processor.url),
        },
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      workers.push(worker);
      return worker;
    },
  };
}

test("a worker that is killed between the callback and the credit: another credits it, once", async () => {
  const { testApp, startWorker } = await openWithWorkers();
  const actor = await testApp.newUser();
  const { deposit, payment } = await testApp.newDeposit(actor);
  pay(payment, "finished");
  expect((await sendCallback(testApp.door, callbackBody(payment))).status).toBe(200);

  testApp.processor.delayMs = 60_000;
  const read = `GET /v1/payment/${payment.payment_id}`;
  const killed = startWorker();
  await expect.poll(() => testApp.processor.asked, soon).toContain(read);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(await readBalance(systemContext(testApp), actor.owner)).toBe(0);
  expect(await getDeposit(customerContext({ db: testApp.db, actor }), deposit.id)).toMatchObject({
    state: "confirmed",
  });

  testApp.processor.delayMs = 0;
  startWorker();
  startWorker();
  await expect.poll(() => readBalance(systemContext(testApp), actor.owner), soon).toBe(1999);
  expect(await getDeposit(customerContext({ db: testApp.db, actor }), deposit.id)).toMatchObject({
    state: "finished",
    creditedMinor: 1999,
  });
  const { rowCount } = await testApp.db.pool.query("select from ledger_transfers where kind = 'deposit'");
  expect(rowCount).toBe(1);
  await expectLedgerAddsUp(testApp);
});

test("a settlement whose workers died three times is set aside for the operator, and made up for a day later", async () => {
  const { testApp, startWorker } = await openWithWorkers();
  const actor = await testApp.newUser();
  const { deposit, payment } = await testApp.newDeposit(actor);
  pay(payment, "finished");
  expect((await sendCallback(testApp.door, callbackBody(payment))).status).toBe(200);
  testApp.processor.delayMs = 600_000;
  const reads = (): number =>
    testApp.processor.asked.filter((asked) => asked === `GET /v1/payment/${payment.payment_id}`).length;
  for (let deaths = 1; deaths <= 3; deaths += 1) {
    const before = reads();
    const worker = startWorker();
    await expect.poll(() => reads(), soon).toBeGreaterThan(before);
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
  testApp.processor.delayMs = 0;
  startWorker();
  const found = async (): Promise<unknown[]> =>
    (await listDifferenceRows(testApp.db.sql, 0)).map(({ depositId, kind, resolvedAt }) => [
      depositId,
      kind,
      resolvedAt === null,
    ]);
  await expect.poll(() => found(), soon).toEqual([[deposit.id, "set_aside", true]]);
  expect(await readBalance(systemContext(testApp), actor.owner)).toBe(0);

  const client = await DBOSClient.create({
    systemDatabaseUrl: connectionUrl(testApp.url),
    applicationName: "conclave",
  });
  onTestFinished(() => client.destroy());
  await testApp.db.pool.query("update deposits set created_at = created_at - interval '2 days'");
  const before = reads();
  await client.triggerSchedule("reconcile deposits");
  await expect.poll(() => lastReconciliation(testApp.db.sql), soon).not.toBeNull();
  expect(reads(), "not yet").toBe(before);
  await testApp.db.pool.query("update deposit_differences set last_seen_at = last_seen_at - interval '2 days'");
  await client.triggerSchedule("reconcile deposits");
  await expect.poll(() => readBalance(systemContext(testApp), actor.owner), soon).toBe(1999);
  await expect.poll(() => found(), soon).toEqual([[deposit.id, "set_aside", false]]);
  await expectLedgerAddsUp(testApp);
});

test("fifty at once through two front doors, with workers at work, are one credit; a lost callback is made up for", async () => {
  const { testApp, startWorker } = await openWithWorkers();
  const other = await testApp.open({
    paymentGateway: testApp.paymentGateway,
    access: { open: false, loopback: false },
  });
  startWorker();
  startWorker();
  const actor = await testApp.newUser();
  const { deposit, payment } = await testApp.newDeposit(actor);
  pay(payment, "finished");
  const body = callbackBody(payment);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => sendCallback(index % 2 === 0 ? testApp.door : other, body)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  await expect.poll(() => readBalance(systemContext(testApp), actor.owner), soon).toBe(1999);
  const told = await testApp.db.pool.query("select state from deposit_events where deposit_id = $1 order by seq", [
    deposit.id,
  ]);
  expect(told.rows.map(({ state }) => state)).toEqual(["waiting", "confirmed", "finished"]);

  const lost = await testApp.newDeposit(actor, 500);
  pay(lost.payment, "finished");
  await testApp.db.pool.query("update deposits set created_at = created_at - interval '10 minutes' where id = $1", [
    lost.deposit.id,
  ]);
  const client = await DBOSClient.create({
    systemDatabaseUrl: connectionUrl(testApp.url),
    applicationName: "conclave",
  });
  onTestFinished(() => client.destroy());
  await expect.poll(() => client.getSchedule("reconcile deposits"), soon).not.toBeNull();
  await Promise.all([client.triggerSchedule("reconcile deposits"), client.triggerSchedule("reconcile deposits")]);
  await expect.poll(() => readBalance(systemContext(testApp), actor.owner), soon).toBe(2499);
  const { rowCount } = await testApp.db.pool.query("select from ledger_transfers where kind = 'deposit'");
  expect(rowCount).toBe(2);
  await expectLedgerAddsUp(testApp);
});
