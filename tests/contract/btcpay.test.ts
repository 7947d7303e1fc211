import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDeposit } from "#src/product/deposits/reading.ts";
import { listReviews } from "#src/product/deposits/reconciliation.ts";
import { openDeposit } from "#src/product/deposits/open-deposit.ts";
import { readBalance } from "#src/product/ledger/ledger.ts";
import {
  btcPaySecret,
  openDepositTestApp,
  sendCallback,
  type DepositTestApp,
} from "#tests/support/deposit-test-app.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { systemContext } from "#tests/support/contexts.ts";

let testApp: DepositTestApp;
beforeAll(async () => {
  testApp = await openDepositTestApp();
});
afterAll(async () => {
  await expectLedgerAddsUp(testApp);
  await testApp.drop();
});

const signed = (body: string, secret = btcPaySecret) => ({
  "btcpay-sig": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
});
const event = (type: string, invoiceId: string, more: object = {}): string =>
  JSON.stringify({
    deliveryId: `d-${Math.random()}`,
    webhookId: "w",
    originalDeliveryId: "d",
    isRedelivery: false,
    type,
    timestamp: 1_795_000_000,
    storeId: "s",
    invoiceId,
    ...more,
  });

test("an invoice is credited by what its API says, once for all deliveries", async () => {
  const actor = await testApp.newUser();
  const made = await openDeposit(testApp.contextOf(actor), {
    paymentGateway: testApp.paymentGateway,
    amountMinor: 6000,
    processor: "btcpay",
    currency: "BTC-CHAIN",
    idempotencyKey: "1",
  });
  expect(made).toMatchObject({
    payAmount: "0.001",
    currency: { coin: "BTC", network: "btc" },
    checkoutUrl: expect.stringContaining("pay.example"),
  });
  const [invoice] = [...testApp.processor.invoices.values()];
  if (invoice === undefined) throw new Error("no invoice");
  const settled = event("InvoiceSettled", invoice.id);
  expect((await sendCallback(testApp.door, settled, signed(settled, "another secret of tests"))).status).toBe(401);
  expect(
    (await sendCallback(testApp.door, settled.replace("InvoiceSettled", "InvoiceInvalid"), signed(settled))).status,
  ).toBe(401);
  expect((await sendCallback(testApp.door, settled, signed(settled))).status).toBe(200);
  await testApp.creditQueued();
  // The callback says so, the invoice does not.
  expect(await readBalance(systemContext(testApp), actor.owner)).toBe(0);
  invoice.status = "Settled";
  invoice.method.totalPaid = "0.001";
  invoice.method.payments = [{ id: `${"ab".repeat(32)}-0` }];
  const again = event("InvoiceSettled", invoice.id, { isRedelivery: true });
  for (const body of [settled, again, again])
    expect((await sendCallback(testApp.door, body, signed(body))).status).toBe(200);
  await testApp.creditQueued();
  expect(await readBalance(systemContext(testApp), actor.owner)).toBe(6000);
  expect(await getDeposit(testApp.contextOf(actor), made.id)).toMatchObject({
    state: "finished",
    transaction: "ab".repeat(32),
  });
});

test("one that expired with a part of it is partly paid", async () => {
  const actor = await testApp.newUser();
  const made = await openDeposit(testApp.contextOf(actor), {
    paymentGateway: testApp.paymentGateway,
    amountMinor: 6000,
    processor: "btcpay",
    currency: "BTC-CHAIN",
    idempotencyKey: "2",
  });
  const invoice = [...testApp.processor.invoices.values()].find(({ metadata }) => metadata.orderId === made.id);
  if (invoice === undefined) throw new Error("no invoice");
  Object.assign(invoice, { status: "Expired", additionalStatus: "PaidPartial" });
  invoice.method.totalPaid = "0.00025";
  const body = event("InvoiceExpired", invoice.id, { partiallyPaid: true });
  expect((await sendCallback(testApp.door, body, signed(body))).status).toBe(200);
  await testApp.creditQueued();
  expect(await getDeposit(testApp.contextOf(actor), made.id)).toMatchObject({ state: "partially_paid" });
  const { reviews } = await listReviews(
    { ...systemContext(testApp), by: await testApp.newAdmin() },
    { open: true, cursor: null, limit: 100 },
  );
  expect(reviews.find(({ depositId }) => depositId === made.id)).toMatchObject({
    kind: "partial",
    receivedMinor: 1500,
  });
});
