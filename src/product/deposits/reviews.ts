import type { ReviewDetail, ReviewSummary, DepositDifference, RefundOutcome } from "#src/contract/accounts/deposits.ts";
import { callbacksOf } from "./queries/deposit-events.ts";
import { auditOf, findReviewSummary, ledgerOf, listReviewRows, insertAudit } from "./queries/deposit-reviews.ts";
import { findView } from "./queries/deposit-views.ts";
import { findDeposit, lockDeposit } from "./queries/deposits.ts";
import { balanceOf } from "../ledger/queries/ledger.ts";
import { NotFound, Conflict } from "#src/core/errors.ts";
import { requireAdmin, actorOf, requireFreshAdmin, recordAction } from "../admin/public/admin-actions.ts";
import type { AdminContext, Admin, Authority } from "../context.ts";
import { lastReconciliation, listDifferenceRows } from "./queries/deposit-differences.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { reasonOf, reverseDeposit } from "./public/resolve.ts";

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
