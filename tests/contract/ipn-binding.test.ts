import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Deposit } from "#src/contract/accounts/deposits.ts";
import type { Actor, ActingAdmin } from "#src/product/context.ts";
import { getDeposit } from "#src/product/deposits/reading.ts";
import { getReview, listReviews, reconcileDeposits } from "#src/product/deposits/reconciliation.ts";
import { resolveReview } from "#tests/support/resolve-review.ts";
import { fixedClock, systemClock } from "#src/core/clock.ts";
import { readBalance } from "#src/product/ledger/ledger.ts";
import {
  callbackBody,
  openDepositTestApp,
  sendCallback,
  type DepositTestApp,
} from "#tests/support/deposit-test-app.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { pay, type NowPayment } from "#tests/support/processor-server.ts";
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

interface Opened {
  readonly actor: Actor;
  readonly id: string;
  readonly payment: NowPayment;
}

async function opened(amountMinor?: number): Promise<Opened> {
  const actor = await testApp.newUser();
  const { deposit, payment } = await testApp.newDeposit(actor, amountMinor);
  return { actor, id: deposit.id, payment };
}

const deposit = ({ actor, id }: Pick<Opened, "actor" | "id">): Promise<Deposit> =>
  getDeposit(testApp.contextOf(actor), id);
const balance = ({ actor }: Pick<Opened, "actor">): Promise<number> => readBalance(systemContext(testApp), actor.owner);

/** Sends what must be answered with 200, and does what a worker then does. @returns the verdict */
async function send(body: string): Promise<unknown> {
  expect((await sendCallback(testApp.door, body)).status).toBe(200);
  await testApp.creditQueued();
  const { rows } = await testApp.db.pool.query("select verdict from deposit_callbacks where body = $1", [
    Buffer.from(body),
  ]);
  return rows[0]?.verdict;
}

async function openReviewOf(id: string) {
  const { reviews } = await listReviews(
    { ...systemContext(testApp), by: admin },
    { open: true, cursor: null, limit: 100 },
  );
  return reviews.find(({ depositId }) => depositId === id);
}

async function resolve(id: string, action: "credit" | "reject" | "refund", amountMinor: number | null = null) {
  const review = await openReviewOf(id);
  if (review === undefined) throw new Error(`no open review of ${id}`);
  return resolveReview(
    { ...testApp, clock: systemClock, by: admin },
    {
      reviewId: review.id,
      action,
      reason: "looked at it",
      amountMinor,
    },
  );
}

