import { canonicalJson } from "#src/core/hash.ts";
import type { DepositState, PayCurrency } from "#src/contract/accounts/deposits.ts";
import { type Fields, Malformed, fieldsOf, readBody, sortedTokens } from "./fields.ts";
import type {
  CheckedCallback,
  OpenedPayment,
  PaymentFacts,
  PaymentOrder,
  PaymentProcessor,
  ProcessorPayment,
  ReceivedCallback,
} from "./processor.ts";
import { type ProcessorApi, type SigningSecrets, askProcessor, matchedBy, needed, reading } from "./http.ts";
import { Decimal } from "decimal.js";
import pLimit from "p-limit";
import type { Clock } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";

/** `sending` is on its way to us. */
const states: Readonly<Record<string, DepositState>> = {
  waiting: "waiting",
  confirming: "confirming",
  confirmed: "confirmed",
  sending: "confirmed",
  partially_paid: "partially_paid",
  finished: "finished",
  failed: "failed",
  refunded: "refunded",
  expired: "expired",
};

export const signatureHeader = "x-nowpayments-sig";

/** A payment, in the form of both callbacks and the API. @throws Malformed */
export function readPayment(fields: Fields): PaymentFacts {
  const paymentId = fields.id("payment_id");
  const status = fields.text("payment_status");
  if (paymentId === null || status === null) throw new Malformed("payment_id or payment_status is missing");
  const parentId = fields.id("parent_payment_id");
  return {
    paymentId,
    parentId: parentId === paymentId ? null : parentId,
    orderId: fields.text("order_id"),
    status,
    state: Object.hasOwn(states, status) ? (states[status] ?? null) : null,
    priceAmount: fields.amount("price_amount"),
    priceCurrency: lower(fields.text("price_currency")),
    payCurrency: lower(fields.text("pay_currency")),
    network: lower(fields.text("network")),
    payAddress: fields.text("pay_address"),
    payAmount: fields.amount("pay_amount"),
    paidAmount: fields.amount("actually_paid"),
    paidUsd: fields.amount("actually_paid_at_fiat"),
    outcomeAmount: fields.amount("outcome_amount"),
    outcomeCurrency: lower(fields.text("outcome_currency")),
    transaction: fields.text("payin_hash"),
  };
}

function lower(text: string | null): string | null {
  return text?.toLowerCase() ?? null;
}

/** HMAC-SHA512 over sorted keys, in two forms: `sorted` as JavaScript writes it, `tokens` as it was sent. */
export function checkCallback(secrets: SigningSecrets, { signatures, body }: ReceivedCallback): CheckedCallback {
  const [signature, ...others] = signatures;
  const refused = (verdict: Extract<CheckedCallback, { ok: false }>["verdict"], matched: string | null = null) =>
    ({ ok: false, signed: matched !== null, matched, verdict }) as const;
  if (signature === undefined) return refused("unsigned");
  const read = readBody(body);
  if (!read.ok) return refused(read.reason);
  const forms = { sorted: canonicalJson(read.value), tokens: sortedTokens(read.node) };
  const matched = others.length > 0 ? null : matchedBy("sha512", secrets, signature, forms);
  if (matched === null) return refused("bad_signature");
  const fields = fieldsOf(read.node);
  if (fields === null) return refused("malformed", matched);
  // Payouts and conversions are sent to the same address.
  if (!fields.has("payment_id") || !fields.has("payment_status")) return refused("not_a_payment", matched);
  try {
    return { ok: true, matched, claim: readPayment(fields) };
  } catch (error) {
    if (error instanceof Malformed) return refused("malformed", matched);
    throw error;
  }
}

export interface NowPaymentsOptions {
  /** Such as `https://api.nowpayments.io`. */
  readonly url: string;
  readonly apiKey: string;
  readonly secrets: SigningSecrets;
  /** Where it tells of payments. */
  readonly callbackUrl: string;
  /** The coin that it pays us in; `null`: unknown. */
  readonly outcomeCurrencies: readonly string[] | null;
  readonly clock: Clock;
}

const name = "nowpayments";
const coinsKeptMs = 10 * 60_000;
const mostCoins = 40;

