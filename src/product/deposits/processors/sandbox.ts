import { createHmac, randomInt } from "node:crypto";
import { Decimal } from "decimal.js";
import type { PayCurrency } from "#src/contract/accounts/deposits.ts";
import type { SandboxAct, SandboxPayment } from "#src/contract/api/sandbox.ts";
import type { Clock } from "#src/core/clock.ts";
import { Conflict, InvalidInput, NotFound, VendorFailed } from "#src/core/errors.ts";
import { randomBase32 } from "#src/core/ids.ts";
import { type SigningSecrets, reading } from "./http.ts";
import { checkCallback, readPayment, signatureHeader } from "./nowpayments.ts";
import type { PaymentProcessor, SandboxPayer } from "./processor.ts";
import { readStrictJson } from "./fields.ts";
import { setTimeout as pause } from "node:timers/promises";
import { canonicalJson } from "#src/core/hash.ts";

/** A payment with the fields that only the processor knows. */
export interface HeldPayment extends SandboxPayment {
  readonly parentId: string | null;
  /** In the paid coin, which may differ from the requested one. */
  readonly paidCurrency: string;
}

/** Where the sandbox stores its payments, shared by all processes. */
export interface SandboxStore {
  insert(payment: HeldPayment): Promise<void>;
  find(id: string): Promise<HeldPayment | null>;
  /** Of an owner's deposits, newest first. */
  list(owner: string): Promise<HeldPayment[]>;
  /** False when it has changed since `from` was read. */
  update(from: HeldPayment, to: Pick<HeldPayment, "status" | "paidAmount" | "paidCurrency">): Promise<boolean>;
}

const lifeMs = 20 * 60_000;
const mostPlaces = 8;
/** US dollars for one; made up. */
const rates: Readonly<Record<string, string>> = { btc: "60000", eth: "3000", usdttrc20: "1" };
const coins: readonly PayCurrency[] = [
  { code: "usdttrc20", coin: "USDT", network: "sandbox-trx", name: "Tether on TRON (sandbox)", minMinor: 500 },
  { code: "btc", coin: "BTC", network: "sandbox-btc", name: "Bitcoin (sandbox)", minMinor: 1000 },
  { code: "eth", coin: "ETH", network: "sandbox-eth", name: "Ethereum (sandbox)", minMinor: 1000 },
];

/** The sandbox's value of an amount of a coin, in US dollars. */
function worthUsd(code: string, amount: string): string {
  return new Decimal(amount)
    .times(rates[code] ?? "0")
    .toDecimalPlaces(2, Decimal.ROUND_DOWN)
    .toFixed(2);
}

export interface SandboxOptions {
  readonly secrets: SigningSecrets;
  readonly store: SandboxStore;
  readonly clock: Clock;
}

/** A processor without a chain, in NOWPayments' form. It moves no real money. */
export function createSandbox({ secrets, store, clock }: SandboxOptions): PaymentProcessor {
  return {
    name: "sandbox",
    title: "Sandbox",
    signatureHeader,
    outcomeCurrencies: null,
    currencies: () => Promise.resolve(coins),
    async open({ orderId, priceMinor, currency }) {
      const rate = rates[currency.code];
      if (rate === undefined) throw new InvalidInput(`the sandbox has no ${currency.code}`);
      const priceUsd = new Decimal(priceMinor).div(100);
      const now = clock.now();
      const payment = {
        id: String(randomInt(1_000_000_000, 10_000_000_000)),
        orderId,
        parentId: null,
        status: "waiting",
        payCurrency: currency.code,
        payAmount: priceUsd.div(rate).toDecimalPlaces(mostPlaces, Decimal.ROUND_UP).toFixed(),
        payAddress: `sandbox-${currency.code}-${randomBase32(24)}`,
        paidAmount: "0",
        paidCurrency: currency.code,
        priceUsd: priceUsd.toFixed(2),
        createdAt: now,
      };
      await store.insert(payment);
      const { id, payAmount, payAddress } = payment;
      return { paymentId: id, payAmount, payAddress, payMemo: null, checkoutUrl: null, expiresAt: now + lifeMs };
    },
    async read(paymentId) {
      const payment = await store.find(paymentId);
      if (payment === null) return null;
      const raw = paymentJson(payment);
      const read = readStrictJson(raw);
      if (!read.ok) throw new Error("the sandbox wrote no JSON");
      return { ...reading("sandbox", read.node, readPayment), raw };
    },
    check: (callback) => checkCallback(secrets, callback),
  };
}