describe("binding", () => {
  test("IPN-24 an order or a payment that we do not know is kept, and credits nobody", async () => {
    const one = await opened();
    pay(one.payment, "finished");
    expect(await send(callbackBody(one.payment, { order_id: "dep_unknown", payment_id: 1 }))).toBe("unknown_order");
    expect(await send(callbackBody(one.payment, { order_id: null, payment_id: 2 }))).toBe("unknown_order");
    expect(await send(callbackBody(one.payment, { payment_id: 3 }))).toBe("unknown_payment");
    expect(await send(callbackBody(one.payment, { payment_id: 4, parent_payment_id: 5 }))).toBe("unknown_payment");
    expect([await balance(one), (await deposit(one)).state]).toEqual([0, "waiting"]);
  });

  test("IPN-25 the payment of one deposit with the order of another credits neither", async () => {
    const [one, two] = [await opened(), await opened()];
    pay(one.payment, "finished");
    expect(await send(callbackBody(one.payment, { order_id: two.id }))).toBe("mismatch");
    expect([await balance(one), await balance(two)]).toEqual([0, 0]);
    expect(await openReviewOf(one.id)).toMatchObject({ kind: "mismatch", detail: expect.stringContaining(two.id) });
    // The record itself says the other order: the money is nobody's until somebody has looked.
    one.payment.order_id = two.id;
    await send(callbackBody(one.payment));
    await settleByReconciliation();
    expect([await balance(one), await balance(two)]).toEqual([0, 0]);
  });

  test("IPN-26 a changed price, in the callback or in the record, credits nothing by itself", async () => {
    const [one, two] = [await opened(), await opened()];
    pay(one.payment, "finished");
    expect(await send(callbackBody(one.payment, { price_amount: 1999 }))).toBe("mismatch");
    expect(await balance(one)).toBe(0);
    expect(await openReviewOf(one.id)).toMatchObject({ kind: "mismatch", detail: "in a callback, the price is 1999" });
    pay(two.payment, "finished");
    two.payment.price_amount = 0.02;
    await send(callbackBody(two.payment, { price_amount: 19.99 }));
    expect([await balance(two), (await openReviewOf(two.id))?.kind]).toEqual([0, "mismatch"]);
    await send(callbackBody(two.payment, { price_amount: 19.99, price_currency: "eur" }));
    expect(await balance(two)).toBe(0);
  });

  test.each([
    ["currency", { pay_currency: "usdterc20" }],
    ["network", { network: "eth" }],
    ["address", { pay_address: "TSomebodyElse" }],
  ])("IPN-27 a changed %s, in the callback or in the record, is looked at by a person", async (field, change) => {
    const [one, two] = [await opened(), await opened()];
    pay(one.payment, "finished");
    expect(await send(JSON.stringify({ ...JSON.parse(callbackBody(one.payment)), ...change }))).toBe("mismatch");
    // The record says that all is well, and the record is what counts.
    expect([await balance(one), (await deposit(one)).review?.state]).toEqual([1999, "superseded"]);
    Object.assign(two.payment, change);
    pay(two.payment, "finished");
    await send(callbackBody(two.payment));
    expect(await balance(two)).toBe(0);
    expect(await openReviewOf(two.id)).toMatchObject({
      kind: "wrong_asset",
      detail: expect.stringContaining(field),
      receivedMinor: 1999,
    });
  });

  test("IPN-28 finished with less than was asked for is partly paid", async () => {
    const one = await opened();
    pay(one.payment, "finished", 0.6);
    // Also when the callback claims that all has come.
    await send(callbackBody(one.payment, { actually_paid: one.payment.pay_amount }));
    expect([await balance(one), (await deposit(one)).state]).toEqual([0, "partially_paid"]);
    expect(await openReviewOf(one.id)).toMatchObject({ kind: "partial", receivedMinor: 1199 });
    const resolved = await resolve(one.id, "credit");
    expect(resolved).toMatchObject({
      state: "credited",
      balanceMinor: 1199,
      deposit: { state: "finished", creditedMinor: 1199 },
    });
    expect(resolved.audit).toMatchObject([
      { actor: `${admin.userId}@example.com`, action: "credit 1199", reason: "looked at it" },
    ]);
    await expect(
      resolveReview(
        { ...testApp, clock: systemClock, by: admin },
        {
          reviewId: resolved.id,
          action: "credit",
          reason: "again",
          amountMinor: null,
        },
      ),
    ).rejects.toThrow("already resolved");
    expect(await balance(one)).toBe(1199);
  });

  test("IPN-29 an outcome in another currency, or of too little, is looked at", async () => {
    const [swapped, low, silent] = [await opened(), await opened(), await opened()];
    for (const { payment } of [swapped, low, silent]) pay(payment, "finished");
    swapped.payment.outcome_currency = "shib";
    await send(callbackBody(swapped.payment, { outcome_currency: "usdttrc20" }));
    expect(await openReviewOf(swapped.id)).toMatchObject({
      kind: "outcome",
      detail: "the payout was in shib instead of usdttrc20",
    });
    low.payment.outcome_amount = 17.98;
    await send(callbackBody(low.payment, { outcome_amount: 19.99 }));
    expect(await openReviewOf(low.id)).toMatchObject({
      kind: "outcome",
      detail: "the payout was only 17.98 usdttrc20",
    });
    Object.assign(silent.payment, { outcome_currency: null, outcome_amount: null });
    await send(callbackBody(silent.payment));
    expect(await openReviewOf(silent.id)).toMatchObject({ kind: "outcome" });
    for (const each of [swapped, low, silent]) expect(await balance(each)).toBe(0);
    // What the callback lies about does not matter while the record is in order.
    const lied = await opened();
    pay(lied.payment, "finished");
    await send(callbackBody(lied.payment, { outcome_currency: "shib", outcome_amount: 0 }));
    expect(await balance(lied)).toBe(1999);
  });

  test("IPN-30 what is sent to the same address again is a deposit of its own, for a person", async () => {
    const one = await opened();
    pay(one.payment, "finished");
    await send(callbackBody(one.payment));
    const child: NowPayment = { ...one.payment, payment_id: 99_000_001, parent_payment_id: one.payment.payment_id };
    pay(child, "finished", 0.5);
    testApp.processor.payments.set(String(child.payment_id), child);
    expect(await send(callbackBody(child))).toBe("re_deposit");
    expect(await send(callbackBody(child, { again: 1 }))).toBe("applied");
    expect(await balance(one)).toBe(1999);
    const { rows } = await testApp.db.pool.query("select id, state from deposits where parent = $1", [one.id]);
    expect(rows).toMatchObject([{ state: "confirmed" }]);
    const childId: string = rows[0].id;
    expect(await openReviewOf(childId)).toMatchObject({ kind: "re_deposit", receivedMinor: 999 });
    const { callbacks, reported } = await resolve(childId, "credit");
    expect([callbacks.length, reported?.body.includes("99000001"), await balance(one)]).toEqual([2, true, 2998]);
    await send(callbackBody(child, { again: 2 }));
    expect(await balance(one)).toBe(2998);
  });

  test("IPN-31 finished in another coin is not credited; a person says what it is worth", async () => {
    const one = await opened();
    pay(one.payment, "finished");
    Object.assign(one.payment, { pay_currency: "trx", actually_paid: 75.5, actually_paid_at_fiat: 18.205 });
    expect(await send(callbackBody(one.payment))).toBe("mismatch");
    expect([await balance(one), (await deposit(one)).state]).toEqual([0, "waiting"]);
    expect(await openReviewOf(one.id)).toMatchObject({ kind: "wrong_asset", receivedMinor: 1820 });
    await expect(resolve(one.id, "credit", 999)).rejects.toThrow("the received amount is known");
    await resolve(one.id, "credit");
    expect([await balance(one), (await deposit(one)).state]).toEqual([1820, "finished"]);
  });

  test("IPN-32 of what comes too much the price is on the balance at once, and the rest when a person says so", async () => {
    const one = await opened();
    pay(one.payment, "finished", 1.5);
    await send(callbackBody(one.payment));
    expect([await balance(one), (await deposit(one)).state]).toEqual([1999, "finished"]);
    expect(await openReviewOf(one.id)).toMatchObject({ kind: "overpaid", receivedMinor: 999 });
    await resolve(one.id, "credit");
    expect([await balance(one), (await deposit(one)).creditedMinor]).toEqual([2998, 2998]);
    await send(callbackBody(one.payment, { again: 1 }));
    expect([await balance(one), await openReviewOf(one.id)]).toEqual([2998, undefined]);
  });

  test("IPN-33 partly paid and then the rest is one credit, and the review is answered", async () => {
    const one = await opened();
    pay(one.payment, "partially_paid", 0.4);
    expect(await send(callbackBody(one.payment))).toBe("applied");
    expect([await balance(one), (await deposit(one)).state]).toEqual([0, "partially_paid"]);
    expect(await openReviewOf(one.id)).toMatchObject({ kind: "partial", receivedMinor: 799 });
    pay(one.payment, "partially_paid", 0.7);
    await send(callbackBody(one.payment));
    expect(await openReviewOf(one.id)).toMatchObject({ kind: "partial", receivedMinor: 1399 });
    pay(one.payment, "finished");
    await send(callbackBody(one.payment));
    expect([await balance(one), (await deposit(one)).state]).toEqual([1999, "finished"]);
    expect((await deposit(one)).review).toMatchObject({ kind: "partial", state: "superseded" });

    // A part that was credited by a person is not credited with the rest again.
    const two = await opened();
    pay(two.payment, "partially_paid", 0.4);
    await send(callbackBody(two.payment));
    await resolve(two.id, "credit");
    pay(two.payment, "finished");
    await send(callbackBody(two.payment));
    expect(await balance(two)).toBe(799);
    expect(await openReviewOf(two.id)).toMatchObject({ kind: "overpaid", receivedMinor: 1200 });
    await resolve(two.id, "credit");
    expect(await balance(two)).toBe(1999);
  });

  // Half a percent of $20.00 is ten cents.
  test.each([
    [19.9, 1990, null],
    [19.89, 0, "partial"],
    [20.1, 2010, null],
    [20.11, 2000, "overpaid"],
  ])(
    "IPN-34 at the edge of the tolerance: %f of 20 puts %i on the balance, review %s",
    async (paid, credited, kind) => {
      const one = await opened(2000);
      pay(one.payment, "finished");
      one.payment.actually_paid = paid;
      await send(callbackBody(one.payment));
      expect([await balance(one), (await openReviewOf(one.id))?.kind ?? null]).toEqual([credited, kind]);
    },
  );
});

