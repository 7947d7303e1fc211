import type { ReviewDetail } from "#src/contract/accounts/deposits.ts";
import { callbacksOf } from "./queries/deposit-callbacks.ts";
import { auditOf, findReviewSummary, ledgerOf } from "./queries/deposit-reviews.ts";
import { findView } from "./queries/deposit-views.ts";
import { findDeposit } from "./queries/deposits.ts";
import { balanceOf } from "#src/product/ledger/queries/ledger.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireAdmin } from "../admin/public/admin-actions.ts";
import type { AdminContext, Admin } from "../context.ts";

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
