import type {
  DepositDifference,
  DifferenceKind,
  RefundOutcome,
  ReviewDetail,
  ReviewSummary,
} from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { callbacksOf, forgetUnsigned } from "./queries/deposit-events.ts";
import {
  depositsToCheck,
  endDifferences,
  endLedgerDifferences,
  insertReconciliation,
  lastReconciliation,
  ledgerMismatches,
  listDifferenceRows,
  noteDifference,
  findView,
} from "./queries/deposit-views.ts";
import {
  auditOf,
  findReviewSummary,
  hasOpenReview,
  insertAudit,
  ledgerOf,
  listReviewRows,
  wasResolved,
} from "./queries/deposit-reviews.ts";
import { type DepositRow, findDeposit, lockDeposit, noteChecked } from "./queries/deposits.ts";
import { type Instant, minuteMs } from "#src/core/clock.ts";
import { Conflict, NotFound, VendorFailed } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import type { Admin, AdminContext, Authority, SystemContext } from "../context.ts";
import type { PaymentGateway } from "./processors/processor.ts";
import { creditDeposit } from "./credit-deposit.ts";
import { receivedMinorOf, toleranceMinor } from "./lib/payment.ts";
import { balanceOf } from "../ledger/queries/ledger.ts";
import { actorOf, recordAction, requireAdmin, requireFreshAdmin } from "../admin/public/admin-actions.ts";
import { reasonOf, reverseDeposit } from "./public/resolve.ts";

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

/** @throws Forbidden; NotFound */
export async function getReview(ctx: AdminContext<Admin>, id: string): Promise<ReviewDetail> {
  const { db, by } = ctx;
  requireAdmin(by);
  const { sql } = db;
  const summary = await findReviewSummary(sql, id);
  if (summary === null) throw new NotFound(`there is no review ${id}`);
  const { depositId, owner } = summary;
  const [deposit, row, callbacks, ledger, audit, balance, debt] = await Promise.all([
    findView(sql, depositId, null),
    findDeposit(sql, depositId),
    callbacksOf(sql, depositId),
    ledgerOf(sql, depositId),
    auditOf(sql, depositId),
    balanceOf(sql, owner),
    balanceOf(sql, owner, "debt"),
  ]);
  if (deposit === null) throw new NotFound(`there is no deposit ${depositId}`);
  return {
    ...summary,
    deposit,
    callbacks,
    ledger,
    audit,
    reported: row?.reported ?? null,
    balanceMinor: balance ?? 0,
    debtMinor: debt === null || debt === 0 ? 0 : -debt,
  };
}

export interface ReviewPage {
  readonly reviews: readonly ReviewSummary[];
  readonly nextCursor: number | null;
}

/** Newest first. @throws Forbidden */
export async function listReviews(
  ctx: AdminContext<Admin>,
  { open, cursor, limit }: { readonly open: boolean; readonly cursor: number | null; readonly limit: number },
): Promise<ReviewPage> {
  const { db, by } = ctx;
  requireAdmin(by);
  const found = await listReviewRows(db.sql, { open, before: cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    reviews: page.map(({ number: _number, ...review }) => review),
    nextCursor: found.length > limit ? (page.at(-1)?.number ?? null) : null,
  };
}

export interface Differences {
  readonly open: readonly DepositDifference[];
  /** Gone in the last 30 days. */
  readonly resolved: readonly DepositDifference[];
  /** `null` before the first run. */
  readonly lastRun: { readonly at: number; readonly checked: number; readonly repaired: number } | null;
}

const shownMs = 30 * 86_400_000;

/** What reconciliation has found, newest first. @throws Forbidden for whoever is no admin */
export async function listDifferences(ctx: AdminContext<Admin>): Promise<Differences> {
  const { db, clock, by } = ctx;
  requireAdmin(by);
  const [all, lastRun] = await Promise.all([
    listDifferenceRows(db.sql, clock.now() - shownMs),
    lastReconciliation(db.sql),
  ]);
  return {
    open: all.filter(({ resolvedAt }) => resolvedAt === null),
    resolved: all.filter(({ resolvedAt }) => resolvedAt !== null),
    lastRun,
  };
}

/**
 * After the money was sent back by hand (docs/adr/0021).
 * @throws as requireFreshAdmin; SecondAdminRequired; NotFound; Conflict with nothing to take back; InvalidInput
 */
export async function refundDeposit(
  ctx: AdminContext<Authority>,
  refund: { readonly depositId: string; readonly reason: string },
): Promise<RefundOutcome> {
  const { db, clock, by } = ctx;
  requireFreshAdmin(by, clock);
  const reason = reasonOf(refund.reason);
  const { depositId } = refund;
  return db.transaction(async (tx) => {
    const deposit = await lockDeposit(tx, depositId);
    if (deposit === null) throw new NotFound(`there is no deposit ${depositId}`);
    if (deposit.creditedMinor === deposit.refundedMinor) throw new Conflict("this deposit has not been credited");
    const at = clock.now();
    const outcome = await reverseDeposit(tx, deposit, { actor: actorOf(by), at });
    const action = `refund ${outcome.reversedMinor}, owed ${outcome.owedMinor}`;
    await insertAudit(tx, { actor: actorOf(by), action, depositId, reviewId: null, reason, at });
    const amountMinor = outcome.reversedMinor;
    const what = `reversed ${formatUsd(amountMinor)} of deposit ${depositId}`;
    await recordAction(tx, clock, { by, account: deposit.owner, action: "refund_deposit", what, reason, amountMinor });
    return outcome;
  });
}
