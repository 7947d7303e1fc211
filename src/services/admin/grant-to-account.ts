import { formatUsd } from "#src/contract/money.ts";
import { periodDays, plans, type Plan } from "#src/contract/plans.ts";
import type { Database } from "#src/db/database.ts";
import type { Clock, Instant } from "#src/platform/clock.ts";
import { grantBalance } from "../plans/grant-balance.ts";
import { grantPlan } from "../plans/grant-plan.ts";
import { actorOf, recorded, type Authority } from "./recorded.ts";

interface Room {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Money of the house for an account.
 * @returns the balance, US cents. @throws as recorded.ts; InvalidInput; NotFound
 */
export async function giveBalance(
  { db, clock }: Room,
  by: Authority,
  gift: { readonly account: string; readonly amountMinor: number; readonly reason: string },
): Promise<number> {
  const { account, amountMinor, reason } = gift;
  const what = `gave ${formatUsd(amountMinor)}`;
  const noted = recorded({ db, clock }, { by, account, action: "grant_balance", what, reason, amountMinor });
  const reference = "request" in by ? by.request : null;
  return grantBalance({ db: noted, clock }, { owner: account, amountMinor, reason, actor: actorOf(by), reference });
}

/**
 * Puts an account on a plan for nothing.
 * @param gift `days` null is without an end. @returns its end. @throws as giveBalance
 */
export async function givePlan(
  { db, clock }: Room,
  by: Authority,
  gift: { readonly account: string; readonly plan: Plan; readonly days: number | null; readonly reason: string },
): Promise<Instant | null> {
  const { account, plan, days, reason } = gift;
  const span = plan === "free" ? "" : days === null ? " without an end" : ` for ${days} days`;
  const what = `put on ${plans[plan].name}${span}`;
  const amountMinor = worthOfPlan(plan, days);
  const noted = recorded({ db, clock }, { by, account, action: "grant_plan", what, reason, amountMinor });
  return grantPlan({ db: noted, clock }, { owner: account, plan, days });
}

const longestDays = 3660;

/** What it would cost to buy: a plan is money that is given in another form. */
function worthOfPlan(plan: Plan, days: number | null): number {
  return Math.ceil((plans[plan].priceMinor * (days ?? longestDays)) / periodDays);
}
