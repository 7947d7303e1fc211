import { Decimal } from "decimal.js";
import type { DepositState, PayCurrency } from "#src/contract/accounts/deposits.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { type Fields, type JsonNode, Malformed, fieldsOf, readBody } from "./fields.ts";
import { type ProcessorApi, type SigningSecrets, askProcessor, matchedBy, needed, reading } from "./http.ts";
import type {
  CheckedCallback,
  OpenedPayment,
  PaymentFacts,
  PaymentOrder,
  PaymentProcessor,
  ProcessorPayment,
  ReceivedCallback,
} from "./processor.ts";

export interface BtcPayOptions {
  /** The server's address, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly storeId: string;
  readonly secrets: SigningSecrets;
}

const name = "btcpay";
const signatureHeader = "btcpay-sig";

/** @see https://docs.btcpayserver.org/API/Greenfield/v1/ */
export function createBtcPay({ url, apiKey, storeId, secrets }: BtcPayOptions): PaymentProcessor {
  const api: ProcessorApi = { name, url, headers: { authorization: `token ${apiKey}` } };
  const store = `/api/v1/stores/${encodeURIComponent(storeId)}`;
  return {
    name,
    title: "BTCPay Server",
    signatureHeader,
    outcomeCurrencies: null,
    currencies: () => readMethods(api, store),
    open: (order) => openInvoice(api, store, order),
    read: (invoiceId) => readInvoice(api, store, invoiceId),
    check: (callback) => checkCallback(secrets, callback),
  };
}

/** The store's on-chain methods: `BTC-CHAIN`, or `BTC` before version 2. */
async function readMethods(api: ProcessorApi, store: string): Promise<readonly PayCurrency[]> {
  const answer = await askProcessor(api, "GET", `${store}/payment-methods?onlyEnabled=true`);
  if (answer?.node.kind !== "array") throw new VendorFailed(name, "malformed", "the response is not a list");
  return answer.node.items.flatMap((node): PayCurrency[] => {
    const code = fieldsOf(node)?.text("paymentMethodId") ?? null;
    const coin = code === null ? undefined : /^([A-Z0-9]+)(?:-CHAIN)?$/.exec(code)?.[1];
    if (code === null || coin === undefined) return [];
    return [{ code, coin, network: coin.toLowerCase(), name: `${coin}, on-chain`, minMinor: null }];
  });
}

async function openInvoice(api: ProcessorApi, store: string, order: PaymentOrder): Promise<OpenedPayment> {
  const made = await askProcessor(api, "POST", `${store}/invoices`, {
    amount: new Decimal(order.priceMinor).div(100).toFixed(2),
    currency: "USD",
    metadata: { orderId: order.orderId, itemDesc: order.description },
    checkout: { paymentMethods: [order.currency.code], paymentTolerance: 0 },
  });
  if (made === null) throw new VendorFailed(name, "refused", "the processor responded with 404");
  const invoice = reading(name, made.node, (fields) => ({
    paymentId: needed(fields.id("id"), "id"),
    checkoutUrl: fields.text("checkoutLink"),
    expiresAt: secondsToMs(fields.amount("expirationTime")),
  }));
  const method = await readMethod(api, store, invoice.paymentId);
  if (method === null) throw new VendorFailed(name, "malformed", "the invoice has no payment method");
  const { payAmount, payAddress } = method;
  return {
    ...invoice,
    payMemo: null,
    payAmount: needed(payAmount, "amount"),
    payAddress: needed(payAddress, "destination"),
  };
}

function secondsToMs(seconds: string | null): number | null {
  return seconds === null ? null : new Decimal(seconds).times(1000).toNumber();
}

type Method = Pick<PaymentFacts, "payCurrency" | "payAddress" | "payAmount" | "paidAmount" | "transaction">;

/** With all that was paid. */
async function readMethod(
  api: ProcessorApi,
  store: string,
  invoiceId: string,
): Promise<(Method & { raw: string }) | null> {
  const path = `${store}/invoices/${encodeURIComponent(invoiceId)}/payment-methods`;
  const answer = await askProcessor(api, "GET", path);
  const first: JsonNode | undefined = answer?.node.kind === "array" ? answer.node.items[0] : undefined;
  if (answer === null || first === undefined) return null;
  return reading(name, first, (fields) => ({
    raw: answer.raw,
    payCurrency: fields.text("paymentMethodId") ?? fields.text("paymentMethod"),
    payAddress: fields.text("destination"),
    payAmount: fields.amount("amount"),
    // Of all methods together, in this one's coin.
    paidAmount: fields.amount("totalPaid"),
    transaction: transactionOf(fields),
  }));
}

/** A payment's id is `TRANSACTION-OUTPUT` on a chain. */
function transactionOf(fields: Fields): string | null {
  const [first] = fields.list("payments");
  const id = first === undefined ? null : (fieldsOf(first)?.text("id") ?? null);
  return id?.replace(/-\d+$/, "") ?? null;
}

async function readInvoice(api: ProcessorApi, store: string, invoiceId: string): Promise<ProcessorPayment | null> {
  const answer = await askProcessor(api, "GET", `${store}/invoices/${encodeURIComponent(invoiceId)}`);
  if (answer === null) return null;
  const method = await readMethod(api, store, invoiceId);
  return reading(name, answer.node, (fields) => {
    const status = needed(fields.text("status"), "status");
    const additional = fields.text("additionalStatus");
    return {
      paymentId: needed(fields.id("id"), "id"),
      parentId: null,
      orderId: fields.object("metadata")?.text("orderId") ?? null,
      status: additional === null || additional === "None" ? status : `${status}, ${additional}`,
      state: stateOf(status, additional),
      priceAmount: fields.amount("amount"),
      priceCurrency: fields.text("currency")?.toLowerCase() ?? null,
      payCurrency: method?.payCurrency ?? null,
      network: null,
      payAddress: method?.payAddress ?? null,
      payAmount: method?.payAmount ?? null,
      paidAmount: method?.paidAmount ?? null,
      paidUsd: null,
      outcomeAmount: null,
      outcomeCurrency: null,
      transaction: method?.transaction ?? null,
      raw: JSON.stringify({ invoice: answer.raw, payment_methods: method?.raw ?? null }),
    };
  });
}

/** `Marked` is a person's word, so payments are looked at. */
function stateOf(status: string, additional: string | null): DepositState | null {
  switch (status) {
    case "New":
      return additional === "PaidPartial" ? "partially_paid" : "waiting";
    case "Processing":
      return "confirming";
    case "Settled":
      return "finished";
    case "Expired":
      return additional === "PaidPartial" ? "partially_paid" : "expired";
    case "Invalid":
      return "failed";
    default:
      return null;
  }
}

const eventStates: Readonly<Record<string, DepositState>> = {
  InvoiceCreated: "waiting",
  InvoiceReceivedPayment: "confirming",
  InvoiceProcessing: "confirming",
  InvoicePaymentSettled: "confirmed",
  InvoiceSettled: "finished",
  InvoiceExpired: "expired",
  InvoiceInvalid: "failed",
};

/** `BTCPay-Sig: sha256=…` over the body. Never says how much. */
function checkCallback(secrets: SigningSecrets, { signatures, body }: ReceivedCallback): CheckedCallback {
  const [signature, ...others] = signatures;
  const refused = (verdict: Extract<CheckedCallback, { ok: false }>["verdict"], matched: string | null = null) =>
    ({ ok: false, signed: matched !== null, matched, verdict }) as const;
  if (signature === undefined) return refused("unsigned");
  const given = /^sha256=(.*)$/.exec(signature)?.[1];
  const matched = given === undefined || others.length > 0 ? null : matchedBy("sha256", secrets, given, { raw: body });
  if (matched === null) return refused("bad_signature");
  const read = readBody(body);
  if (!read.ok) return refused(read.reason, matched);
  const fields = fieldsOf(read.node);
  if (fields === null) return refused("malformed", matched);
  try {
    const paymentId = fields.id("invoiceId");
    const type = fields.text("type");
    if (paymentId === null || type === null) return refused("not_a_payment", matched);
    return { ok: true, matched, claim: claimOf(fields, paymentId, type) };
  } catch (error) {
    if (error instanceof Malformed) return refused("malformed", matched);
    throw error;
  }
}

function claimOf(fields: Fields, paymentId: string, status: string): PaymentFacts {
  const state = Object.hasOwn(eventStates, status) ? (eventStates[status] ?? null) : null;
  const partly = state === "expired" && fields.flag("partiallyPaid");
  return {
    paymentId,
    parentId: null,
    orderId: fields.object("metadata")?.text("orderId") ?? null,
    status,
    state: partly ? "partially_paid" : state,
    priceAmount: null,
    priceCurrency: null,
    payCurrency: null,
    network: null,
    payAddress: null,
    payAmount: null,
    paidAmount: null,
    paidUsd: null,
    outcomeAmount: null,
    outcomeCurrency: null,
    transaction: null,
  };
}
