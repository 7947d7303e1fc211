import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Deposit } from "#src/contract/accounts/deposits.ts";
import { perMinute } from "#src/server/http/protection/rate-limits.ts";
import { openBrowser, type Browser } from "#tests/support/browser.ts";
import {
  callbackBody,
  openDepositTestApp,
  sendCallback,
  type DepositTestApp,
} from "#tests/support/deposit-test-app.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { confirmedUser, userIdOf } from "#tests/support/sign-in.ts";

let testApp: DepositTestApp;
let browser: Browser;
let deposit: Deposit;
beforeAll(async () => {
  testApp = await openDepositTestApp();
  browser = await confirmedUser(testApp, testApp.door, "payer@example.com");
  const actor = { owner: await userIdOf(browser), plan: "free", scopes: [] } as const;
  const opened = await testApp.newDeposit(actor, 5000);
  ({ deposit } = opened);
});
afterAll(() => testApp.drop());

const receipt = (id = deposit.id): string => `/api/deposit/${id}/receipt.pdf`;

async function finish(): Promise<void> {
  const payment = [...testApp.processor.payments.values()].find(({ order_id: order }) => order === deposit.id);
  if (payment === undefined) throw new Error("the processor has no payment");
  Object.assign(payment, {
    payment_status: "finished",
    actually_paid: payment.pay_amount,
    outcome_amount: payment.pay_amount,
  });
  expect((await sendCallback(testApp.door, callbackBody(payment))).status).toBe(200);
  await testApp.creditQueued();
}

describe("GET /api/deposit/{deposit_id}/receipt.pdf", () => {
  test("is a 401 for who is not signed in", async () => {
    const { status, body } = await openBrowser(testApp.door.url).get(receipt());
    expect({ status, body }).toEqual({ status: 401, body: { detail: "sign in first" } });
  });

  test("is a 409 while nothing is credited", async () => {
    expect((await browser.get(receipt())).status).toBe(409);
  });

  test("is the PDF once it is on the balance: named, and kept by nobody on the way", async () => {
    await finish();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(`${testApp.door.url}${receipt()}`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="conclave-R-[\w-]+\.pdf"$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { text } = readPdf(await answer.bytes());
    expect(text).toContain("payer@example.com");
    expect(text).toContain("$50.00");
    expect(text).toContain(deposit.id);
  });

  test("is made once, is a 304 for whoever has it, and is fetched so often a minute and no more", async () => {
    const { rows } = await testApp.db.pool.query("select count(*)::int as kept from rendered_documents");
    expect(rows).toEqual([{ kept: 1 }]);
    const statuses: number[] = [];
    let etag = "";
    for (let n = 0; n < perMinute.document; n += 1) {
      const { status, headers } = await browser.get(receipt());
      statuses.push(status);
      etag = headers.get("etag") ?? etag;
    }
    // One of the minute was the test's before.
    expect(statuses).toEqual([...statuses.slice(1).map(() => 200), 429]);
    expect((await browser.get(receipt(), { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("is a 404 for everybody else, for an id that is none, and for what cannot be one", async () => {
    const other = await confirmedUser(testApp, testApp.door, `${randomBytes(4).toString("hex")}@example.com`);
    expect((await other.get(receipt())).status).toBe(404);
    for (const id of ["dep_none", "%00", "a".repeat(101)]) expect((await browser.get(receipt(id))).status).toBe(404);
  });
});
