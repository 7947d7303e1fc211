import { Decimal } from "decimal.js";
import pLimit from "p-limit";
import type { PayCurrency } from "#src/contract/accounts/deposits.ts";
import type { Clock } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { fieldsOf } from "../fields.ts";
import { askProcessor, needed, reading, type ProcessorApi } from "../http.ts";
import type { OpenedPayment, PaymentOrder, PaymentProcessor, ProcessorPayment } from "../processor.ts";
import type { SigningSecrets } from "../signatures.ts";
import { checkCallback, readPayment, signatureHeader } from "./wire.ts";

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
