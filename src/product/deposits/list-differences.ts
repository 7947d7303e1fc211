import type { DepositDifference } from "#src/contract/accounts/deposits.ts";
import { lastReconciliation, listDifferenceRows } from "./queries/deposit-differences.ts";
import { requireAdmin } from "../admin/public/admin-actions.ts";
import type { AdminContext, Admin } from "../context.ts";

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
