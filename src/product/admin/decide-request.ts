import { decideRequest as decide, isMadeBy, lockRequest, type StoredRequest } from "./queries/admin-actions.ts";
import { Conflict, Forbidden, NotFound } from "#src/core/errors.ts";
import { refundDeposit } from "../deposits/refund-deposit.ts";
import { resolve } from "../deposits/public/resolve.ts";
import { giveBalance } from "./give-balance.ts";
import { givePlan } from "./give-plan.ts";
import { databaseWithin, requireFreshAdmin } from "./public/admin-actions.ts";
import type { AdminContext, Approved, SystemContext } from "../context.ts";

/**
 * Agreeing does the work in the same transaction. Whoever asked may only take it back.
 * @throws as requireFreshAdmin; Forbidden for whoever asked or was made by them; NotFound; Conflict when decided or
 * expired; and as the work
 */
export async function decideRequest(
  ctx: AdminContext,
  { id, approve }: { readonly id: string; readonly approve: boolean },
): Promise<void> {
  const { db, clock, by } = ctx;
  requireFreshAdmin(by, clock);
  await db.transaction(async (tx) => {
    const request = await lockRequest(tx, id);
    if (request === null) throw new NotFound("there is no such request");
    const at = clock.now();
    if (request.state !== "waiting") throw new Conflict(`the request has already been ${request.state}`);
    if (at > request.expiresAt) throw new Conflict("the request has expired; submit it again");
    if (approve && request.askedBy === by.userId)
      throw new Forbidden("another administrator must approve your request");
    await decide(tx, id, { state: approve ? "approved" : "declined", by: by.userId, at });
    if (!approve) return;
    if (!request.askerIsAdmin)
      throw new Conflict("the person who made this request is no longer an administrator; decline it");
    if (await isMadeBy(tx.sql, by.userId, request.askedBy))
      throw new Forbidden("the requester made you an administrator, so a different administrator must approve");
    await carryOut({ ...ctx, db: databaseWithin(db, tx) }, request, by.userId);
  });
}

async function carryOut(ctx: SystemContext, request: StoredRequest, approvedBy: string): Promise<void> {
  const { reason, work, amountMinor } = request;
  const by: Approved = { userId: request.askedBy, approvedBy, request: request.id, amountMinor };
  const approved = { ...ctx, by };
  switch (work.action) {
    case "grant_balance":
      return void (await giveBalance(approved, { ...work, reason }));
    case "grant_plan":
      return void (await givePlan(approved, { ...work, reason }));
    case "resolve_review": {
      const { reviewId, resolution: action, amountMinor: given } = work;
      return resolve(approved, { reviewId, action, amountMinor: given, reason });
    }
    case "refund_deposit":
      return void (await refundDeposit(approved, { ...work, reason }));
  }
}