describe("a review", () => {
  test("shows callbacks, record and ledger side by side, to administrators alone", async () => {
    const one = await opened();
    pay(one.payment, "finished", 0.6);
    const body = callbackBody(one.payment);
    await send(body);
    const review = await openReviewOf(one.id);
    const shown = await getReview({ ...systemContext(testApp), by: admin }, review?.id ?? "");
    expect(shown).toMatchObject({
      owner: one.actor.owner,
      priceMinor: 1999,
      callbacks: [{ body, verdict: "applied", matched: "sorted/current" }],
      ledger: [],
    });
    expect(JSON.parse(shown.reported?.body ?? "")).toMatchObject({
      payment_id: one.payment.payment_id,
      payment_status: "finished",
    });
    const { userId } = admin;
    await expect(
      getReview({ ...systemContext(testApp), by: { ...admin, userId, role: "user" } }, shown.id),
    ).rejects.toThrow("administrators");
    await expect(
      resolveReview(
        { ...testApp, clock: systemClock, by: { ...admin, userId, role: "user" } },
        { reviewId: shown.id, action: "credit", reason: "x", amountMinor: null },
      ),
    ).rejects.toThrow("administrators");
    await expect(
      resolveReview(
        { ...testApp, clock: systemClock, by: admin },
        {
          reviewId: shown.id,
          action: "reject",
          reason: " ",
          amountMinor: null,
        },
      ),
    ).rejects.toThrow("enter a reason");
  });

  test("that was rejected is not opened again for the same money, and the owner reads why", async () => {
    const one = await opened();
    pay(one.payment, "partially_paid", 0.5);
    await send(callbackBody(one.payment));
    await resolve(one.id, "reject");
    await send(callbackBody(one.payment, { again: 1 }));
    expect(await openReviewOf(one.id)).toBeUndefined();
    expect(await deposit(one)).toMatchObject({
      state: "partially_paid",
      creditedMinor: 0,
      review: { state: "rejected", reason: "looked at it" },
    });
  });

  test("that ends in a refund leaves the deposit refunded, and nothing credits it any more", async () => {
    const one = await opened();
    pay(one.payment, "partially_paid", 0.5);
    await send(callbackBody(one.payment));
    await resolve(one.id, "refund");
    expect(await deposit(one)).toMatchObject({ state: "refunded", creditedMinor: 0, review: { state: "refunded" } });
    pay(one.payment, "finished");
    expect(await send(callbackBody(one.payment))).toBe("no_change");
    expect(await balance(one)).toBe(0);
  });

  test("its audit cannot be changed", async () => {
    for (const sql of ["update deposit_audit set reason = 'x'", "delete from deposit_audit", "truncate deposit_audit"])
      await expect(testApp.db.pool.query(sql)).rejects.toThrow("the audit is not changed");
  });
});

async function settleByReconciliation(): Promise<void> {
  await reconcileDeposits({ ...testApp, clock: fixedClock(systemClock.now() + 3_600_000) }, testApp.paymentGateway);
}
