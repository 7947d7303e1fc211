import type { ReviewSummary } from "#src/contract/deposits.ts";
import { listReviewRows } from "#src/db/queries/deposit-reviews.ts";
import { mustBeAdmin, type Admin } from "../admin/recorded.ts";
import type { Context } from "../context.ts";

export interface ReviewPage {
  readonly reviews: readonly ReviewSummary[];
  readonly nextCursor: number | null;
}

/** Newest first; `open` ones alone, or all. @throws Forbidden for whoever is no admin */
export async function listReviews(
  { db }: Pick<Context, "db">,
  by: Admin,
  { open, cursor, limit }: { readonly open: boolean; readonly cursor: number | null; readonly limit: number },
): Promise<ReviewPage> {
  mustBeAdmin(by);
  const found = await listReviewRows(db.sql, { open, before: cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    reviews: page.map(({ number: _number, ...review }) => review),
    nextCursor: found.length > limit ? (page.at(-1)?.number ?? null) : null,
  };
}
