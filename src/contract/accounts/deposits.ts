import { z } from "zod";

export const DepositState = z.enum([
  "waiting",
  "confirming",
  "confirmed",
  "expired",
  "failed",
  "partially_paid",
  "finished",
  "refunded",
]);
export type DepositState = z.infer<typeof DepositState>;

/**
 * Deposits only move up in rank, so late and repeated callbacks change nothing. `finished` and `partially_paid` outrank
 * `expired`; `finished` is on the balance.
 */
export const depositRank = {
  waiting: 0,
  confirming: 1,
  confirmed: 2,
  expired: 3,
  failed: 3,
  partially_paid: 4,
  finished: 5,
  refunded: 6,
} as const satisfies Record<DepositState, number>;

/** The guard in SQL uses it. */
export function depositStatesBefore(state: DepositState): DepositState[] {
  return DepositState.options.filter((from) => depositRank[from] < depositRank[state]);
}

/** US cents, and unpaid deposits an account may have open. */
export const depositLimits = { minMinor: 500, maxMinor: 1_000_000, openAtOnce: 5 } as const;

export const ProcessorName = z.enum(["nowpayments", "btcpay", "sandbox"]);
export type ProcessorName = z.infer<typeof ProcessorName>;

/** A coin on a network, as a processor takes it. */
export interface PayCurrency {
  /** The processor's own name for it, such as `usdttrc20`. */
  readonly code: string;
  /** Such as `USDT`. */
  readonly coin: string;
  /** Such as `trx`, in lower case; what `explorerOf` reads. */
  readonly network: string;
  /** For people: `Tether on TRON`. */
  readonly name: string;
  /** US cents; `null` when the processor does not say. */
  readonly minMinor: number | null;
}

/** What a page offers to pay with. */
export interface ProcessorOffer {
  readonly name: ProcessorName;
  readonly title: string;
  /** The simulated processor, for this machine only. */
  readonly sandbox: boolean;
  readonly minMinor: number;
  readonly maxMinor: number;
  readonly currencies: readonly PayCurrency[];
}

/** Why a deposit needs a review. */
export const ReviewKind = z.enum([
  /** Less came than was asked for. */
  "partial",
  /** More was paid: the amount asked for is credited, the rest waits. */
  "overpaid",
  /** Another coin, network or address than was asked for. */
  "wrong_asset",
  /** A second payment to the same address. */
  "re_deposit",
  /** Order, payment, price or currency differ. */
  "mismatch",
  /** What arrived is in another currency, or too little. */
  "outcome",
  /** The account was deleted meanwhile. */
  "account_gone",
]);
export type ReviewKind = z.infer<typeof ReviewKind>;

export const ReviewState = z.enum(["open", "credited", "rejected", "refunded", "superseded"]);
export type ReviewState = z.infer<typeof ReviewState>;

/** What an administrator can do with a review. */
export const ReviewAction = z.enum(["credit", "reject", "refund"]);
export type ReviewAction = z.infer<typeof ReviewAction>;

/** `Minor` is US cents, other amounts are decimal text. */
export interface Deposit {
  readonly id: string;
  readonly processor: ProcessorName;
  readonly state: DepositState;
  readonly priceMinor: number;
  readonly currency: Pick<PayCurrency, "code" | "coin" | "network" | "name">;
  readonly payAmount: string;
  readonly payAddress: string;
  /** A tag or memo that must go with the payment on some networks. */
  readonly payMemo: string | null;
  /** The processor's own page for it. */
  readonly checkoutUrl: string | null;
  /** So far, as the processor reports it. */
  readonly paidAmount: string | null;
  /** The transaction on the chain, where the processor says it. */
  readonly transaction: string | null;
  /** What reached the balance, and what of that was taken back. */
  readonly creditedMinor: number;
  readonly refundedMinor: number;
  /** The newest review; the owner sees its reason once it is resolved. */
  readonly review: { readonly kind: ReviewKind; readonly state: ReviewState; readonly reason: string | null } | null;
  /** The deposit whose address was paid again. */
  readonly parentId: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly finishedAt: number | null;
}

/** An event of GET /api/deposit/stream; its name there is `type`, its id `seq`. */
export const DepositEvent = z.object({
  /** Counts the events of its owner from 1, without gaps. */
  seq: z.int().positive(),
  /** `deposit.` and the state. */
  type: z.string(),
  deposit_id: z.string(),
  state: DepositState,
  /** `null` for the first. */
  previous: DepositState.nullable(),
  price_usd: z.string(),
  /** The credited amount of this deposit, less what was taken back. */
  credited_usd: z.string(),
  created_at: z.iso.datetime(),
});
export type DepositEvent = z.infer<typeof DepositEvent>;

/** The answer to the processor's callback. */
export const CallbackAnswer = z.object({ received: z.literal(true) });

/** Only `applied` and `no_change` are in order. */
export const CallbackVerdict = z.enum([
  "applied",
  /** In order, but for a state that the deposit has passed. */
  "no_change",
  "unsigned",
  "bad_signature",
  "wrong_content_type",
  "compressed",
  "bad_json",
  "duplicate_keys",
  "malformed",
  "unknown_status",
  "not_a_payment",
  "unknown_order",
  "unknown_payment",
  "mismatch",
  "re_deposit",
]);
export type CallbackVerdict = z.infer<typeof CallbackVerdict>;

