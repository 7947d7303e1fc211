import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meterDeposits } from "#src/server/worker/meters.ts";
import { createLog } from "#src/core/operation/log.ts";
import { fixedClock, systemClock } from "#src/core/clock.ts";
import { listDifferences } from "#src/product/deposits/reviews.ts";
import { reconcileDeposits } from "#src/product/deposits/reconcile-deposits.ts";
import { openDepositTestApp, type DepositTestApp } from "#tests/support/deposit-test-app.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { openedDeposits } from "#tests/support/opened-deposit.ts";
import { pay } from "#tests/support/processor-server.ts";

let testApp: DepositTestApp;
beforeAll(async () => {
  testApp = await openDepositTestApp();
});
afterAll(async () => {
  await expectLedgerAddsUp(testApp);
  await testApp.drop();
});

const { opened, deposit, balance, told } = openedDeposits(() => testApp);

describe("reconciliation", () => {
  const day = 86_400_000;

  test("notes what does not agree, once, and that it is gone", async () => {
    const admin = await testApp.newAdmin();
    const [gone, stuck, taken, right] = [await opened(), await opened(), await opened(), await opened()];
    testApp.processor.payments.delete(String(gone.payment.payment_id));
    pay(stuck.payment, "confirming");
    await told(taken, "finished");
    // The processor says afterwards that nothing came.
    pay(taken.payment, "finished", 0);
    await told(right, "finished");
    // A ledger that says something else than the deposit.
    await testApp.db.pool.query("update deposits set credited = credited + 1 where id = $1", [right.id]);

    const at = systemClock.now() + 2 * day;
    const run = (clock: number) => reconcileDeposits({ ...testApp, clock: fixedClock(clock) }, testApp.paymentGateway);
    await run(at);
    await run(at + 3 * 60_000);
    const { open, lastRun } = await listDifferences({ ...testApp, clock: fixedClock(at), by: admin });
    const ours = new Set([gone.id, stuck.id, taken.id, right.id]);
    const kinds = open.filter(({ depositId }) => ours.has(depositId)).map(({ depositId, kind }) => [depositId, kind]);
    expect(kinds.toSorted()).toEqual(
      [
        [gone.id, "unknown_payment"],
        [stuck.id, "stuck"],
        [taken.id, "not_paid"],
        [right.id, "ledger"],
      ].toSorted(),
    );
    expect(lastRun).toMatchObject({ at: at + 3 * 60_000 });
    const registry = new Registry();
    meterDeposits(registry, { db: testApp.db, log: createLog("silent", "test") });
    const figures = await registry.metrics();
    for (const line of [
      'deposit_differences{kind="stuck"} 1',
      'deposit_differences{kind="ledger"} 1',
      /^deposits_open\{state="confirming"\} \d+$/m,
      /^deposit_reviews_open \d+$/m,
      `deposit_reconciliation_timestamp_seconds ${(at + 3 * 60_000) / 1000}`,
    ])
      expect(figures).toMatch(line);

    testApp.processor.payments.set(String(gone.payment.payment_id), gone.payment);
    pay(stuck.payment, "finished");
    pay(taken.payment, "finished");
    await testApp.db.pool.query("update deposits set credited = credited - 1 where id = $1", [right.id]);
    await run(at + 2 * day);
    const after = await listDifferences({ ...testApp, clock: fixedClock(at + 2 * day), by: admin });
    expect(after.open.filter(({ depositId }) => ours.has(depositId))).toEqual([]);
    expect(after.resolved.filter(({ depositId }) => ours.has(depositId))).toHaveLength(4);
    expect([await balance(stuck), (await deposit(gone)).state]).toEqual([1999, "waiting"]);
  });

  test("a processor that cannot be reached is a difference, and nothing else happens", async () => {
    const one = await opened();
    pay(one.payment, "finished");
    testApp.processor.status = 503;
    const at = systemClock.now() + 6 * day;
    await reconcileDeposits({ ...testApp, clock: fixedClock(at) }, testApp.paymentGateway);
    testApp.processor.status = null;
    const { open } = await listDifferences({ ...testApp, clock: fixedClock(at), by: await testApp.newAdmin() });
    expect(open.find(({ depositId }) => depositId === one.id)).toMatchObject({
      kind: "unreadable",
      detail: "nowpayments: the processor responded with 503",
    });
    expect(await balance(one)).toBe(0);
    await reconcileDeposits({ ...testApp, clock: fixedClock(at + day) }, testApp.paymentGateway);
    expect(await balance(one)).toBe(1999);
  });
});
