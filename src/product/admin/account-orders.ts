import type { Role } from "#src/contract/accounts/users.ts";
import { findAccount, ownerOfJob } from "./queries/admin.ts";
import { NotFound } from "#src/core/errors.ts";
import { setRole } from "../accounts/profile.ts";
import {
  databaseWithin,
  refuseOwnAccount,
  recordingDatabase,
  actorOf,
  requireFreshAdmin,
} from "./public/admin-actions.ts";
import type { AdminContext, Authority } from "../context.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { grantBalance, grantPlan } from "../plans/plans.ts";
import { periodDays, plans, type Plan } from "#src/contract/accounts/plans.ts";
import type { Instant } from "#src/core/clock.ts";
import { cancelJob } from "../analyses/public/submission.ts";

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
