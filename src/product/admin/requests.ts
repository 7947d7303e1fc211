import type { Role } from "#src/contract/accounts/users.ts";
import { findAccount, ownerOfJob } from "./queries/admin.ts";
import { Conflict, Forbidden, NotFound } from "#src/core/errors.ts";
import { setRole } from "../accounts/profile.ts";
import {
  SecondAdminRequired,
  actorOf,
  databaseWithin,
  recordingDatabase,
  refuseOwnAccount,
  requireAdmin,
  requireFreshAdmin,
} from "./public/admin-actions.ts";
import type { Admin, AdminContext, Approved, Authority, SystemContext } from "../context.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { grantBalance, grantPlan } from "../plans/plans.ts";
import { type Plan, periodDays, plans } from "#src/contract/accounts/plans.ts";
import { type Instant, hourMs, toIso } from "#src/core/clock.ts";
import { cancelJob } from "../analyses/public/submission.ts";
import {
  type AdminWork,
  type StoredRequest,
  decideRequest as decide,
  insertRequest,
  isMadeBy,
  lockRequest,
  otherAdmins,
  waitingRequests,
} from "./queries/admin-actions.ts";
import { refundDeposit } from "../deposits/reconciliation.ts";
import { type Resolution, resolve } from "../deposits/public/resolve.ts";
import type { RefundOutcome } from "#src/contract/accounts/deposits.ts";
import { newId } from "#src/core/ids.ts";

/** How long a request waits for a second administrator. */
const requestHours = 24;

/** The outcome of an administrator's action. */
export type Requested<T> =
  | { readonly state: "done"; readonly value: T }
  /** More than one administrator may do alone: nothing has happened yet. */
  | { readonly state: "waiting"; readonly request: string };

/** For administrators. Times are ISO 8601, amounts US cents. */
export interface AdminRequest {
  readonly id: string;
  readonly account: string;
  readonly what: string;
  readonly reason: string;
  readonly amountMinor: number;
  /** Their address; the account's id once they are gone. */
  readonly askedBy: string;
  /** Whether the viewer made the request and so cannot approve it. */
  readonly own: boolean;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** @throws as requireFreshAdmin; Conflict for one's own account; InvalidInput without a reason; NotFound */
export async function changeRole(
  ctx: AdminContext<Authority>,
  change: { readonly account: string; readonly role: Role; readonly reason: string },
): Promise<void> {
  const { db, by } = ctx;
  const { account, role, reason } = change;
  const what = role === "admin" ? "made an administrator" : "made a user";
  const noted = recordingDatabase(ctx, { by, account, action: "set_role", what, reason, amountMinor: null });
  refuseOwnAccount(by, account);
  const email = (await findAccount(db.sql, account))?.email ?? null;
  if (email === null) throw new NotFound("this account is for API keys only and cannot sign in");
  await noted.transaction((tx) => setRole({ ...ctx, db: databaseWithin(db, tx) }, { email, role }));
}

/** @returns the balance, US cents. @throws as admin-actions.ts; InvalidInput; NotFound */
export async function giveBalance(
  ctx: AdminContext<Authority>,
  gift: { readonly account: string; readonly amountMinor: number; readonly reason: string },
): Promise<number> {
  const { by } = ctx;
  const { account, amountMinor, reason } = gift;
  const what = `gave ${formatUsd(amountMinor)}`;
  const noted = recordingDatabase(ctx, { by, account, action: "grant_balance", what, reason, amountMinor });
  const reference = "request" in by ? by.request : null;
  return grantBalance({ ...ctx, db: noted }, { owner: account, amountMinor, reason, actor: actorOf(by), reference });
}

/** @param gift `days` null: no end. @returns its end. @throws as giveBalance */
export async function givePlan(
  ctx: AdminContext<Authority>,
  gift: { readonly account: string; readonly plan: Plan; readonly days: number | null; readonly reason: string },
): Promise<Instant | null> {
  const { by } = ctx;
  const { account, plan, days, reason } = gift;
  const span = plan === "free" ? "" : days === null ? " without an end date" : ` for ${days} days`;
  const what = `put on ${plans[plan].name}${span}`;
  const amountMinor = worthOfPlan(plan, days);
  const noted = recordingDatabase(ctx, { by, account, action: "grant_plan", what, reason, amountMinor });
  return grantPlan({ ...ctx, db: noted }, { owner: account, plan, days });
}

const longestDays = 3660;

/** A given plan is worth what it costs. */
function worthOfPlan(plan: Plan, days: number | null): number {
  return Math.ceil((plans[plan].priceMinor * (days ?? longestDays)) / periodDays);
}

/** @throws as requireFreshAdmin; InvalidInput without a reason; NotFound */
export async function cancelAnyAnalysis(
  ctx: AdminContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { by } = ctx;
  requireFreshAdmin(by, ctx.clock);
  const owner = await ownerOfJob(ctx.db.sql, id);
  if (owner === null) throw new NotFound(`there is no analysis ${id}`);
  const what = `cancelled analysis ${id}`;
  const db = recordingDatabase(ctx, { by, account: owner, action: "cancel_analysis", what, reason, amountMinor: null });
  await cancelJob({ ...ctx, db }, { id, owner });
}

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
