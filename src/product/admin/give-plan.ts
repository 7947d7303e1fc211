import { periodDays, plans, type Plan } from "#src/contract/accounts/plans.ts";
import type { Instant } from "#src/core/clock.ts";
import { grantPlan } from "../plans/grant-plan.ts";
import { recordingDatabase } from "./public/admin-actions.ts";
import type { AdminContext, Authority } from "../context.ts";

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