/** A payment as NOWPayments' API and callbacks write it. */
function paymentJson(payment: HeldPayment): string {
  const { paidAmount, paidCurrency, payCurrency } = payment;
  return JSON.stringify({
    payment_id: Number(payment.id),
    parent_payment_id: payment.parentId === null ? null : Number(payment.parentId),
    invoice_id: null,
    payment_status: payment.status,
    pay_address: payment.payAddress,
    payin_extra_id: null,
    price_amount: Number(payment.priceUsd),
    price_currency: "usd",
    pay_amount: Number(payment.payAmount),
    actually_paid: Number(paidAmount),
    actually_paid_at_fiat: Number(worthUsd(paidCurrency, paidAmount)),
    pay_currency: new Decimal(paidAmount).isZero() ? payCurrency : paidCurrency,
    order_id: payment.orderId,
    order_description: "Conclave balance",
    purchase_id: payment.id,
    outcome_amount: Number(paidAmount),
    outcome_currency: paidCurrency,
    payment_extra_ids: null,
    fee: { currency: paidCurrency, depositFee: 0, withdrawalFee: 0, serviceFee: 0 },
  });
}

/** What an act leads to, and what is then paid. */
interface Rule {
  readonly from: readonly string[];
  readonly steps: readonly string[];
  readonly paid: string | null;
}

const unpaid = ["waiting", "confirming", "expired", "failed"];
const paying = ["confirming", "confirmed", "finished"];
const rules = {
  exact: { from: unpaid, steps: paying, paid: "1" },
  partial: { from: unpaid, steps: ["confirming", "partially_paid"], paid: "0.5" },
  rest: { from: ["partially_paid"], steps: paying, paid: "1" },
  too_much: { from: unpaid, steps: paying, paid: "1.5" },
  wrong_asset: { from: unpaid, steps: paying, paid: "1" },
  again: { from: ["finished", "refunded"], steps: ["finished"], paid: "1" },
  expire: { from: ["waiting"], steps: ["expired"], paid: null },
  fail: { from: ["waiting", "confirming"], steps: ["failed"], paid: null },
  refund: { from: ["partially_paid", "finished"], steps: ["refunded"], paid: null },
} as const satisfies Record<SandboxAct, Rule>;

/** Long enough to be seen. */
const pauseMs = 400;
const timeoutMs = 10_000;

/** Signed, over HTTP, like a real processor. */
export function createSandboxPayer({
  secrets,
  store,
  clock,
  callbackUrl,
}: SandboxOptions & { readonly callbackUrl: string }): SandboxPayer {
  const tell = async (payment: HeldPayment): Promise<void> => {
    const body = paymentJson(payment);
    const signature = createHmac("sha512", secrets.current)
      .update(canonicalJson(JSON.parse(body)))
      .digest("hex");
    let status: number;
    try {
      const answer = await fetch(callbackUrl, {
        method: "POST",
        headers: { "content-type": "application/json", [signatureHeader]: signature },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      status = answer.status;
    } catch (cause) {
      throw new VendorFailed("sandbox", "unavailable", "the callback could not be delivered", { cause });
    }
    if (status !== 200) throw new VendorFailed("sandbox", "refused", `the callback was answered with ${status}`);
  };

  /** A payment to a used address has its own payment. */
  const another = async (payment: HeldPayment): Promise<HeldPayment> => {
    const id = String(randomInt(1_000_000_000, 10_000_000_000));
    const child = { ...payment, id, parentId: payment.id, status: "waiting", paidAmount: "0", createdAt: clock.now() };
    await store.insert(child);
    return child;
  };

  return {
    list: (owner) => store.list(owner),
    async play(paymentId, act) {
      const found = await store.find(paymentId);
      if (found === null) throw new NotFound(`the sandbox has no payment ${paymentId}`);
      const rule: Rule = rules[act];
      if (!rule.from.includes(found.status)) throw new Conflict(`a payment in the state ${found.status} cannot ${act}`);
      let payment = act === "again" ? await another(found) : found;
      const paidCurrency = act === "wrong_asset" ? otherThan(payment.payCurrency) : payment.paidCurrency;
      for (const [index, status] of rule.steps.entries()) {
        if (index > 0) await pause(pauseMs);
        const paidAmount =
          rule.paid === null ? payment.paidAmount : new Decimal(payment.payAmount).times(rule.paid).toFixed();
        const next = { ...payment, status, paidAmount, paidCurrency };
        if (!(await store.update(payment, next))) throw new Conflict("the payment changed in the meantime; try again");
        payment = next;
        await tell(payment);
      }
      return payment;
    },
  };
}

function otherThan(currency: string): string {
  return currency === "eth" ? "btc" : "eth";
}
