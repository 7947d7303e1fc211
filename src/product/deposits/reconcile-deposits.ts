import type { DifferenceKind } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { forgetUnsigned } from "./queries/deposit-events.ts";
import {
  depositsToCheck,
  endDifferences,
  endLedgerDifferences,
  insertReconciliation,
  ledgerMismatches,
  noteDifference,
} from "./queries/deposit-differences.ts";
import { hasOpenReview, wasResolved } from "./queries/deposit-reviews.ts";
import { findDeposit, noteChecked, type DepositRow } from "./queries/deposits.ts";
import { minuteMs, type Instant } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import type { SystemContext } from "../context.ts";
import type { PaymentGateway } from "./processors/processor.ts";
import { creditDeposit } from "./credit-deposit.ts";
import { toleranceMinor, receivedMinorOf } from "./lib/payment.ts";

export interface Reconciliation {
  readonly checked: number;
  /** Deposits whose callback never came, or was lost on the way. */
  readonly repaired: readonly string[];
  readonly differences: number;
}

const day = 24 * 60 * minuteMs;
/** Of one run. A processor counts requests. */
const mostAtOnce = 50;
const callbackKeptMs = 30 * day;
const mostUnsigned = 10_000;
/** A payment that is not paid within a week expires at every processor. */
const stuckMs = { waiting: 8 * day, confirming: day, confirmed: 6 * 60 * minuteMs } as const;

/** Applies what was missed and notes differences. Open ones each time, ended ones daily for a month. */
export async function reconcileDeposits(ctx: SystemContext, paymentGateway: PaymentGateway): Promise<Reconciliation> {
  const { db, clock } = ctx;
  const now = clock.now();
  const due = await depositsToCheck(db.sql, {
    processors: [...paymentGateway.processors.keys()],
    now,
    openBefore: now - minuteMs,
    endedBefore: now - day,
    setAsideBefore: now - day,
    notOlderThan: now - 30 * day,
    limit: mostAtOnce,
  });
  const repaired: string[] = [];
  for (const id of due) {
    // Noted first, so that a deadly one does not block the others.
    await noteChecked(db.sql, id, now);
    const found = await compare(ctx, { paymentGateway, depositId: id });
    if (found.repaired) repaired.push(id);
    for (const { kind, detail } of found.differences)
      await noteDifference(db.sql, { id: newId("dif"), depositId: id, kind, detail, at: now });
    await endDifferences(db.sql, id, { except: [...found.differences.map(({ kind }) => kind), "ledger"], at: now });
  }
  const differences = await compareLedger(ctx, now);
  await forgetUnsigned(db.sql, now - callbackKeptMs, mostUnsigned);
  await insertReconciliation(db.sql, { at: now, checked: due.length, repaired: repaired.length, differences });
  return { checked: due.length, repaired, differences };
}

interface Difference {
  readonly kind: Exclude<DifferenceKind, "ledger">;
  readonly detail: string;
}

async function compare(
  ctx: SystemContext,
  asked: { readonly paymentGateway: PaymentGateway; readonly depositId: string },
): Promise<{ readonly repaired: boolean; readonly differences: readonly Difference[] }> {
  try {
    const { outcome, changed } = await creditDeposit(ctx, asked);
    if (outcome === "unknown_payment")
      return {
        repaired: false,
        differences: [{ kind: "unknown_payment", detail: "the processor does not know this payment" }],
      };
    const deposit = await findDeposit(ctx.db.sql, asked.depositId);
    if (deposit === null) return { repaired: changed, differences: [] };
    const reviewed =
      (await hasOpenReview(ctx.db.sql, asked.depositId)) || (await wasResolved(ctx.db.sql, asked.depositId));
    return { repaired: changed, differences: differencesOf(deposit, reviewed, ctx.clock.now()) };
  } catch (error) {
    if (!(error instanceof VendorFailed)) throw error;
    return { repaired: false, differences: [{ kind: "unreadable", detail: error.message }] };
  }
}

/** @param reviewed somebody looks at it, or has decided */
function differencesOf(deposit: DepositRow, reviewed: boolean, now: Instant): Difference[] {
  const { state, priceMinor, creditedMinor, refundedMinor, paidAmount, payment, createdAt } = deposit;
  if (payment === null || reviewed || state === "refunded") return [];
  const found: Difference[] = [];
  if (state === "waiting" || state === "confirming" || state === "confirmed") {
    const age = now - createdAt;
    if (age > stuckMs[state]) found.push({ kind: "stuck", detail: `still ${state} after ${toHours(age)} hours` });
  }
  const received = paidAmount === null ? 0 : receivedMinorOf({ priceMinor, payAmount: payment.payAmount }, paidAmount);
  const held = creditedMinor - refundedMinor;
  const said = `received ${formatUsd(received)}, credited ${formatUsd(held)}`;
  const off = received - held;
  if (Math.abs(off) <= toleranceMinor(priceMinor)) return found;
  if (held === 0) {
    // Until a payment has ended, what came is on its way.
    if (state === "partially_paid" || state === "expired" || state === "failed")
      found.push({ kind: "not_credited", detail: said });
  } else found.push({ kind: received === 0 ? "not_paid" : "amount", detail: said });
  return found;
}

function toHours(ms: number): number {
  return Math.floor(ms / 3_600_000);
}

/** @returns open differences of all kinds */
async function compareLedger({ db }: SystemContext, now: number): Promise<number> {
  const wrong = await ledgerMismatches(db.sql);
  for (const { depositId, heldMinor, bookedMinor } of wrong)
    await noteDifference(db.sql, {
      id: newId("dif"),
      depositId,
      kind: "ledger",
      detail: `the deposit says ${formatUsd(heldMinor)}, the ledger says ${formatUsd(bookedMinor)}`,
      at: now,
    });
  return endLedgerDifferences(
    db.sql,
    wrong.map(({ depositId }) => depositId),
    now,
  );
}
