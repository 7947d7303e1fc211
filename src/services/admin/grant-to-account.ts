import { formatUsd } from "#src/contract/money.ts";
import { plans, type Plan } from "#src/contract/plans.ts";
import type { Database } from "#src/db/database.ts";
import type { Clock } from "#src/platform/clock.ts";
import { grantBalance } from "../plans/grant-balance.ts";
import { grantPlan } from "../plans/grant-plan.ts";
import { recorded, type Admin } from "./recorded.ts";

interface Room {
  readonly db: Database;
  readonly clock: Clock;
}

/** Money of the house for an account. @returns the balance, US cents. @throws Forbidden; InvalidInput; NotFound */
export async function giveBalance(
  { db, clock }: Room,
  by: Admin,
  gift: { readonly account: string; readonly amountMinor: number; readonly reason: string },
): Promise<number> {
  const { account, amountMinor, reason } = gift;
  const what = `gave ${formatUsd(amountMinor)}`;
  const noted = recorded({ db, clock }, { by, account, action: "grant_balance", what, reason });
  return grantBalance({ db: noted, clock }, { owner: account, amountMinor, reason, actor: by.userId });
}

/** Puts an account on a plan for nothing. @param gift `days` null is without an end. @throws as giveBalance */
export async function givePlan(
  { db, clock }: Room,
  by: Admin,
  gift: { readonly account: string; readonly plan: Plan; readonly days: number | null; readonly reason: string },
): Promise<void> {
  const { account, plan, days, reason } = gift;
  const span = plan === "free" ? "" : days === null ? " without an end" : ` for ${days} days`;
  const noted = recorded(
    { db, clock },
    { by, account, action: "grant_plan", what: `put on ${plans[plan].name}${span}`, reason },
  );
  await grantPlan({ db: noted, clock }, { owner: account, plan, days });
}
