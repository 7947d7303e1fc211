import type {
  CallbackVerdict,
  Deposit,
  DepositState,
  DifferenceKind,
  ProcessorName,
  ReviewKind,
  ReviewState,
} from "#src/contract/deposits.ts";
import type { SandboxAct } from "#src/contract/sandbox.ts";
import type { Tone } from "#src/web/components/ui/elements.tsx";
import { Decimal } from "decimal.js";

export const stateWords = {
  waiting: { name: "Waiting for payment", tone: "info" },
  confirming: { name: "Confirming", tone: "info" },
  confirmed: { name: "Confirmed", tone: "info" },
  expired: { name: "Expired", tone: "neutral" },
  failed: { name: "Failed", tone: "negative" },
  partially_paid: { name: "Partly paid", tone: "warning" },
  finished: { name: "Credited", tone: "positive" },
  refunded: { name: "Reversed", tone: "neutral" },
} as const satisfies Record<DepositState, { name: string; tone: Tone }>;

export const processorNames = {
  nowpayments: "NOWPayments",
  btcpay: "BTCPay Server",
  sandbox: "Sandbox",
} as const satisfies Record<ProcessorName, string>;

export const reviewNames = {
  partial: "Underpaid",
  overpaid: "Overpaid",
  wrong_asset: "Wrong coin",
  re_deposit: "Repeat payment",
  mismatch: "Mismatch",
  outcome: "Payout differs",
  account_gone: "Account deleted",
} as const satisfies Record<ReviewKind, string>;

export const reviewStates = {
  open: { name: "Open", tone: "warning" },
  credited: { name: "Credited", tone: "positive" },
  rejected: { name: "Rejected", tone: "negative" },
  refunded: { name: "Returned", tone: "neutral" },
  superseded: { name: "Superseded", tone: "neutral" },
} as const satisfies Record<ReviewState, { name: string; tone: Tone }>;

export const verdictTones = {
  applied: "positive",
  no_change: "neutral",
  unsigned: "negative",
  bad_signature: "negative",
  wrong_content_type: "negative",
  compressed: "negative",
  bad_json: "negative",
  duplicate_keys: "negative",
  malformed: "negative",
  unknown_status: "warning",
  not_a_payment: "neutral",
  unknown_order: "warning",
  unknown_payment: "warning",
  mismatch: "warning",
  re_deposit: "warning",
} as const satisfies Record<CallbackVerdict, Tone>;

export const differenceNames = {
  stuck: "Stuck",
  unknown_payment: "Unknown to the processor",
  not_credited: "Paid, not credited",
  not_paid: "Credited, not paid",
  amount: "Amount differs",
  ledger: "Ledger differs",
  unreadable: "Record unreadable",
  set_aside: "Set aside",
} as const satisfies Record<DifferenceKind, string>;

/** On the buttons of the sandbox's payer. */
export const actNames = {
  exact: "Pay the exact amount",
  partial: "Underpay",
  rest: "Pay the remainder",
  too_much: "Overpay",
  wrong_asset: "Pay with the wrong coin",
  again: "Pay again",
  expire: "Expire",
  fail: "Fail",
  refund: "Refund",
} as const satisfies Record<SandboxAct, string>;

const openReviews = {
  partial: "Less than the requested amount has arrived.",
  overpaid: "More than the requested amount has arrived. The requested amount is credited. The excess is under review.",
  wrong_asset: "The payment arrived in a different coin.",
  re_deposit: "The payment was sent to the address of an earlier deposit.",
  mismatch: "The processor's report does not match this deposit.",
  outcome: "The amount we received is worth less than requested.",
  account_gone: "The account was deleted before the payment arrived.",
} as const satisfies Record<ReviewKind, string>;

const ended = {
  credited: "Payment credited",
  rejected: "Payment not credited",
  refunded: "Payment returned",
} as const satisfies Partial<Record<ReviewState, string>>;

/** What the owner is told of the newest review; `null` when there is nothing to tell. */
export function reviewNotice(review: Deposit["review"]): { tone: Tone; title: string; text: string } | null {
  if (review === null || review.state === "superseded") return null;
  const { kind, state, reason } = review;
  if (state === "open")
    return {
      tone: "warning",
      title: "This deposit is under review",
      text: `${openReviews[kind]} Our team will review it. The outcome appears here.`,
    };
  return { tone: state === "rejected" ? "negative" : "info", title: ended[state], text: reason ?? openReviews[kind] };
}

const resting: readonly DepositState[] = ["expired", "failed", "finished", "refunded"];

/** Whether its state may still change, by what is known of it now. */
export function isMoving({ state, review }: Pick<Deposit, "state" | "review">): boolean {
  return review?.state === "open" || !resting.includes(state);
}

/** Where the front door gives the receipt of a deposit, a PDF. */
export function receiptPath(id: string): string {
  return `/api/deposit/${encodeURIComponent(id)}/receipt.pdf`;
}

/**
 * JSON text with a line for each member, every token as it stands: numbers keep their digits and repeated keys stay,
 * which reading it and writing it anew would not promise. What is no JSON comes out in some order of lines too.
 */
export function indentJson(text: string): string {
  let depth = 0;
  let out = "";
  const line = (): string => `\n${"  ".repeat(Math.max(0, depth))}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+|"/gs)) {
    if (token === "{" || token === "[") {
      depth += 1;
      out += token + line();
    } else if (token === "}" || token === "]") {
      depth -= 1;
      out += line() + token;
    } else if (token === ",") out += `,${line()}`;
    else if (token === ":") out += ": ";
    else out += /^[{[]/.test(token) ? token.replaceAll(/\s/g, "") : token;
  }
  return out;
}

/** Schemes that wallets read with an amount. @see BIP 21, and Litecoin's use of it */
const schemes: Readonly<Record<string, { readonly coin: string; readonly scheme: string }>> = {
  btc: { coin: "BTC", scheme: "bitcoin" },
  ltc: { coin: "LTC", scheme: "litecoin" },
};

/** What the QR code says: address and amount where wallets of the network agree on how, else the bare address. */
export function paymentUri({
  currency,
  payAddress,
  payAmount,
}: Pick<Deposit, "currency" | "payAddress" | "payAmount">): string {
  const known = schemes[currency.network];
  if (known === undefined || known.coin !== currency.coin) return payAddress;
  return `${known.scheme}:${payAddress}?amount=${payAmount}`;
}

/** What is still to be sent, decimal text in the coin; `0` when enough came. */
export function missingAmount({ payAmount, paidAmount }: Pick<Deposit, "payAmount" | "paidAmount">): string {
  return Decimal.max(0, new Decimal(payAmount).minus(paidAmount ?? 0)).toFixed();
}

/** Nothing has come so far; some processors write that as a zero. */
export function isNothing(paidAmount: string | null): boolean {
  return paidAmount === null || new Decimal(paidAmount).isZero();
}
