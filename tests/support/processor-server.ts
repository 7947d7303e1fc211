import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A payment as NOWPayments' API has it. A test changes it as the chain, or a lie, would. */
export interface NowPayment {
  payment_id: number;
  parent_payment_id: number | null;
  payment_status: string;
  pay_address: string;
  price_amount: number;
  price_currency: string;
  pay_amount: number;
  actually_paid: number;
  actually_paid_at_fiat: number;
  pay_currency: string;
  order_id: string;
  outcome_amount: number;
  outcome_currency: string;
  [field: string]: unknown;
}

/** An invoice as BTCPay Server's API has it, with the one payment method that it is paid by. */
export interface BtcPayInvoice {
  id: string;
  status: string;
  additionalStatus: string;
  amount: string;
  currency: string;
  metadata: { orderId: string };
  method: {
    paymentMethodId: string;
    destination: string;
    amount: string;
    totalPaid: string;
    payments: { id: string }[];
  };
}

export interface ProcessorServer {
  readonly url: string;
  /** By id, live. */
  readonly payments: Map<string, NowPayment>;
  readonly invoices: Map<string, BtcPayInvoice>;
  /** `METHOD /path` of each request. */
  readonly asked: readonly string[];
  /** Every answer waits so long. */
  delayMs: number;
  /** Every answer is this status, without a payment in it. */
  status: number | null;
  close(): Promise<void>;
}

export const apiKey = "np-api-key-of-tests-alone";
export const btcPayKey = "btcpay-api-key-of-tests";
export const storeId = "9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776";

const coins = [
  { code: "USDTTRC20", ticker: "usdt", network: "trx", name: "Tether USD (Tron)", usd: 1 },
  { code: "BTC", ticker: "btc", network: "btc", name: "Bitcoin", usd: 60_000 },
  { code: "ETH", ticker: "eth", network: "eth", name: "Ethereum", usd: 3000 },
];

/** The parts of NOWPayments' and BTCPay Server's APIs that are asked, over real HTTP on 127.0.0.1. */
export async function startProcessorServer(): Promise<ProcessorServer> {
  const asked: string[] = [];
  const state: Pick<ProcessorServer, "payments" | "invoices" | "asked" | "delayMs" | "status"> = {
    payments: new Map(),
    invoices: new Map(),
    asked,
    delayMs: 0,
    status: null,
  };
  let next = 5_077_125_051;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://processor");
    asked.push(`${request.method} ${pathname}`);
    const body = await bodyOf(request);
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    if (state.status !== null) return answer(response, state.status, { message: "not now" });
    const mine = pathname.startsWith("/v1/") ? "x-api-key" : "authorization";
    const right = mine === "x-api-key" ? apiKey : `token ${btcPayKey}`;
    if (request.headers[mine] !== right) return answer(response, 403, { message: "Invalid api key" });
    const found = pathname.startsWith("/v1/")
      ? nowPayments(state.payments, () => next++, { method: request.method ?? "", pathname, searchParams, body })
      : btcPay(state.invoices, () => `inv${next++}`, { method: request.method ?? "", pathname, body });
    if (found === null) return answer(response, 404, { message: "Not found" });
    answer(response, 200, found);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return Object.assign(state, {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  return text === "" ? {} : JSON.parse(text);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

interface Asked {
  readonly method: string;
  readonly pathname: string;
  readonly body: Readonly<Record<string, unknown>>;
}

function nowPayments(
  payments: Map<string, NowPayment>,
  newId: () => number,
  { method, pathname, searchParams, body }: Asked & { readonly searchParams: URLSearchParams },
): unknown {
  if (pathname === "/v1/merchant/coins") return { selectedCurrencies: coins.map(({ code }) => code) };
  if (pathname === "/v1/full-currencies")
    return { currencies: coins.map(({ usd: _usd, ...coin }, id) => ({ id, enable: true, ...coin })) };
  if (pathname === "/v1/min-amount") {
    const from = searchParams.get("currency_from");
    return {
      currency_from: from,
      currency_to: from,
      min_amount: 0.0001,
      fiat_equivalent: from === "btc" ? 9.994 : 2.1,
    };
  }
  if (pathname === "/v1/payment" && method === "POST") {
    const coin = coins.find(({ code }) => code.toLowerCase() === body["pay_currency"]);
    if (coin === undefined) return null;
    const id = newId();
    const payment: NowPayment = {
      payment_id: id,
      parent_payment_id: null,
      payment_status: "waiting",
      pay_address: `T${String(id).padStart(33, "x")}`,
      price_amount: Number(body["price_amount"]),
      price_currency: String(body["price_currency"]),
      pay_amount: Number((Number(body["price_amount"]) / coin.usd).toFixed(8)),
      actually_paid: 0,
      actually_paid_at_fiat: 0,
      pay_currency: String(body["pay_currency"]),
      order_id: String(body["order_id"]),
      order_description: String(body["order_description"]),
      purchase_id: id + 1,
      outcome_amount: 0,
      outcome_currency: "usdttrc20",
      payin_extra_id: null,
      payment_extra_ids: null,
      fee: { currency: "usdttrc20", depositFee: 0.1, withdrawalFee: 0, serviceFee: 0.05 },
      network: coin.network,
      burning_percent: "null",
      created_at: "2026-11-21T08:00:00.000Z",
      expiration_estimate_date: "2099-11-21T08:20:00.000Z",
    };
    payments.set(String(id), payment);
    return payment;
  }
  const id = /^\/v1\/payment\/(\d+)$/.exec(pathname)?.[1];
  return (id === undefined ? undefined : payments.get(id)) ?? null;
}

function btcPay(invoices: Map<string, BtcPayInvoice>, newId: () => string, { method, pathname, body }: Asked): unknown {
  const [, path] = new RegExp(`^/api/v1/stores/${storeId}(/.*)$`).exec(pathname) ?? [];
  if (path === "/payment-methods")
    return [
      { enabled: true, paymentMethodId: "BTC-CHAIN" },
      { enabled: true, paymentMethodId: "BTC-LN" },
    ];
  if (path === "/invoices" && method === "POST") {
    const id = newId();
    const amount = String(body["amount"]);
    const invoice: BtcPayInvoice = {
      id,
      status: "New",
      additionalStatus: "None",
      amount,
      currency: String(body["currency"]),
      metadata: { orderId: String(Object(body["metadata"]).orderId) },
      method: {
        paymentMethodId: "BTC-CHAIN",
        destination: `bc1q${id}`,
        amount: (Number(amount) / 60_000).toFixed(8),
        totalPaid: "0",
        payments: [],
      },
    };
    invoices.set(id, invoice);
    return shown(invoice);
  }
  const [, id = "", methods] = /^\/invoices\/(\w+)(\/payment-methods)?$/.exec(path ?? "") ?? [];
  const invoice = invoices.get(id);
  if (invoice === undefined) return null;
  return methods === undefined ? shown(invoice) : [invoice.method];
}

function shown({ method: _method, ...invoice }: BtcPayInvoice) {
  return { ...invoice, storeId, checkoutLink: `https://pay.example/i/${invoice.id}`, expirationTime: 4_102_444_800 };
}

/** What a payer does: pays a share of what is asked for, as the record then has it. */
export function pay(payment: NowPayment, status: string, share = 1): void {
  payment.payment_status = status;
  payment.actually_paid = Number((payment.pay_amount * share).toFixed(8));
  payment.actually_paid_at_fiat = Number((payment.price_amount * share).toFixed(2));
  payment.outcome_amount = Number((payment.price_amount * share * 0.99).toFixed(6));
}
