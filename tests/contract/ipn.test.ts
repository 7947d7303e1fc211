import { createHmac } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import { systemClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { getDeposit } from "#src/product/deposits/reading.ts";
import { readBalance } from "#src/product/ledger/ledger.ts";
import type { Actor } from "#src/product/context.ts";
import { ask } from "#tests/support/api-client.ts";
import {
  btcPaySecret,
  callbackBody,
  ipnSecret,
  oldIpnSecret,
  openDepositTestApp,
  processorSettings,
  sendCallback,
  sign,
  signText,
  type DepositTestApp,
} from "#tests/support/deposit-test-app.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { pay, type NowPayment } from "#tests/support/processor-server.ts";
import { confirmedUser } from "#tests/support/sign-in.ts";
import { systemContext } from "#tests/support/contexts.ts";

const path = "/api/deposit/ipn";

let testApp: DepositTestApp;
beforeAll(async () => {
  testApp = await openDepositTestApp();
});
afterAll(() => testApp.drop());

interface Opened {
  readonly actor: Actor;
  readonly id: string;
  readonly payment: NowPayment;
}

async function opened(): Promise<Opened> {
  const actor = await testApp.newUser();
  const { deposit, payment } = await testApp.newDeposit(actor);
  return { actor, id: deposit.id, payment };
}

const stateOf = async ({ actor, id }: Opened): Promise<string> =>
  (await getDeposit(testApp.contextOf(actor), id)).state;

/** What a callback must leave as it was. */
async function picture(): Promise<unknown> {
  const { rows } = await testApp.db.pool.query(
    `select (select count(*) from ledger_entries) as entries, (select count(*) from deposit_events) as events,
      (select count(*) from dbos.workflow_status) as jobs, (select count(*) from deposit_reviews) as reviews,
      (select string_agg(id || state || credited, ',' order by id) from deposits) as deposits`,
  );
  return rows[0];
}

async function verdictOf(body: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await testApp.db.pool.query<Record<string, unknown>>(
    "select verdict, signed, matched, processor, times from deposit_callbacks where body = $1 order by received_at desc limit 1",
    [Buffer.from(body)],
  );
  return rows[0];
}

async function expectRefused(
  body: string,
  headers: Readonly<Record<string, string>>,
  status = 401,
  verdict = "bad_signature",
): Promise<void> {
  const before = await picture();
  const sent = await sendCallback(testApp.door, body, headers);
  expect({ status: sent.status, ...(await verdictOf(body)) }).toMatchObject({ status, verdict, signed: false });
  expect(await testApp.creditQueued()).toBe(0);
  expect(await picture()).toEqual(before);
}

/** Headers that fetch does not let through: the same one twice. */
function post(headers: readonly string[], body: string | Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${testApp.door.url}${path}`, {
      method: "POST",
      headers: ["host", "localhost", ...headers],
      agent: false,
    });
    sent.once("error", reject).once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.end(body);
  });
}

describe("signature", () => {
  test("IPN-01 a valid signature is a 200, is kept, and moves the deposit", async () => {
    const deposit = await opened();
    pay(deposit.payment, "confirming");
    const body = callbackBody(deposit.payment);
    const answer = await ask(testApp.door.url, "POST", path, {
      raw: body,
      headers: { "content-type": "application/json", "x-nowpayments-sig": sign(body) },
    });
    expect(answer).toMatchObject({ status: 200, body: { received: true } });
    expect(await verdictOf(body)).toMatchObject({ verdict: "applied", signed: true, matched: "sorted/current" });
    expect(await stateOf(deposit)).toBe("confirming");
  });

  test("IPN-02 a header that is missing, empty, repeated, no hexadecimal or of another length", async () => {
    const { payment } = await opened();
    pay(payment, "finished");
    const body = callbackBody(payment);
    const right = sign(body);
    await expectRefused(body, {}, 401, "unsigned");
    const wrong = {
      empty: "",
      letters: "z".repeat(128),
      short: right.slice(2),
      long: `${right}00`,
      odd: right.slice(1),
    };
    for (const signature of Object.values(wrong)) await expectRefused(body, { "x-nowpayments-sig": signature });
    const before = await picture();
    const both = ["content-type", "application/json", "x-nowpayments-sig", right, "x-nowpayments-sig", right];
    expect(await post(both, body)).toBe(401);
    expect(await post(["content-type", "application/json", "x-nowpayments-sig", `${right}, ${right}`], body)).toBe(401);
    expect(await picture()).toEqual(before);
  });

  test("IPN-03 upper-case hexadecimal is no signature", async () => {
    const { payment } = await opened();
    const body = callbackBody(payment, { payment_status: "finished" });
    await expectRefused(body, { "x-nowpayments-sig": sign(body).toUpperCase() });
  });

  test("IPN-04 without its secret a processor is not started, and without a processor callbacks are a 503", async () => {
    const tools = { db: testApp.db, clock: systemClock };
    const start = (env: Record<string, string>) => () => composePaymentGateway(tools, readSettings(env));
    expect(start({ NOWPAYMENTS_API_KEY: "key" })).toThrow("NOWPAYMENTS_IPN_SECRET");
    expect(start({ NOWPAYMENTS_IPN_SECRET: ipnSecret })).toThrow("NOWPAYMENTS_API_KEY");
    expect(start({ BTCPAY_URL: "https://pay.example/stores/one", BTCPAY_API_KEY: "key" })).toThrow(
      "BTCPAY_WEBHOOK_SECRET",
    );
    const { payment } = await opened();
    const body = callbackBody(payment, { payment_status: "finished" });
    const none = await testApp.open();
    expect((await sendCallback(none, body)).status).toBe(503);
    const btcPayAlone = Object.fromEntries(
      Object.entries(processorSettings(testApp.processor.url)).filter(([name]) => name.startsWith("BTCPAY")),
    );
    const other = await testApp.open({ paymentGateway: composePaymentGateway(tools, readSettings(btcPayAlone)) });
    expect((await sendCallback(other, body)).status).toBe(503);
    // HMAC with an empty secret is what a server makes that forgot to ask for one.
    expect((await sendCallback(none, body, { "x-nowpayments-sig": signText(body, "") })).status).toBe(503);
    await expectRefused(body, { "x-nowpayments-sig": signText(body, "") });
  });

  test("IPN-05 one byte changed, at the top and inside fee", async () => {
    const { payment } = await opened();
    pay(payment, "finished");
    const body = callbackBody(payment);
    const headers = { "x-nowpayments-sig": sign(body) };
    for (const [from, to] of [
      ['"price_amount":19.99', '"price_amount":19.98'],
      ['"depositFee":0.1', '"depositFee":0.2'],
      ['"payment_status":"finished"', '"payment_status":"finishes"'],
    ] as const) {
      expect(body).toContain(from);
      await expectRefused(body.replace(from, to), headers);
    }
  });

  test("IPN-06 shuffled keys and white space are the same text", async () => {
    const deposit = await opened();
    pay(deposit.payment, "confirming");
    const { fee, ...rest } = JSON.parse(callbackBody(deposit.payment));
    const shuffled = Object.fromEntries([["fee", fee], ...Object.entries(rest).toReversed()]);
    const body = `\n${JSON.stringify(shuffled, null, 3)}\r\n`;
    expect((await sendCallback(testApp.door, body)).status).toBe(200);
    expect(await verdictOf(body)).toMatchObject({ verdict: "applied", matched: "sorted/current" });
    expect(await stateOf(deposit)).toBe("confirming");
  });

  test("IPN-07 a signature over keys that were sorted at the top alone", async () => {
    const { payment } = await opened();
    const body = callbackBody(payment, { payment_status: "finished", fee: { withdrawalFee: 1, currency: "btc" } });
    const whole = Object.entries(JSON.parse(body)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    await expectRefused(body, { "x-nowpayments-sig": signText(JSON.stringify(Object.fromEntries(whole))) });
    // What a replacer with the names of the top makes of it: nested fields are lost.
    const names = Object.keys(JSON.parse(body)).toSorted();
    await expectRefused(body, { "x-nowpayments-sig": signText(JSON.stringify(JSON.parse(body), names)) });
  });

  test("IPN-08 unicode, slashes and escapes, as either side writes them", async () => {
    const deposit = await opened();
    pay(deposit.payment, "confirming");
    const plain = callbackBody(deposit.payment, { order_description: 'Größe: 5 € / 10 € \u2028 "x" 🚀' });
    expect((await sendCallback(testApp.door, plain)).status).toBe(200);
    // PHP and Python escape what JavaScript does not, and sign that.
    const escaped = plain
      .replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .replaceAll("/", "\\/");
    const sorted = sortedText(escaped);
    expect(sorted).not.toBe(sortedText(plain));
    expect((await sendCallback(testApp.door, escaped, { "x-nowpayments-sig": signText(sorted) })).status).toBe(200);
    expect(await verdictOf(escaped)).toMatchObject({ verdict: "no_change", matched: "tokens/current" });
    expect((await sendCallback(testApp.door, `${escaped} `, { "x-nowpayments-sig": sign(escaped) })).status).toBe(200);
    expect(await verdictOf(`${escaped} `)).toMatchObject({ matched: "sorted/current" });
  });

  test("IPN-09 numbers that are written in another way keep their value to the last digit", async () => {
    const deposit = await opened();
    pay(deposit.payment, "confirming");
    const written = callbackBody(deposit.payment)
      .replace('"outcome_amount":19.7901', '"outcome_amount":1e-8')
      .replace('"price_amount":19.99', '"price_amount":19.9900')
      .replace('"actually_paid":19.99', '"actually_paid":19.990000000000000000000001')
      .replace('"purchase_id":', '"purchase_id":9007199254740993');
    for (const part of ["1e-8", "19.9900", "000000001", "9007199254740993"]) expect(written).toContain(part);
    // As it was sent, and as JavaScript would write it: both are somebody's reading.
    expect(
      (await sendCallback(testApp.door, written, { "x-nowpayments-sig": signText(sortedText(written)) })).status,
    ).toBe(200);
    expect(await verdictOf(written)).toMatchObject({ verdict: "applied", matched: "tokens/current" });
    expect((await sendCallback(testApp.door, `${written} `)).status).toBe(200);
    expect(await verdictOf(`${written} `)).toMatchObject({ verdict: "no_change", matched: "sorted/current" });
    const { rows } = await testApp.db.pool.query(
      "select convert_from(body, 'utf8') as body from deposit_callbacks where body = $1",
      [Buffer.from(written)],
    );
    expect(rows).toEqual([{ body: written }]);
  });

  test("IPN-10 a key that is there twice is refused, whichever of them was signed", async () => {
    const { payment } = await opened();
    const body = callbackBody(payment, { payment_status: "waiting" });
    const twice = body.replace('"payment_status":"waiting"', '"payment_status":"waiting","payment_status":"finished"');
    const nested = body.replace('"depositFee":0.1', '"depositFee":0.1,"depositFee":0.1');
    for (const each of [twice, nested])
      for (const signature of [sign(each), signText(each), sign(body)])
        await expectRefused(each, { "x-nowpayments-sig": signature }, 400, "duplicate_keys");
  });

  test("IPN-11 __proto__, arrays and numeric keys are signed text and nothing more", async () => {
    const deposit = await opened();
    pay(deposit.payment, "confirming");
    const odd = callbackBody(deposit.payment, {
      payment_extra_ids: [5, { b: 1, a: [2] }],
      "10": "x",
      "9": "y",
    }).replace(/^\{/, '{"__proto__":{"payment_status":"finished","signed":true},"constructor":{"prototype":{}},');
    expect((await sendCallback(testApp.door, odd)).status).toBe(200);
    expect(await verdictOf(odd)).toMatchObject({ verdict: "applied", matched: "sorted/current" });
    expect(await stateOf(deposit)).toBe("confirming");
    expect(Object.prototype).not.toHaveProperty("signed");
    // A field that there is only in __proto__ is not there.
    const hidden = `{"__proto__":${callbackBody(deposit.payment, { payment_status: "finished" })}}`;
    expect((await sendCallback(testApp.door, hidden)).status).toBe(200);
    expect(await verdictOf(hidden)).toMatchObject({ verdict: "not_a_payment" });
    expect(await testApp.creditQueued()).toBe(0);
  });

  test("IPN-12 another algorithm, another secret, and the sandbox's secret where money is real", async () => {
    const { payment } = await opened();
    const body = callbackBody(payment, { payment_status: "finished" });
    const sha256 = createHmac("sha256", ipnSecret).update(sortedText(body)).digest("hex");
    await expectRefused(body, { "x-nowpayments-sig": sha256 });
    await expectRefused(body, { "x-nowpayments-sig": sign(body, "some other secret") });
    await expectRefused(body, { "x-nowpayments-sig": sign(body, btcPaySecret) });
    const sandboxed = composePaymentGateway(
      { db: testApp.db, clock: systemClock },
      readSettings({ CONCLAVE_HOME: testFolder() }),
    );
    const door = await testApp.open({ paymentGateway: sandboxed });
    expect((await sendCallback(door, body)).status).toBe(401);
    const btcPay = `sha256=${createHmac("sha256", ipnSecret).update(body).digest("hex")}`;
    await expectRefused(body, { "btcpay-sig": btcPay });
    await expectRefused(body, { "btcpay-sig": btcPay, "x-nowpayments-sig": sign(body) }, 401, "unsigned");
  });

  test("IPN-13 while the secret is changed the old one and the new one hold", async () => {
    const deposit = await opened();
    pay(deposit.payment, "confirming");
    const body = callbackBody(deposit.payment);
    expect((await sendCallback(testApp.door, body, { "x-nowpayments-sig": sign(body, oldIpnSecret) })).status).toBe(
      200,
    );
    expect(await verdictOf(body)).toMatchObject({ verdict: "applied", matched: "sorted/previous" });
    const rest = { ...processorSettings(testApp.processor.url), NOWPAYMENTS_IPN_SECRET: ipnSecret };
    const after = await testApp.open({
      paymentGateway: composePaymentGateway({ db: testApp.db, clock: systemClock }, readSettings(rest)),
      access: { open: false, loopback: false },
    });
    const next = callbackBody(deposit.payment, { payment_status: "confirmed" });
    expect((await sendCallback(after, next, { "x-nowpayments-sig": sign(next, oldIpnSecret) })).status).toBe(401);
    expect((await sendCallback(after, next)).status).toBe(200);
  });

  test("IPN-14 an address in X-Forwarded-For opens nothing", async () => {
    const { payment } = await opened();
    const body = callbackBody(payment, { payment_status: "finished" });
    for (const from of ["127.0.0.1", "51.89.194.21"])
      await expectRefused(body, { "x-forwarded-for": from, "x-real-ip": from }, 401, "unsigned");
  });

  test("IPN-15 a session cookie without a signature opens nothing", async () => {
    const browser = await confirmedUser(testApp, testApp.door, "ipn15@example.com");
    const { payment } = await opened();
    const body = callbackBody(payment, { payment_status: "finished" });
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    await expectRefused(body, { cookie, origin: testApp.door.url, "sec-fetch-site": "same-origin" }, 401, "unsigned");
    const { status } = await sendCallback(testApp.door, `${body} `, { cookie, "x-nowpayments-sig": sign(body) });
    expect(status).toBe(200);
    expect(await testApp.creditQueued()).toBe(1);
  });

  test("IPN-16 an invalid signature changes no state, and the body is kept once however often it comes", async () => {
    const deposit = await opened();
    pay(deposit.payment, "finished");
    const body = callbackBody(deposit.payment);
    for (let time = 0; time < 3; time += 1) await expectRefused(body, { "x-nowpayments-sig": sign(body, "guess") });
    expect(await verdictOf(body)).toMatchObject({ times: 3 });
    expect(await stateOf(deposit)).toBe("waiting");
    expect(await readBalance(systemContext(testApp), deposit.actor.owner)).toBe(0);
    // And it does not stand in the way of the right one.
    expect((await sendCallback(testApp.door, body)).status).toBe(200);
    await testApp.creditQueued();
    expect(await stateOf(deposit)).toBe("finished");
  });

  test("IPN-17 another content type, and a compressed body, are a 415 also with a right signature", async () => {
    const { payment } = await opened();
    const body = callbackBody(payment, { payment_status: "finished" });
    const signature = { "x-nowpayments-sig": sign(body) };
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/json; charset=utf-8"])
      await expectRefused(body, { ...signature, "content-type": type }, 415, "wrong_content_type");
    const packed = gzipSync(body);
    const before = await picture();
    const headers = ["content-type", "application/json", "content-encoding", "gzip", "x-nowpayments-sig", sign(body)];
    expect(await post(headers, packed)).toBe(415);
    expect(await picture()).toEqual(before);
    expect(
      (await sendCallback(testApp.door, body, { ...signature, "content-type": "application/json; charset=utf-8" }))
        .status,
    ).toBe(200);
    expect(await testApp.creditQueued()).toBe(1);
  });
});

describe("input", () => {
  test("IPN-18 64 KB and one byte more, declared or in chunks, are a 413", async () => {
    const deposit = await opened();
    pay(deposit.payment, "confirming");
    const body = callbackBody(deposit.payment);
    const full = body.padEnd(65_536, " ");
    const signature = ["content-type", "application/json", "x-nowpayments-sig", sign(body)];
    const before = await picture();
    expect(await post([...signature, "content-length", "65537"], `${full} `)).toBe(413);
    expect(await post([...signature, "transfer-encoding", "chunked"], `${full} `)).toBe(413);
    expect(await picture()).toEqual(before);
    expect(await post([...signature, "transfer-encoding", "chunked"], full)).toBe(200);
    expect(await stateOf(deposit)).toBe("confirming");
  });

  test("IPN-19 what is no JSON object, or is nested too deep, is refused", async () => {
    for (const body of ["{", "", "\u0000", '{"a":1}}', "{'a':1}", '{"a":NaN}', '{"a":01}', "\ufeff\ufeff{}"])
      await expectRefused(body, { "x-nowpayments-sig": signText(body) }, 400, "bad_json");
    const deep = `${'{"a":'.repeat(40)}1${"}".repeat(40)}`;
    await expectRefused(deep, { "x-nowpayments-sig": sign(deep) }, 400, "bad_json");
    const deeper = "[".repeat(30_000) + "]".repeat(30_000);
    await expectRefused(deeper, { "x-nowpayments-sig": signText(deeper) }, 400, "bad_json");
    for (const body of ["[]", "null", '"text"', "5", "[{}]"]) {
      expect((await sendCallback(testApp.door, body)).status).toBe(400);
      expect(await verdictOf(body)).toMatchObject({ verdict: "malformed", signed: true });
    }
  });

  test("IPN-20 GET, PUT, PATCH and DELETE are a 405 that says POST", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const answer = await fetch(`${testApp.door.url}${path}`, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  test("IPN-21 amounts that are none are refused; amounts as text are amounts", async () => {
    const deposit = await opened();
    for (const amount of [
      '"NaN"',
      "-1",
      '"-19.99"',
      '"1,5"',
      '"0x10"',
      '"Infinity"',
      "1e400",
      "true",
      "[]",
      '"1e-999999"',
    ]) {
      const body = callbackBody(deposit.payment, { payment_status: "finished", actually_paid: "*" }).replace(
        '"*"',
        amount,
      );
      expect((await sendCallback(testApp.door, body)).status, amount).toBe(400);
      expect(await verdictOf(body)).toMatchObject({ verdict: "malformed", signed: true });
    }
    expect(await testApp.creditQueued()).toBe(0);
    pay(deposit.payment, "finished");
    const texts = callbackBody(deposit.payment, {
      price_amount: "19.99",
      pay_amount: "19.99000000",
      actually_paid: "1.999e1",
    });
    expect((await sendCallback(testApp.door, texts)).status).toBe(200);
    await testApp.creditQueued();
    expect(await readBalance(systemContext(testApp), deposit.actor.owner)).toBe(1999);
  });

  test("IPN-22 a status that we do not know is kept and not applied", async () => {
    const deposit = await opened();
    for (const status of ["FINISHED", "paid", "finished ", "toString", "__proto__"]) {
      const body = callbackBody(deposit.payment, { payment_status: status });
      expect((await sendCallback(testApp.door, body)).status).toBe(200);
      expect(await verdictOf(body)).toMatchObject({ verdict: "unknown_status", signed: true });
    }
    expect(await testApp.creditQueued()).toBe(0);
    expect(await stateOf(deposit)).toBe("waiting");
  });

  test("of what nobody signed so much is kept in a minute; the one that is right comes through all the same", async () => {
    const flooded = await testApp.open({
      paymentGateway: testApp.paymentGateway,
      access: { open: false, loopback: false },
    });
    const deposit = await opened();
    pay(deposit.payment, "confirming");
    const junk = (n: number) => sendCallback(flooded, `{"junk":${n}}`, { "x-nowpayments-sig": "0".repeat(128) });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => junk(n)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    await junk(1000);
    const { rows } = await testApp.db.pool.query<{ kept: number; last: number }>(
      `select count(*)::int as kept, count(*) filter (where body = '{"junk":1000}')::int as last from deposit_callbacks
       where encode(body, 'escape') like '{"junk":%'`,
    );
    expect(rows[0]?.kept).toBeLessThanOrEqual(200);
    expect(rows[0]?.last).toBe(0);
    expect((await sendCallback(flooded, callbackBody(deposit.payment))).status).toBe(200);
    expect(await stateOf(deposit)).toBe("confirming");
  });

  test("IPN-23 a payout's callback is kept and ignored", async () => {
    const before = await picture();
    const body = JSON.stringify({
      id: "5000000713",
      batch_withdrawal_id: "5000000056",
      status: "FINISHED",
      error: null,
      currency: "usdttrc20",
      amount: "50",
      address: "TXYZ",
      hash: "0xabc",
      type: "crypto",
      updated_at: "2026-11-21T08:00:00.000Z",
    });
    expect((await sendCallback(testApp.door, body)).status).toBe(200);
    expect(await verdictOf(body)).toMatchObject({ verdict: "not_a_payment", signed: true });
    expect(await picture()).toEqual(before);
    await expectLedgerAddsUp(testApp);
  });
});

function testFolder(): string {
  return mkdtempSync(join(tmpdir(), "conclave-ipn-"));
}

/** A body's text with its keys sorted, and every value as it is written: what a sender of another language signs. */
function sortedText(body: string): string {
  const fields: string[] = [];
  let depth = 0;
  let from = 1;
  let quoted = false;
  for (let at = 0; at < body.length; at += 1) {
    const letter = body[at];
    if (letter === "\\") at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") depth -= 1;
    if (quoted || (!(letter === "," && depth === 1) && !(letter === "}" && depth === 0))) continue;
    fields.push(body.slice(from, at));
    from = at + 1;
  }
  const keyOf = (field: string): string => field.slice(1, field.indexOf('":'));
  const nested = fields.map((field) => {
    const value = field.slice(field.indexOf(":") + 1);
    return value.startsWith("{") ? `${field.slice(0, field.indexOf(":") + 1)}${sortedText(value)}` : field;
  });
  return `{${nested.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).join(",")}}`;
}
