import type { ReviewKind } from "#src/contract/accounts/deposits.ts";
import type { Tx } from "#src/core/db/database.ts";
import { endReviews, insertAudit, openReview } from "./queries/deposit-reviews.ts";
import {
  findDeposit,
  isUser,
  lockDeposit,
  moveDeposit,
  notePayment,
  type DepositPayment,
  type DepositRow,
} from "./queries/deposits.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import {
  type PaymentProcessor,
  type ProcessorPayment,
  processorOf,
  type PaymentGateway,
} from "./processors/processor.ts";
import { noteHappening, type ChannelQueue } from "../channels/public/note-happening.ts";
import type { SystemContext } from "../context.ts";
import { bookDeposit, reverseDeposit } from "./public/resolve.ts";
import { judgePayment, type Finding, toleranceMinor, receivedMinorOf } from "./lib/payment.ts";

export interface CreditAttempt {
  /** `open`: the payment goes on. */
  readonly outcome: "settled" | "open" | "unknown_payment";
  /** The deposit is not what it was before. */
  readonly changed: boolean;
}

/**
 * By the processor's record, never by a callback. Repeatable: row lock, and one booking a kind.
 * @throws VendorFailed
 */
export async function creditDeposit(
  ctx: SystemContext,
  { paymentGateway, depositId }: { readonly paymentGateway: PaymentGateway; readonly depositId: string },
): Promise<CreditAttempt> {
  const { db, clock, queue } = ctx;
  const before = await findDeposit(db.sql, depositId);
  if (before === null || before.payment === null) return { outcome: "settled", changed: false };
  const processor = processorOf(paymentGateway, before.processor);
  // Not inside the transaction: nobody waits for a processor with a row locked.
  const reported = await processor.read(before.payment.id);
  if (reported === null) return { outcome: "unknown_payment", changed: false };
  const changed = await db.transaction(async (tx) => {
    const deposit = await lockDeposit(tx, depositId);
    if (deposit === null || !hasPayment(deposit)) return false;
    return applyPayment(tx, queue, deposit, reported, processor, clock.now());
  });
  const ended = reported.state === "finished" || reported.state === "refunded" || reported.state === "partially_paid";
  return {
    outcome: ended || reported.state === "failed" || reported.state === "expired" ? "settled" : "open",
    changed,
  };
}

function hasPayment(deposit: DepositRow): deposit is DepositRow & { readonly payment: DepositPayment } {
  return deposit.payment !== null;
}

/** @returns whether the deposit is not what it was before */
async function applyPayment(
  tx: Tx,
  queue: ChannelQueue,
  deposit: DepositRow & { readonly payment: DepositPayment },
  reported: ProcessorPayment,
  { outcomeCurrencies }: PaymentProcessor,
  at: Instant,
): Promise<boolean> {
  await notePayment(tx, deposit.id, reported, at);
  if (deposit.state === "refunded") return false;
  const userExists = await isUser(tx.sql, deposit.owner);
  const judged = judgePayment(deposit, reported, { userExists, outcomeCurrencies });
  if (judged.sentBack) return reverseReturned(tx, deposit, at);
  if (deposit.creditedMinor > 0) {
    await noteTopUp(tx, deposit, reported, at);
    return false;
  }
  for (const finding of judged.findings) await note(tx, deposit.id, finding, at);
  if (judged.creditMinor !== null) {
    await credit(tx, queue, deposit, judged.creditMinor, at);
    return true;
  }
  return judged.move === null ? false : moveDeposit(tx, deposit, judged.move, at);
}

/** What a full payment answers by itself. */
const answered: readonly ReviewKind[] = ["partial", "wrong_asset", "outcome", "account_gone"];

async function credit(tx: Tx, queue: ChannelQueue, deposit: DepositRow, minor: number, at: Instant): Promise<void> {
  const { id, owner, currency } = deposit;
  await bookDeposit(tx, { kind: "deposit", depositId: id, owner, minor, coin: currency.coin, actor: "system", at });
  await moveDeposit(tx, deposit, "finished", at, { creditedMinor: minor });
  await noteHappening(tx, queue, {
    where: { owner, list: null },
    once: `deposit ${id}`,
    happening: { event: "deposit_credited", deposit: id, minor },
    at,
  });
  const reason = "since paid in full";
  for (const reviewId of await endReviews(tx, id, answered, { state: "superseded", by: "system", reason, at }))
    await insertAudit(tx, { actor: "system", action: "supersede", depositId: id, reviewId, reason, at });
}

async function reverseReturned(tx: Tx, deposit: DepositRow, at: Instant): Promise<boolean> {
  const { id } = deposit;
  await reverseDeposit(tx, deposit, { actor: "system", at });
  const reason = "the processor returned the payment";
  const all: readonly ReviewKind[] = [...answered, "overpaid", "re_deposit", "mismatch"];
  await endReviews(tx, id, all, { state: "refunded", by: "system", reason, at });
  await insertAudit(tx, { actor: "system", action: "refund", depositId: id, reviewId: null, reason, at });
  return true;
}

/** Somebody looks at the rest. */
async function noteTopUp(
  tx: Tx,
  { id, priceMinor, creditedMinor, payment, parentId, currency }: DepositRow & { readonly payment: DepositPayment },
  reported: ProcessorPayment,
  at: Instant,
): Promise<void> {
  const { state, paidAmount, payCurrency } = reported;
  if (parentId !== null || paidAmount === null || (state !== "finished" && state !== "partially_paid")) return;
  if (payCurrency?.toLowerCase() !== currency.code.toLowerCase()) return;
  const restMinor = receivedMinorOf({ priceMinor, payAmount: payment.payAmount }, paidAmount) - creditedMinor;
  if (restMinor <= toleranceMinor(priceMinor)) return;
  const seen = `${reported.paymentId} ${paidAmount} ${payCurrency}`;
  await note(
    tx,
    id,
    { kind: "overpaid", detail: "more was received than credited", seen, receivedMinor: restMinor },
    at,
  );
}

async function note(tx: Tx, depositId: string, finding: Finding, at: Instant): Promise<void> {
  await openReview(tx, { ...finding, id: newId("rev"), depositId, at });
}