/** @see https://documenter.getpostman.com/view/7907941/2s93JusNJt */
export function createNowPayments(options: NowPaymentsOptions): PaymentProcessor {
  const api: ProcessorApi = { name, url: options.url, headers: { "x-api-key": options.apiKey } };
  let known: { readonly until: number; readonly coins: Promise<readonly PayCurrency[]> } | null = null;
  return {
    name,
    title: "NOWPayments",
    signatureHeader,
    outcomeCurrencies: options.outcomeCurrencies,
    currencies() {
      if (known === null || known.until < options.clock.now()) {
        const coins = readCoins(api);
        known = { until: options.clock.now() + coinsKeptMs, coins };
        // What went wrong is not kept.
        coins.catch(() => (known = null));
      }
      return known.coins;
    },
    open: (order) => openPayment(api, options.callbackUrl, order),
    read: (paymentId) => fetchPayment(api, paymentId),
    check: (callback) => checkCallback(options.secrets, callback),
  };
}

async function openPayment(api: ProcessorApi, callbackUrl: string, order: PaymentOrder): Promise<OpenedPayment> {
  const answer = await askProcessor(api, "POST", "/v1/payment", {
    price_amount: new Decimal(order.priceMinor).div(100).toNumber(),
    price_currency: "usd",
    pay_currency: order.currency.code,
    order_id: order.orderId,
    order_description: order.description,
    ipn_callback_url: callbackUrl,
    is_fixed_rate: true,
    is_fee_paid_by_user: false,
  });
  if (answer === null) throw new VendorFailed(name, "refused", "the processor responded with 404");
  return reading(name, answer.node, (fields) => {
    const until = fields.text("valid_until") ?? fields.text("expiration_estimate_date");
    const expiresAt = until === null ? Number.NaN : Date.parse(until);
    return {
      paymentId: needed(fields.id("payment_id"), "payment_id"),
      payAmount: needed(fields.amount("pay_amount"), "pay_amount"),
      payAddress: needed(fields.text("pay_address"), "pay_address"),
      payMemo: fields.text("payin_extra_id"),
      checkoutUrl: null,
      expiresAt: Number.isNaN(expiresAt) ? null : expiresAt,
    };
  });
}

async function fetchPayment(api: ProcessorApi, paymentId: string): Promise<ProcessorPayment | null> {
  const answer = await askProcessor(api, "GET", `/v1/payment/${encodeURIComponent(paymentId)}`);
  return answer && { ...reading(name, answer.node, readPayment), raw: answer.raw };
}

/** With network and least amount. */
async function readCoins(api: ProcessorApi): Promise<readonly PayCurrency[]> {
  const [chosen, all] = await Promise.all([
    askProcessor(api, "GET", "/v1/merchant/coins"),
    askProcessor(api, "GET", "/v1/full-currencies"),
  ]);
  if (chosen === null || all === null) throw new VendorFailed(name, "refused", "the processor responded with 404");
  const codes = reading(name, chosen.node, (fields) =>
    fields.list("selectedCurrencies").flatMap((node) => (node.kind === "string" ? [node.value.toLowerCase()] : [])),
  );
  const about = new Map(
    reading(name, all.node, (fields) => fields.list("currencies")).flatMap((node) => {
      const fields = fieldsOf(node);
      const code = fields?.text("code")?.toLowerCase();
      return fields === null || code === undefined ? [] : [[code, fields] as const];
    }),
  );
  const atOnce = pLimit(4);
  return Promise.all(
    codes.slice(0, mostCoins).map(async (code): Promise<PayCurrency> => {
      const fields = about.get(code);
      return {
        code,
        coin: (fields?.text("ticker") ?? code).toUpperCase(),
        network: (fields?.text("network") ?? code).toLowerCase(),
        name: fields?.text("name") ?? code.toUpperCase(),
        minMinor: await atOnce(() => leastOf(api, code)),
      };
    }),
  );
}

/** US cents, rounded up; `null` when unknown. */
async function leastOf(api: ProcessorApi, code: string): Promise<number | null> {
  const path = `/v1/min-amount?currency_from=${encodeURIComponent(code)}&fiat_equivalent=usd&is_fixed_rate=true`;
  const answer = await askProcessor(api, "GET", path);
  const usd = answer && reading(name, answer.node, (fields) => fields.amount("fiat_equivalent"));
  return usd === null ? null : new Decimal(usd).times(100).ceil().toNumber();
}
