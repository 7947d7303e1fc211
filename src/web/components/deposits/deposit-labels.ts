import type {
  CallbackVerdict,
  Deposit,
  DepositState,
  DifferenceKind,
  ProcessorName,
  ReviewKind,
  ReviewState,
} from "#src/contract/accounts/deposits.ts";
import type { SandboxAct } from "#src/contract/api/test-mode.ts";
import type { Tone } from "#src/web/components/ui/elements.tsx";

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
