import type { AdminRequest } from "#src/contract/admin.ts";
import { waitingRequests } from "#src/db/queries/admin-actions.ts";
import { toIso } from "#src/platform/clock.ts";
import type { Context } from "../context.ts";
import { mustBeAdmin, type Admin } from "./recorded.ts";

/** What waits for a second administrator, the oldest first. @throws Forbidden */
export async function listRequests({ db, clock }: Pick<Context, "db" | "clock">, by: Admin): Promise<AdminRequest[]> {
  mustBeAdmin(by);
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
