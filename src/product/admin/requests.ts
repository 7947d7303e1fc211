import { type AdminRequest, type AdminWork, type Requested, requestHours } from "#src/contract/accounts/admin.ts";
import {
  type StoredRequest,
  decideRequest as decide,
  insertRequest,
  isMadeBy,
  lockRequest,
  otherAdmins,
  waitingRequests,
} from "./queries/admin-actions.ts";
import { hourMs, toIso } from "#src/core/clock.ts";
import type { Admin, AdminContext, Approved, SystemContext } from "../context.ts";
import { SecondAdminRequired, databaseWithin, requireAdmin, requireFreshAdmin } from "./public/admin-actions.ts";
import { Conflict, Forbidden, NotFound } from "#src/core/errors.ts";
import { refundDeposit } from "../deposits/reviews.ts";
import { type Resolution, resolve } from "../deposits/public/resolve.ts";
import { giveBalance, givePlan } from "./account-orders.ts";
import type { Plan } from "#src/contract/accounts/plans.ts";
import type { RefundOutcome } from "#src/contract/accounts/deposits.ts";
import { newId } from "#src/core/ids.ts";

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

/** Or asks a second administrator. @returns the balance, US cents. @throws as giveBalance */
export async function requestBalance(
  ctx: AdminContext,
  gift: { readonly account: string; readonly amountMinor: number; readonly reason: string },
): Promise<Requested<number>> {
  const { account, amountMinor } = gift;
  return orRequestApproval(ctx, { action: "grant_balance", account, amountMinor }, () => giveBalance(ctx, gift));
}

/** @throws as givePlan */
export async function requestPlan(
  ctx: AdminContext,
  gift: { readonly account: string; readonly plan: Plan; readonly days: number | null; readonly reason: string },
): Promise<Requested<null>> {
  const { account, plan, days } = gift;
  return orRequestApproval(ctx, { action: "grant_plan", account, plan, days }, async () => {
    await givePlan(ctx, gift);
    return null;
  });
}

/** @throws as refundDeposit */
export async function requestRefund(
  ctx: AdminContext,
  refund: { readonly depositId: string; readonly reason: string },
): Promise<Requested<RefundOutcome>> {
  const { depositId } = refund;
  return orRequestApproval(ctx, { action: "refund_deposit", depositId }, () => refundDeposit(ctx, refund));
}

/** @throws as resolveReview */
export async function requestResolution(ctx: AdminContext, resolution: Resolution): Promise<Requested<null>> {
  const { reviewId, action, amountMinor } = resolution;
  return orRequestApproval(ctx, { action: "resolve_review", reviewId, resolution: action, amountMinor }, async () => {
    await resolve(ctx, resolution);
    return null;
  });
}

/** Rolled back, it waits, and other administrators are told. */
async function orRequestApproval<T>(
  ctx: AdminContext,
  work: AdminWork,
  attempt: () => Promise<T>,
): Promise<Requested<T>> {
  const { db, queue, clock, by } = ctx;
  try {
    return { state: "done", value: await attempt() };
  } catch (error) {
    if (!(error instanceof SecondAdminRequired)) throw error;
    const { action: refused, amountMinor } = error;
    const { account, what, reason } = refused;
    if (account === null) throw error;
    const [id, createdAt] = [newId("req"), clock.now()];
    await db.transaction(async (tx) => {
      const others = await otherAdmins(tx, by.userId);
      if (others.length === 0)
        throw new Conflict(
          "this needs a second administrator, and there is none; the operator can add one with `conclave accounts admin`",
        );
      const expiresAt = createdAt + requestHours * hourMs;
      const request = { id, askedBy: by.userId, account, work, what, reason: reason.trim(), amountMinor };
      await insertRequest(tx, { ...request, createdAt, expiresAt });
      for (const userId of others)
        await queue.enqueueMail(
          tx,
          { kind: "approval_asked", userId, request: id },
          `mail approval_asked ${id} ${userId}`,
        );
    });
    return { state: "waiting", request: id };
  }
}
