import type { Requested } from "#src/contract/accounts/admin.ts";
import { resolve, type Resolution } from "../deposits/public/resolve.ts";
import { orRequestApproval } from "./lib/or-request-approval.ts";
import type { AdminContext } from "../context.ts";

/** @throws as resolveReview */
export async function requestResolution(ctx: AdminContext, resolution: Resolution): Promise<Requested<null>> {
  const { reviewId, action, amountMinor } = resolution;
  return orRequestApproval(ctx, { action: "resolve_review", reviewId, resolution: action, amountMinor }, async () => {
    await resolve(ctx, resolution);
    return null;
  });
}
