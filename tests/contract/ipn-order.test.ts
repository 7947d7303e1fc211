import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plans } from "#src/contract/accounts/plans.ts";
import { fixedClock, systemClock } from "#src/core/clock.ts";
import { InsufficientBalance } from "#src/core/errors.ts";
import type { Actor } from "#src/product/context.ts";
import { deleteAccount } from "#src/product/accounts/account-data.ts";
import { listReviews } from "#src/product/deposits/reviews.ts";
import { reconcileDeposits } from "#src/product/deposits/reconcile-deposits.ts";
import { listEntries } from "#src/product/ledger/ledger.ts";
import { buyPlan, readPlan } from "#src/product/plans/plans.ts";
import {
  callbackBody,
  ipnSecret,
  oldIpnSecret,
  openDepositTestApp,
  processorSettings,
  sendCallback,
  sign,
  type DepositTestApp,
} from "#tests/support/deposit-test-app.ts";
import { followEvents, idsOf } from "#tests/support/event-stream.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { until } from "#tests/support/mail-worker.ts";
import { apiKey, pay } from "#tests/support/processor-server.ts";
import { confirmedUser, userIdOf } from "#tests/support/sign-in.ts";
import { openedDeposits, type Opened } from "#tests/support/opened-deposit.ts";
import { systemContext } from "#tests/support/contexts.ts";

let testApp: DepositTestApp;
beforeAll(async () => {
  testApp = await openDepositTestApp();
});
afterAll(async () => {
  await expectLedgerAddsUp(testApp);
  await testApp.drop();
});

const { opened, deposit, balance, told, said } = openedDeposits(() => testApp);

async function statesTold(owner: string): Promise<string[]> {
  const { rows } = await testApp.db.pool.query<{ state: string }>(
    "select state from deposit_events where owner = $1 order by seq",
    [owner],
  );
  return rows.map(({ state }) => state);
}

const creditsOf = async ({ id }: Opened): Promise<number> =>
  (await testApp.db.pool.query("select 1 from ledger_transfers where kind = 'deposit' and reference = $1", [id]))
    .rowCount ?? 0;

