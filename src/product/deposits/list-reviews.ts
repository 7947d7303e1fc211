import type { ReviewSummary } from "#src/contract/accounts/deposits.ts";
import { listReviewRows } from "./queries/deposit-reviews.ts";
import { requireAdmin } from "../admin/public/admin-actions.ts";
import type { AdminContext, Admin } from "../context.ts";

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
