import { canonicalJson } from "#src/core/hash.ts";
import type { DepositState } from "#src/contract/accounts/deposits.ts";
import { fieldsOf, Malformed, readBody, type Fields } from "../fields.ts";
import type { CheckedCallback, PaymentFacts, ReceivedCallback } from "../processor.ts";
import { matchedBy, type SigningSecrets } from "../signatures.ts";
import { sortedTokens } from "../strict-json.ts";

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
