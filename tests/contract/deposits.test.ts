import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import type { Deposit } from "#src/contract/accounts/deposits.ts";
import { fixedClock, systemClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { NotFound } from "#src/core/errors.ts";
import type { ActingAdmin } from "#src/product/context.ts";
import { getDeposit, listDeposits, listProcessors, readReceipt } from "#src/product/deposits/reading.ts";
import {
  openDeposit,
  type DepositOrder,
  listSandboxPayments,
  playSandbox,
} from "#src/product/deposits/open-deposit.ts";
import { refundDeposit } from "#src/product/deposits/reviews.ts";
import type { PaymentGateway } from "#src/product/deposits/processors/processor.ts";
import { readBalance } from "#src/product/ledger/ledger.ts";
import { buyPlan, readPlan } from "#src/product/plans/plans.ts";
import {
  callbackBody,
  openDepositTestApp,
  processorSettings,
  sendCallback,
  type DepositTestApp,
} from "#tests/support/deposit-test-app.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { pay } from "#tests/support/processor-server.ts";
import { systemContext } from "#tests/support/contexts.ts";

let testApp: DepositTestApp;
let admin: ActingAdmin;
beforeAll(async () => {
  testApp = await openDepositTestApp();
  admin = await testApp.newAdmin();
});
afterAll(async () => {
  await expectLedgerAddsUp(testApp);
  await testApp.drop();
});

const order = (changes: Partial<DepositOrder> = {}): DepositOrder => ({
  paymentGateway: testApp.paymentGateway,
  amountMinor: 1999,
  processor: "nowpayments",
  currency: "usdttrc20",
  idempotencyKey: "press-1",
  ...changes,
});

describe("opening a deposit", () => {
  test("asks the processor for a payment, and tells what to pay where and until when", async () => {
    const actor = await testApp.newUser();
    const deposit = await openDeposit(testApp.contextOf(actor), order());
    expect(deposit).toMatchObject({
      state: "waiting",
      priceMinor: 1999,
      payAmount: "19.99",
      payAddress: expect.stringMatching(/^T/),
      currency: { code: "usdttrc20", coin: "USDT", network: "trx" },
      creditedMinor: 0,
      review: null,
      expiresAt: Date.parse("2099-11-21T08:20:00.000Z"),
    } satisfies Partial<Record<keyof Deposit, unknown>>);
    expect(await listDeposits(testApp.contextOf(actor), { cursor: null, limit: 5 })).toEqual({
      deposits: [deposit],
      nextCursor: null,
    });
    const other = await testApp.newUser();
    await expect(getDeposit(testApp.contextOf(other), deposit.id)).rejects.toThrow(NotFound);
    expect((await listDeposits(testApp.contextOf(other), { cursor: null, limit: 5 })).deposits).toEqual([]);
  });

  test("ten presses at once open one, also while the processor takes its time", async () => {
    const actor = await testApp.newUser();
    testApp.processor.delayMs = 150;
    const before = testApp.processor.payments.size;
    const opened = await Promise.all(Array.from({ length: 10 }, () => openDeposit(testApp.contextOf(actor), order())));
    testApp.processor.delayMs = 0;
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(testApp.processor.payments.size).toBe(before + 1);
    await expect(openDeposit(testApp.contextOf(actor), order({ amountMinor: 2000 }))).rejects.toThrow(
      "another deposit",
    );
  });

  test("a processor that gives no payment leaves nothing behind, and the same press can be tried again", async () => {
    const actor = await testApp.newUser();
    await listProcessors(testApp.contextOf(actor), testApp.paymentGateway);
    for (const status of [500, 401, 429, 404]) {
      testApp.processor.status = status;
      await expect(openDeposit(testApp.contextOf(actor), order())).rejects.toMatchObject({ kind: "vendor_failed" });
    }
    testApp.processor.status = null;
    expect((await testApp.db.pool.query("select from deposits where owner = $1", [actor.owner])).rowCount).toBe(0);
    expect(await openDeposit(testApp.contextOf(actor), order())).toMatchObject({ state: "waiting" });
  });

  test("one whose opener died is opened by whoever comes later", async () => {
    const actor = await testApp.newUser();
    const made = await openDeposit(testApp.contextOf(actor), order());
    await testApp.db.pool.query(
      `delete from deposit_events where deposit_id = '${made.id}'; delete from deposit_streams where owner = '${actor.owner}';
       update deposits set payment_id = null, pay_amount = null, pay_address = null where id = '${made.id}'`,
    );
    const later = fixedClock(systemClock.now() + 60_000);
    const again = await openDeposit(testApp.contextOf(actor, later), order());
    expect(again).toMatchObject({ id: made.id, state: "waiting" });
    expect(again.payAddress).not.toBe(made.payAddress);
  });

  test.each([
    ["less than the least that is taken", { amountMinor: 499 }, "from $5.00"],
    ["more than the most that is taken", { amountMinor: 1_000_001 }, "to $10,000.00"],
    ["less than the coin takes", { amountMinor: 999, currency: "btc" }, "the minimum for Bitcoin is $10.00"],
    ["half a cent", { amountMinor: 1000.5 }, "from $5.00"],
    ["a coin that is not offered", { currency: "doge" }, "not offered"],
    ["a processor that is not set up", { processor: "sandbox" as const }, "not set up"],
    ["a key with a space", { idempotencyKey: "a b" }, "idempotency key"],
  ])("refuses %s", async (_what, changes, why) => {
    const actor = await testApp.newUser();
    await expect(openDeposit(testApp.contextOf(actor), order(changes))).rejects.toThrow(why);
  });

  test("five may wait at the same time; one that is paid or expired makes room", async () => {
    const actor = await testApp.newUser();
    const open = (key: number) => openDeposit(testApp.contextOf(actor), order({ idempotencyKey: `k${key}` }));
    const six = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(open));
    expect(six.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(six.find(({ status }) => status === "rejected")).toMatchObject({ reason: { kind: "rate_limited" } });
    const [payment] = [...testApp.processor.payments.values()].slice(-1);
    if (payment === undefined) throw new Error("no payment");
    pay(payment, "finished");
    await sendCallback(testApp.door, callbackBody(payment));
    await open(7);
  });

  test("the offer names coins, networks and least amounts, and leaves out who does not answer", async () => {
    const [now, btcPay] = await listProcessors(systemContext(testApp), testApp.paymentGateway);
    expect(now).toMatchObject({ name: "nowpayments", sandbox: false, minMinor: 500, maxMinor: 1_000_000 });
    expect(now?.currencies).toContainEqual({
      code: "btc",
      coin: "BTC",
      network: "btc",
      name: "Bitcoin",
      minMinor: 1000,
    });
    expect(btcPay?.currencies).toEqual([
      { code: "BTC-CHAIN", coin: "BTC", network: "btc", name: "BTC, on-chain", minMinor: null },
    ]);
    testApp.processor.status = 500;
    const paymentGateway = composePaymentGateway(
      { db: testApp.db, clock: systemClock },
      readSettings(processorSettings(testApp.processor.url)),
    );
    expect(await listProcessors(systemContext(testApp), paymentGateway)).toEqual([]);
    testApp.processor.status = null;
  });
});

describe("taking a deposit back", () => {
  async function credited(amountMinor: number, actor = testApp.newUser()) {
    const owner = await actor;
    const { deposit, payment } = await testApp.newDeposit(owner, amountMinor);
    pay(payment, "finished");
    await sendCallback(testApp.door, callbackBody(payment));
    await testApp.creditQueued();
    return { actor: owner, id: deposit.id };
  }

  test("leaves the plan alone where the balance covers it", async () => {
    const one = await credited(9000);
    await buyPlan(testApp.contextOf(one.actor), { plan: "signals", idempotencyKey: "1" });
    const more = await credited(5000, Promise.resolve(one.actor));
    const outcome = await refundDeposit(
      { ...testApp, clock: systemClock, by: admin },
      {
        depositId: more.id,
        reason: "asked for it",
      },
    );
    expect(outcome).toEqual({
      reversedMinor: 5000,
      fromBalanceMinor: 5000,
      owedMinor: 0,
      planEnded: false,
      planRestMinor: 0,
    });
    expect((await readPlan(systemContext(testApp), one.actor.owner)).plan).toBe("signals");
    expect(await readBalance(systemContext(testApp), one.actor.owner)).toBe(7100);
    const again = refundDeposit({ ...testApp, clock: systemClock, by: admin }, { depositId: more.id, reason: "twice" });
    await expect(again).rejects.toThrow("this deposit has not been credited");
    expect(await readBalance(systemContext(testApp), one.actor.owner)).toBe(7100);
  });

  test("ends the plan and leaves a debt where it does not; a plan that was given stays", async () => {
    const one = await credited(8000);
    await buyPlan(testApp.contextOf(one.actor), { plan: "elite", idempotencyKey: "1" });
    const at = fixedClock(systemClock.now() + 15 * 86_400_000);
    const outcome = await refundDeposit(
      { ...systemContext({ db: testApp.db, clock: at }), by: admin },
      { depositId: one.id, reason: "a fraud" },
    );
    // Half of the period's $79.00, less the moment between the clocks.
    expect(outcome).toMatchObject({ reversedMinor: 8000, planEnded: true });
    expect([3949, 3950]).toContain(outcome.planRestMinor);
    expect(outcome.fromBalanceMinor).toBe(100 + outcome.planRestMinor);
    expect(outcome.owedMinor).toBe(8000 - outcome.fromBalanceMinor);
    expect(await readPlan(systemContext(testApp), one.actor.owner)).toMatchObject({
      plan: "free",
      planUntil: null,
      autoRenew: false,
    });
    expect(await readBalance(systemContext(testApp), one.actor.owner)).toBe(0);
    await expect(buyPlan(testApp.contextOf(one.actor), { plan: "signals", idempotencyKey: "2" })).rejects.toThrow(
      "($19.00 short)",
    );
  });

  test("takes the referrer's reward back when nothing of what was paid in is left", async () => {
    const referrer = await testApp.newUser();
    const one = await credited(2000);
    await testApp.db.pool.query(
      `insert into referrals (referred, referrer, created_at) values ('${one.actor.owner}', '${referrer.owner}', now())`,
    );
    await buyPlan(testApp.contextOf(one.actor), { plan: "signals", idempotencyKey: "1" });
    expect(await readBalance(systemContext(testApp), referrer.owner)).toBe(380);
    await refundDeposit({ ...testApp, clock: systemClock, by: admin }, { depositId: one.id, reason: "a circle" });
    expect(await readBalance(systemContext(testApp), referrer.owner)).toBe(0);
  });

  test("is for administrators, with a reason", async () => {
    const one = await credited(500);
    const refund = (by: ActingAdmin, reason: string) =>
      refundDeposit({ ...testApp, clock: systemClock, by }, { depositId: one.id, reason });
    await expect(refund({ ...admin, userId: one.actor.owner, role: "user" }, "mine")).rejects.toThrow("administrators");
    await expect(refund(admin, " ")).rejects.toThrow("enter a reason");
    expect(await readBalance(systemContext(testApp), one.actor.owner)).toBe(500);
  });
});

test("a receipt is there once the money is, for its owner alone", async () => {
  const actor = await testApp.newUser();
  const { deposit, payment } = await testApp.newDeposit(actor);
  await expect(readReceipt(testApp.contextOf(actor), deposit.id)).rejects.toThrow("once the deposit is credited");
  pay(payment, "finished");
  await sendCallback(testApp.door, callbackBody(payment));
  await testApp.creditQueued();
  expect(await readReceipt(testApp.contextOf(actor), deposit.id)).toMatchObject({
    number: expect.stringMatching(/^R-[0-9A-Z]{12}$/),
    creditedMinor: 1999,
    owner: { email: `${actor.owner}@example.com` },
  });
  await expect(readReceipt(testApp.contextOf(await testApp.newUser()), deposit.id)).rejects.toThrow(NotFound);
});

describe("the sandbox", () => {
  const home = mkdtempSync(join(tmpdir(), "conclave-sandbox-"));
  afterAll(() => rmSync(home, { recursive: true }));
  const paymentGatewayOf = (env: Record<string, string>): PaymentGateway =>
    composePaymentGateway({ db: testApp.db, clock: systemClock }, readSettings({ CONCLAVE_HOME: home, ...env }));

  test("is what there is on this machine alone when nothing real is set up", () => {
    expect([...paymentGatewayOf({}).processors.keys()]).toEqual(["sandbox"]);
    expect([...paymentGatewayOf({ HOST: "::1" }).processors.keys()]).toEqual(["sandbox"]);
    for (const env of [
      { HOST: "0.0.0.0" },
      { PUBLIC_URL: "https://conclave.example" },
      { TRUSTED_PROXIES: "10.0.0.0/8" },
    ])
      expect(paymentGatewayOf(env)).toMatchObject({ processors: new Map(), sandbox: null });
    const real = paymentGatewayOf(processorSettings("https://processor.example"));
    expect([[...real.processors.keys()], real.sandbox]).toEqual([["nowpayments", "btcpay"], null]);
  });

  test("plays the payer over HTTP: states, parts, too much, another coin, again, and back", async () => {
    const door = await testApp.open({ paymentGateway: paymentGatewayOf({}) });
    const paymentGateway = paymentGatewayOf({ PORT: String(door.port) });
    const actor = await testApp.newUser();
    const context = testApp.contextOf(actor);
    const open = (key: string) =>
      openDeposit(
        context,
        order({
          paymentGateway,
          processor: "sandbox",
          currency: "usdttrc20",
          idempotencyKey: key,
          amountMinor: 2000,
        }),
      );
    const paymentOf = async (id: string) => {
      const found = (await listSandboxPayments(context, paymentGateway)).find(({ orderId }) => orderId === id);
      if (found === undefined) throw new Error("no payment");
      return found;
    };
    const play = async (id: string, act: Parameters<typeof playSandbox>[1]["act"]) => {
      await playSandbox(context, { paymentGateway, paymentId: (await paymentOf(id)).id, act });
      await testApp.creditQueued({ paymentGateway });
    };
    const stateOf = async (id: string) => {
      const { state, creditedMinor, review } = await getDeposit(context, id);
      return [state, creditedMinor, review?.kind ?? null];
    };
    const ids = await Promise.all(["a", "b", "c", "d", "e"].map(async (key) => (await open(key)).id));
    const [exact = "", parts = "", much = "", wrong = "", late = ""] = ids;
    await play(exact, "exact");
    expect(await stateOf(exact)).toEqual(["finished", 2000, null]);
    await play(parts, "partial");
    expect(await stateOf(parts)).toEqual(["partially_paid", 0, "partial"]);
    await play(parts, "rest");
    expect(await stateOf(parts)).toEqual(["finished", 2000, "partial"]);
    await play(much, "too_much");
    expect(await stateOf(much)).toEqual(["finished", 2000, "overpaid"]);
    await play(wrong, "wrong_asset");
    expect(await stateOf(wrong)).toEqual(["waiting", 0, "wrong_asset"]);
    await play(late, "expire");
    expect(await stateOf(late)).toEqual(["expired", 0, null]);
    await play(late, "exact");
    expect(await stateOf(late)).toEqual(["finished", 2000, null]);
    await play(late, "refund");
    expect(await stateOf(late)).toEqual(["refunded", 2000, null]);
    await play(exact, "again");
    expect(await readBalance(systemContext(testApp), actor.owner)).toBe(6000);
    expect((await listDeposits(context, { cursor: null, limit: 9 })).deposits[0]).toMatchObject({
      parentId: exact,
      review: { kind: "re_deposit", state: "open" },
    });
    await expect(play(exact, "partial")).rejects.toThrow("cannot partial");
    const stranger = { ...context, actor: { ...actor, owner: "usr_stranger" } };
    expect(await listSandboxPayments(stranger, paymentGateway)).toEqual([]);
    const { id: paymentId } = await paymentOf(exact);
    await expect(playSandbox(stranger, { paymentGateway, paymentId, act: "refund" })).rejects.toThrow("no payment");
    await expect(
      playSandbox(context, { paymentGateway: testApp.paymentGateway, paymentId: "1", act: "exact" }),
    ).rejects.toThrow("not enabled");
  });
});
