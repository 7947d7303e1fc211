import type { AdminRequest } from "#src/contract/accounts/admin.ts";
import { waitingRequests } from "./queries/admin-actions.ts";
import { toIso } from "#src/core/clock.ts";
import type { AdminContext, Admin } from "../context.ts";
import { requireAdmin } from "./public/admin-actions.ts";

/** What waits for a second administrator, the oldest first. @throws Forbidden */
export async function listRequests(ctx: AdminContext<Admin>): Promise<AdminRequest[]> {
  const { db, clock, by } = ctx;
  requireAdmin(by);
  return (await waitingRequests(db.sql, clock.now())).map((request) => ({
    id: request.id,
    account: request.account,
    what: request.what,
    reason: request.reason,
    amountMinor: request.amountMinor,
    askedBy: request.askerEmail ?? request.askedBy,
    own: request.askedBy === by.userId,
    createdAt: toIso(request.createdAt),
    expiresAt: toIso(request.expiresAt),
  }));
}