/** A difference between the processor's record and ours. */
export const DifferenceKind = z.enum([
  /** Open for longer than it can be. */
  "stuck",
  /** The processor does not know the payment. */
  "unknown_payment",
  /** Paid at the processor, not credited here, and in no review. */
  "not_credited",
  /** Credited here, and not paid there. */
  "not_paid",
  /** Another amount was credited than came. */
  "amount",
  /** The deposit and its ledger entries disagree. */
  "ledger",
  /** The processor's report could not be read. */
  "unreadable",
  /** Settling it ended its worker three times. */
  "set_aside",
]);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

export interface DepositDifference {
  readonly id: string;
  readonly depositId: string;
  readonly owner: string;
  readonly kind: DifferenceKind;
  /** One sentence. */
  readonly detail: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  /** When it was found to be gone. */
  readonly resolvedAt: number | null;
}

export interface ReviewSummary {
  readonly id: string;
  readonly depositId: string;
  readonly owner: string;
  /** `null` once the account is deleted. */
  readonly email: string | null;
  readonly processor: ProcessorName;
  readonly kind: ReviewKind;
  readonly state: ReviewState;
  /** What is wrong, one sentence. */
  readonly detail: string;
  readonly priceMinor: number;
  /** `null` when only a person can tell. */
  readonly receivedMinor: number | null;
  readonly openedAt: number;
  readonly resolvedAt: number | null;
}

/** A callback as it was received. */
export interface StoredCallback {
  readonly id: string;
  readonly receivedAt: number;
  readonly verdict: CallbackVerdict;
  /** The processor's word for the state, where there is one. */
  readonly status: string | null;
  /** Which canonical form and which secret the signature matched, such as `sorted/current`. */
  readonly matched: string | null;
  readonly body: string;
  /** How often exactly this came. */
  readonly times: number;
}

export interface LedgerLine {
  readonly transfer: string;
  readonly kind: string;
  readonly memo: string;
  /** `customer`, `debt`, or the operator's account. */
  readonly account: string;
  readonly amountMinor: number;
  readonly at: number;
}

/** Append-only: who did what with a deposit, and why. */
export interface DepositAudit {
  readonly at: number;
  /** An admin's account id, or `system`. */
  readonly actor: string;
  readonly action: string;
  readonly reason: string;
}

/** Everything about a review, for its page. */
export interface ReviewDetail extends ReviewSummary {
  readonly deposit: Deposit;
  readonly callbacks: readonly StoredCallback[];
  /** What the processor last reported, JSON text. */
  readonly reported: { readonly body: string; readonly readAt: number } | null;
  readonly ledger: readonly LedgerLine[];
  readonly audit: readonly DepositAudit[];
  readonly balanceMinor: number;
  /** What the owner owes from deposits that were taken back; above 0. */
  readonly debtMinor: number;
}

/** The outcome of taking a deposit back, in US cents. `fromBalance + owed = reversed`. */
export interface RefundOutcome {
  readonly reversedMinor: number;
  readonly fromBalanceMinor: number;
  readonly owedMinor: number;
  /** The plan ended and its rest went back first. */
  readonly planEnded: boolean;
  readonly planRestMinor: number;
}

/** What a receipt says. */
export interface DepositReceipt {
  readonly number: string;
  readonly deposit: Deposit;
  readonly owner: { readonly name: string; readonly email: string };
  readonly creditedMinor: number;
  readonly refundedMinor: number;
  readonly creditedAt: number;
}

const explorers: Readonly<Record<string, { readonly address: string; readonly transaction: string }>> = {
  btc: { address: "https://mempool.space/address/", transaction: "https://mempool.space/tx/" },
  ltc: { address: "https://litecoinspace.org/address/", transaction: "https://litecoinspace.org/tx/" },
  eth: { address: "https://etherscan.io/address/", transaction: "https://etherscan.io/tx/" },
  bsc: { address: "https://bscscan.com/address/", transaction: "https://bscscan.com/tx/" },
  matic: { address: "https://polygonscan.com/address/", transaction: "https://polygonscan.com/tx/" },
  arbitrum: { address: "https://arbiscan.io/address/", transaction: "https://arbiscan.io/tx/" },
  base: { address: "https://basescan.org/address/", transaction: "https://basescan.org/tx/" },
  trx: { address: "https://tronscan.org/#/address/", transaction: "https://tronscan.org/#/transaction/" },
  sol: { address: "https://solscan.io/account/", transaction: "https://solscan.io/tx/" },
  ton: { address: "https://tonviewer.com/", transaction: "https://tonviewer.com/transaction/" },
};

/** `null` for networks without an explorer here. */
export function explorerOf(network: string, kind: "address" | "transaction", what: string): string | null {
  const explorer = explorers[network];
  return explorer === undefined ? null : `${explorer[kind]}${encodeURIComponent(what)}`;
}
