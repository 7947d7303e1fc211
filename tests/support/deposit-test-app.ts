import { createHmac, randomBytes } from "node:crypto";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import type { Deposit } from "#src/contract/accounts/deposits.ts";
import { systemClock, type Clock } from "#src/core/clock.ts";
import { readSettings, type Settings } from "#src/core/config/config.ts";
import { canonicalJson } from "#src/core/hash.ts";
import type { ActingAdmin, Actor, Context, SystemContext } from "#src/product/context.ts";
import { openDeposit } from "#src/product/deposits/open-deposit.ts";
import { creditDeposit } from "#src/product/deposits/credit-deposit.ts";
import type { PaymentGateway } from "#src/product/deposits/processors/processor.ts";
import { openTestApp, type FrontDoor, type TestApp } from "./front-door.ts";
import {
  apiKey,
  btcPayKey,
  startProcessorServer,
  storeId,
  type NowPayment,
  type ProcessorServer,
} from "./processor-server.ts";
import { customerContext, systemContext } from "./contexts.ts";

export const ipnSecret = "ipn-secret-of-tests-alone";
export const oldIpnSecret = "ipn-secret-before-that-one";
export const btcPaySecret = "btcpay-webhook-secret-of-tests";

/** A test service where deposits are made at the processors of a server of its own. */
export interface DepositTestApp extends TestApp {
  readonly processor: ProcessorServer;
  readonly paymentGateway: PaymentGateway;
  /** One of its front doors. */
  readonly door: FrontDoor;
  contextOf(actor: Actor, clock?: Clock): Context;
  /** A user with an account, without signing in. */
  newUser(id?: string): Promise<Actor>;
  newAdmin(): Promise<ActingAdmin>;
  /** A deposit that waits, and the processor's own record of it. */
  newDeposit(actor: Actor, amountMinor?: number, clock?: Clock): Promise<{ deposit: Deposit; payment: NowPayment }>;
  /**
   * Does what a worker would do with what is enqueued now. @returns how many there were
   * @param tools a clock or a database of the test's own
   */
  creditQueued(tools?: Partial<SystemContext & { readonly paymentGateway: PaymentGateway }>): Promise<number>;
}

export function processorSettings(url: string): Record<string, string> {
  return {
    NOWPAYMENTS_API_KEY: url.replace("://", `://${apiKey}@`),
    NOWPAYMENTS_IPN_SECRET: `${ipnSecret},${oldIpnSecret}`,
    NOWPAYMENTS_OUTCOME_CURRENCIES: "usdttrc20",
    BTCPAY_URL: `${url}/stores/${storeId}`,
    BTCPAY_API_KEY: btcPayKey,
    BTCPAY_WEBHOOK_SECRET: btcPaySecret,
  };
}

export async function openDepositTestApp(): Promise<DepositTestApp> {
  const testApp = await openTestApp();
  const processor = await startProcessorServer();
  const settings: Settings = readSettings(processorSettings(processor.url));
  const paymentGateway = composePaymentGateway({ db: testApp.db, clock: systemClock }, settings);
  const door = await testApp.open({ paymentGateway, access: { open: false, loopback: false } });
  const contextOf = (actor: Actor, clock: Clock = systemClock): Context =>
    customerContext({ ...testApp, clock, actor });
  const newUser = async (id = `usr_${randomBytes(6).toString("hex")}`): Promise<Actor> => {
    await insertUser(testApp, id, "user");
    return { owner: id, plan: "free", scopes: [] };
  };
  return {
    ...testApp,
    processor,
    paymentGateway,
    door,
    contextOf,
    newUser,
    async newAdmin() {
      const { owner } = await newUser();
      await testApp.db.pool.query("update users set role = 'admin' where id = $1", [owner]);
      const role = "admin" as const;
      // Fresh under every clock of a test.
      const confirmedAt = Number.MAX_SAFE_INTEGER;
      return { userId: owner, role, twoFactor: true, confirmedAt, allowanceMinor: Number.MAX_SAFE_INTEGER };
    },
    async newDeposit(actor, amountMinor = 1999, clock = systemClock) {
      const deposit = await openDeposit(contextOf(actor, clock), {
        paymentGateway,
        amountMinor,
        processor: "nowpayments",
        currency: "usdttrc20",
        idempotencyKey: randomBytes(9).toString("hex"),
      });
      const payment = [...processor.payments.values()].find(({ order_id: order }) => order === deposit.id);
      if (payment === undefined) throw new Error("the processor has no payment for the deposit");
      return { deposit, payment };
    },
    async creditQueued({ paymentGateway: other = paymentGateway, ...tools } = {}) {
      // In the place of a worker: whoever takes a job marks it, so that nobody else does.
      const { rows } = await testApp.db.pool.query<{ inputs: string }>(
        `update dbos.workflow_status as w set status = 'SUCCESS' from dbos.workflow_input as i
         where w.name = 'settlement' and w.status = 'ENQUEUED' and i.workflow_uuid = w.workflow_uuid
         returning to_jsonb(i)::text as inputs`,
      );
      for (const { inputs } of rows) {
        const depositId = /dep_\w+/.exec(inputs)?.[0] ?? "";
        await creditDeposit(systemContext({ ...testApp, ...tools }), { paymentGateway: other, depositId });
      }
      return rows.length;
    },
    async drop() {
      await testApp.drop();
      await processor.close();
    },
  };
}

async function insertUser({ db }: TestApp, id: string, role: string): Promise<void> {
  await db.pool.query(
    `insert into users (id, name, email, email_verified, role, created_at, updated_at)
     values ($1, 'Ada', $1 || '@example.com', true, $2, now(), now())`,
    [id, role],
  );
}

/** What NOWPayments sends of a payment: what its API says of it, but for the fields that only the API has. */
export function callbackBody(payment: NowPayment, changes: Readonly<Record<string, unknown>> = {}): string {
  const { network: _network, burning_percent: _burning, expiration_estimate_date: _until, ...told } = payment;
  return JSON.stringify({ ...told, ...changes });
}

/** As NOWPayments documents it. */
export function sign(body: string, secret = ipnSecret): string {
  return createHmac("sha512", secret)
    .update(canonicalJson(JSON.parse(body)))
    .digest("hex");
}

export function signText(text: string, secret = ipnSecret): string {
  return createHmac("sha512", secret).update(text).digest("hex");
}

export interface Sent {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** Posts a callback with its right signature, or with `headers`. */
export async function sendCallback(
  { url }: Pick<FrontDoor, "url">,
  body: string,
  headers: Readonly<Record<string, string>> = { "x-nowpayments-sig": sign(body) },
): Promise<Sent> {
  const started = performance.now();
  const answer = await fetch(`${url}/api/deposit/ipn`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, text, ms: performance.now() - started };
}
