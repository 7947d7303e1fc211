import type {
  CallbackVerdict,
  Deposit,
  DepositState,
  DifferenceKind,
  ProcessorName,
  ReviewKind,
  ReviewState,
  SandboxAct,
} from "#src/contract/deposits.ts";
import type { Tone } from "#src/web/components/ui/badge.tsx";

export const stateWords = {
  waiting: { name: "Waiting for payment", tone: "info" },
  confirming: { name: "Confirming", tone: "info" },
  confirmed: { name: "Confirmed", tone: "info" },
  expired: { name: "Expired", tone: "neutral" },
  failed: { name: "Failed", tone: "negative" },
  partially_paid: { name: "Partly paid", tone: "warning" },
  finished: { name: "On your balance", tone: "positive" },
  refunded: { name: "Taken back", tone: "neutral" },
} as const satisfies Record<DepositState, { name: string; tone: Tone }>;

export const processorNames = {
  nowpayments: "NOWPayments",
  btcpay: "BTCPay Server",
  sandbox: "Sandbox",
} as const satisfies Record<ProcessorName, string>;

export const reviewNames = {
  partial: "Too little",
  overpaid: "Too much",
  wrong_asset: "Another coin",
  re_deposit: "Sent again",
  mismatch: "Does not match",
  outcome: "Outcome differs",
  account_gone: "Account deleted",
} as const satisfies Record<ReviewKind, string>;

export const reviewStates = {
  open: { name: "Open", tone: "warning" },
  credited: { name: "Credited", tone: "positive" },
  rejected: { name: "Rejected", tone: "negative" },
  refunded: { name: "Sent back", tone: "neutral" },
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
  amount: "Another amount",
  ledger: "Ledger disagrees",
  unreadable: "Record unreadable",
  set_aside: "Set aside",
} as const satisfies Record<DifferenceKind, string>;

/** On the buttons of the sandbox's payer. */
export const actNames = {
  exact: "Pay exactly",
  partial: "Pay a part",
  rest: "Pay the rest",
  too_much: "Pay too much",
  wrong_asset: "Pay with another coin",
  again: "Pay once more",
  expire: "Let it expire",
  fail: "Let it fail",
  refund: "Refund",
} as const satisfies Record<SandboxAct, string>;

const openReviews = {
  partial: "Less than the asked amount has arrived.",
  overpaid: "More than the asked amount has arrived. What was asked for is credited; the rest is looked at.",
  wrong_asset: "What has arrived is not the coin that was asked for.",
  re_deposit: "This was sent to the address of an earlier deposit.",
  mismatch: "The processor's record does not match this deposit.",
  outcome: "What reached us is not worth what was asked for.",
  account_gone: "The account was deleted before the payment arrived.",
} as const satisfies Record<ReviewKind, string>;

const ended = {
  credited: "What arrived was credited",
  rejected: "It was not credited",
  refunded: "It was sent back",
} as const satisfies Partial<Record<ReviewState, string>>;

/** What the owner is told of the newest review; `null` when there is nothing to tell. */
export function reviewNotice(review: Deposit["review"]): { tone: Tone; title: string; text: string } | null {
  if (review === null || review.state === "superseded") return null;
  const { kind, state, reason } = review;
  if (state === "open")
    return {
      tone: "warning",
      title: "Somebody looks at this deposit",
      text: `${openReviews[kind]} A person decides, and the outcome appears here.`,
    };
  return { tone: state === "rejected" ? "negative" : "info", title: ended[state], text: reason ?? openReviews[kind] };
}

const resting: readonly DepositState[] = ["expired", "failed", "finished", "refunded"];

/** Whether its state may still change, by what is known of it now. */
export function isMoving({ state, review }: Pick<Deposit, "state" | "review">): boolean {
  return review?.state === "open" || !resting.includes(state);
}
