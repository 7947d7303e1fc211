import type { ReviewDetail } from "#src/contract/accounts/deposits.ts";
import { getReview } from "#src/product/deposits/reconciliation.ts";
import { type Resolution, resolve } from "#src/product/deposits/public/resolve.ts";
import type { AdminContext } from "#src/product/context.ts";

/**
 * Ends a review: credits what was received, rejects it, or notes that it was sent back (and takes back what was
 * credited). Leaves an audit row.
 * @throws as requireFreshAdmin; SecondAdminRequired; NotFound; Conflict when it was resolved before; InvalidInput
 */
export async function resolveReview(ctx: AdminContext, resolution: Resolution): Promise<ReviewDetail> {
  await resolve(ctx, resolution);
  return getReview(ctx, resolution.reviewId);
}