describe("order and replay", () => {
  test("IPN-35 the same callback again is a 200 without effect", async () => {
    const one = await opened();
    await told(one, "finished");
    const events = await statesTold(one.actor.owner);
    const body = callbackBody(one.payment);
    for (let time = 0; time < 5; time += 1) expect((await sendCallback(testApp.door, body)).status).toBe(200);
    expect(await testApp.creditQueued()).toBe(0);
    expect([await balance(one), await statesTold(one.actor.owner)]).toEqual([1999, events]);
    const { rows } = await testApp.db.pool.query("select times from deposit_callbacks where body = $1", [
      Buffer.from(body),
    ]);
    expect(rows).toEqual([{ times: 6 }]);
  });

  test("IPN-36 the same status in a new body credits nothing more", async () => {
    const one = await opened();
    for (let time = 0; time < 4; time += 1) await told(one, "finished", { updated_at: time });
    expect([await balance(one), await creditsOf(one)]).toEqual([1999, 1]);
    expect(await statesTold(one.actor.owner)).toEqual(["waiting", "confirmed", "finished"]);
  });

  test("IPN-37 fifty at once, the same and others, through two doors, are one credit", async () => {
    const one = await opened();
    pay(one.payment, "finished");
    const other = await testApp.open({
      paymentGateway: testApp.paymentGateway,
      access: { open: false, loopback: false },
    });
    const same = Array.from({ length: 50 }, (_, index) =>
      sendCallback(index % 2 === 0 ? testApp.door : other, callbackBody(one.payment)),
    );
    const others = Array.from({ length: 10 }, (_, index) =>
      sendCallback(index % 2 === 0 ? testApp.door : other, callbackBody(one.payment, { updated_at: index })),
    );
    const answers = await Promise.all([...same, ...others]);
    // On a busy machine some are told to come again, and do.
    const again = [...new Set(answers.map(({ status }) => status))].filter((status) => status !== 200);
    expect([[], [503]]).toContainEqual(again);
    expect((await sendCallback(other, callbackBody(one.payment))).status).toBe(200);
    await Promise.all([testApp.creditQueued(), testApp.creditQueued(), testApp.creditQueued()]);
    expect([await balance(one), await creditsOf(one), await testApp.creditQueued()]).toEqual([1999, 1, 0]);
    expect(await statesTold(one.actor.owner)).toEqual(["waiting", "confirmed", "finished"]);
  });

  test("IPN-38 what is behind what has happened is ignored", async () => {
    const one = await opened();
    await told(one, "finished");
    for (const status of ["confirming", "waiting", "partially_paid", "expired", "failed", "sending"])
      expect(await said(one, { payment_status: status }), status).toBe(
        status === "partially_paid" ? "applied" : "no_change",
      );
    expect([await balance(one), (await deposit(one)).state]).toEqual([1999, "finished"]);
  });

  test("IPN-39 finished before anything else was told", async () => {
    const one = await opened();
    await told(one, "finished");
    expect(await said(one, { payment_status: "waiting" })).toBe("no_change");
    expect([await balance(one), (await deposit(one)).state]).toEqual([1999, "finished"]);
  });

  test("IPN-40 what is paid after it has expired, or failed, is credited", async () => {
    for (const end of ["expired", "failed"]) {
      const one = await opened();
      await told(one, end);
      expect((await deposit(one)).state).toBe(end);
      await told(one, "confirming");
      expect((await deposit(one)).state).toBe(end);
      await told(one, "finished");
      expect([await balance(one), (await deposit(one)).state]).toEqual([1999, "finished"]);
    }
  });

  test("IPN-41 what is sent back is taken back, and the plan that it bought ends", async () => {
    const kept = await opened({ amountMinor: 3000 });
    await told(kept, "finished");
    await told(kept, "refunded");
    expect(await deposit(kept)).toMatchObject({ state: "refunded", creditedMinor: 3000, refundedMinor: 3000 });
    expect(await balance(kept)).toBe(0);

    const spent = await opened({ amountMinor: 3000 });
    await told(spent, "finished");
    const start = systemClock.now();
    await buyPlan(testApp.contextOf(spent.actor, fixedClock(start - 15 * 86_400_000)), {
      plan: "signals",
      idempotencyKey: "1",
    });
    expect((await readPlan(systemContext(testApp), spent.actor.owner)).plan).toBe("signals");
    await told(spent, "refunded");
    // $11.00 were left, and half of the period's $19.00 flows back, less the moment that has passed.
    expect((await readPlan(systemContext(testApp), spent.actor.owner)).plan).toBe("free");
    const owed = await debtOf(spent.actor.owner);
    expect(owed).toBeGreaterThanOrEqual(3000 - 1100 - 950);
    expect(owed).toBeLessThanOrEqual(3000 - 1100 - 949);
    expect(await balance(spent)).toBe(0);

    // The next deposit fills what is owed first.
    const next = await opened({ actor: spent.actor, amountMinor: 2000 });
    await told(next, "finished");
    expect([await balance(next), await debtOf(spent.actor.owner)]).toEqual([2000 - owed, 0]);
    expect(await deposit(next)).toMatchObject({ creditedMinor: 2000 });
    const { entries } = await listEntries(systemContext(testApp), { owner: spent.actor.owner, cursor: null, limit: 9 });
    expect(entries.map(({ kind }) => kind)).toEqual(["deposit", "deposit_refund", "plan_refund", "plan", "deposit"]);
  });

  test("IPN-42 a replay after the refund credits nothing", async () => {
    const one = await opened();
    await told(one, "finished");
    const finished = callbackBody(one.payment);
    await told(one, "refunded");
    expect((await sendCallback(testApp.door, finished)).status).toBe(200);
    expect(await said(one, { payment_status: "finished", updated_at: 9 })).toBe("no_change");
    pay(one.payment, "finished");
    await said(one, { updated_at: 1 });
    expect([await balance(one), (await deposit(one)).state, await creditsOf(one)]).toEqual([0, "refunded", 1]);
  });

  test("IPN-43 a crash between the event and the credit: what was to be done is still there, and is done once", async () => {
    const one = await opened();
    pay(one.payment, "finished");
    testApp.processor.status = 500;
    const body = callbackBody(one.payment);
    expect((await sendCallback(testApp.door, body)).status).toBe(200);
    // The first attempt dies with its transaction; a worker that is killed is in tests/fault/deposits.test.ts.
    await expect(testApp.creditQueued()).rejects.toThrow("nowpayments: the processor responded with 500");
    testApp.processor.status = null;
    expect([await balance(one), (await deposit(one)).state]).toEqual([0, "confirmed"]);
    const crashing = {
      ...testApp.db,
      transaction: (work: Parameters<typeof testApp.db.transaction>[0]) =>
        testApp.db.transaction(async (tx) => {
          await work(tx);
          throw new Error("killed before the commit");
        }),
    };
    await requeue();
    await expect(testApp.creditQueued({ db: Object.assign(crashing) })).rejects.toThrow("killed before the commit");
    expect([await balance(one), (await deposit(one)).state]).toEqual([0, "confirmed"]);
    for (let time = 0; time < 3; time += 1) {
      await requeue();
      await testApp.creditQueued();
    }
    expect([await balance(one), await creditsOf(one)]).toEqual([1999, 1]);
  });

  test("IPN-44 while the database is down it is a 5xx, and the retry is applied", async () => {
    const one = await opened();
    pay(one.payment, "finished");
    const body = callbackBody(one.payment);
    testApp.cable.cut();
    const down = await sendCallback(testApp.door, body);
    expect(down.status).toBe(503);
    expect(down.text).not.toContain("ECONN");
    testApp.cable.mend();
    const again = await until("the database", async () => {
      const { status } = await sendCallback(testApp.door, body);
      return status === 200 ? status : null;
    });
    expect(again).toBe(200);
    await testApp.creditQueued();
    expect([await balance(one), await creditsOf(one)]).toEqual([1999, 1]);
  });

  test("IPN-45 the answer does not wait for a processor that takes its time", async () => {
    const one = await opened();
    pay(one.payment, "finished");
    testApp.processor.delayMs = 30_000;
    const asked = testApp.processor.asked.length;
    const { status, ms } = await sendCallback(testApp.door, callbackBody(one.payment));
    testApp.processor.delayMs = 0;
    expect(status).toBe(200);
    expect(ms).toBeLessThan(20_000);
    expect(testApp.processor.asked.length).toBe(asked);
    await testApp.creditQueued();
    expect(await balance(one)).toBe(1999);
  });

  test("IPN-46 a plan whose price changed meanwhile costs what it costs now; the deposit is worth what it was", async () => {
    const before = plans.signals.priceMinor;
    const one = await opened({ amountMinor: before });
    try {
      Reflect.set(plans.signals, "priceMinor", before + 600);
      await told(one, "finished");
      expect(await balance(one)).toBe(before);
      const bought = buyPlan(testApp.contextOf(one.actor), { plan: "signals", idempotencyKey: "1" });
      await expect(bought).rejects.toThrow(InsufficientBalance);
      await expect(bought).rejects.toMatchObject({ missingMinor: 600 });
    } finally {
      Reflect.set(plans.signals, "priceMinor", before);
    }
    await buyPlan(testApp.contextOf(one.actor), { plan: "signals", idempotencyKey: "2" });
    expect(await balance(one)).toBe(0);
  });

  test("IPN-47 money for an account that was deleted waits for a person", async () => {
    const one = await opened();
    const context = { ...testApp.contextOf(one.actor), settings: jobSettings, requestId: "test" };
    await deleteAccount(context);
    await told(one, "finished");
    expect([await balance(one), (await deposit(one)).state]).toEqual([0, "confirmed"]);
    const { reviews } = await listReviews(
      { ...systemContext(testApp), by: await testApp.newAdmin() },
      { open: true, cursor: null, limit: 50 },
    );
    expect(reviews.find(({ depositId }) => depositId === one.id)).toMatchObject({
      kind: "account_gone",
      email: null,
      receivedMinor: 1999,
    });
  });

  test("IPN-48 the stream tells the owner alone, each change once, and goes on where it was left", async () => {
    const [ann, bob] = [
      await confirmedUser(testApp, testApp.door, "ann@example.com"),
      await confirmedUser(testApp, testApp.door, "bob@example.com"),
    ];
    const actorOf = async (browser: typeof ann): Promise<Actor> => ({
      owner: await userIdOf(browser),
      plan: "free",
      scopes: [],
    });
    const cookieOf = (browser: typeof ann) => ({
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    });
    const url = `${testApp.door.url}/api/deposit/stream`;
    const streams = [
      await followEvents(url, cookieOf(ann)),
      await followEvents(url, cookieOf(ann)),
      await followEvents(url, cookieOf(bob)),
    ];
    const [first, second, others] = streams;
    if (first === undefined || second === undefined || others === undefined) throw new Error("no streams");
    const one = await opened({ actor: await actorOf(ann) });
    for (const status of ["confirming", "confirmed", "finished"]) await told(one, status);
    await until("four events", async () => (idsOf(first).length >= 4 && idsOf(second).length >= 4 ? true : null));
    for (const stream of [first, second]) {
      expect(idsOf(stream)).toEqual([1, 2, 3, 4]);
      expect(stream.events.map(({ event }) => event)).toEqual([
        "deposit.waiting",
        "deposit.confirming",
        "deposit.confirmed",
        "deposit.finished",
      ]);
    }
    expect(first.events[3]?.data).toMatchObject({
      seq: 4,
      deposit_id: one.id,
      state: "finished",
      previous: "confirmed",
      price_usd: "19.99",
      credited_usd: "19.99",
    });
    expect(idsOf(others)).toEqual([]);
    expect(first.headers).toMatchObject({ "cache-control": "no-store, no-transform", "x-accel-buffering": "no" });
    first.leave();
    await told(one, "refunded");
    const back = await followEvents(url, { ...cookieOf(ann), "last-event-id": "3" });
    await until("what was missed", async () => (idsOf(back).length >= 2 ? true : null));
    expect(back.events.map(({ event }) => event)).toEqual(["deposit.finished", "deposit.refunded"]);
    const lost = await followEvents(url, { ...cookieOf(bob), "last-event-id": "77" });
    await until("a reset", async () => lost.events.find(({ event }) => event === "reset") ?? null);
    for (const stream of [second, others, back, lost]) stream.leave();
  });

  test("IPN-49 a callback that never came is made up for by reconciliation", async () => {
    const one = await opened();
    pay(one.payment, "finished");
    const later = fixedClock(systemClock.now() + 10 * 60_000);
    const { repaired } = await reconcileDeposits({ ...testApp, clock: later }, testApp.paymentGateway);
    expect(repaired).toContain(one.id);
    expect([await balance(one), (await deposit(one)).state, await creditsOf(one)]).toEqual([1999, "finished", 1]);
    await said(one);
    expect([await balance(one), await creditsOf(one)]).toEqual([1999, 1]);
  });

  test("IPN-50 no secret, no signature and no key is in the logs or the database", async () => {
    const one = await opened();
    await told(one, "finished");
    const body = callbackBody(one.payment, { updated_at: 1 });
    await sendCallback(testApp.door, body, { "x-nowpayments-sig": sign(body, "guess"), "x-api-key": "leaked-key" });
    await sendCallback(testApp.door, body);
    const secrets = [
      ...Object.entries(processorSettings("")),
      ["", sign(body)],
      ["", sign(body, "guess")],
      ["", "leaked-key"],
      ["", apiKey],
    ]
      .filter(([name]) => !/URL|CURRENC|STORE/.test(name ?? ""))
      // Earlier secrets stand behind the one in force.
      .flatMap(([, value = ""]) => value.split(","))
      .filter((secret) => secret !== "");
    expect(secrets).toEqual(expect.arrayContaining([ipnSecret, oldIpnSecret]));
    const logged = testApp.door.logged();
    expect(logged).toContain("payment callback");
    const { rows } = await testApp.db.pool.query<{ text: string }>(
      `select to_jsonb(c)::text || convert_from(c.body, 'utf8') as text from deposit_callbacks c where length(c.body) < 5000
       union all select to_jsonb(d)::text from deposits d union all select to_jsonb(r)::text from deposit_reviews r`,
    );
    const stored = rows.map(({ text }) => text).join("\n");
    for (const secret of secrets) {
      expect(logged).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
  });
});

const jobSettings = {
  rounds: 1,
  riskRounds: 1,
  budgetUsd: null,
  maxConcurrency: 1,
  maxQueued: 1,
  jobTimeoutMs: 1,
  webhookAllowPrivate: false,
};

async function debtOf(owner: string): Promise<number> {
  const { rows } = await testApp.db.pool.query<{ owed: string }>(
    "select -balance as owed from ledger_accounts where owner = $1 and kind = 'debt'",
    [owner],
  );
  return Number(rows[0]?.owed ?? 0);
}

/** As DBOS does with what a dead worker had taken. */
async function requeue(): Promise<void> {
  await testApp.db.pool.query(
    "update dbos.workflow_status set status = 'ENQUEUED' where workflow_uuid = (select workflow_uuid from dbos.workflow_status where name = 'settlement' order by created_at desc limit 1)",
  );
}
