import { findPlanHolder, periodsOf, type Period, type PlanHolder, openPeriods } from "./queries/plans.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext, Context } from "../context.ts";
import { plans, type Plan } from "#src/contract/accounts/plans.ts";
import { submittedIn } from "./queries/quota.ts";
import { monthOf } from "./public/monthly-quota.ts";
import { readBalance } from "../ledger/ledger.ts";
import { type Terms, termsOf } from "./lib/pay-period.ts";

/** With its history, newest first. @throws NotFound */
export async function readPlan(
  ctx: SystemContext,
  owner: string,
): Promise<PlanHolder & { readonly periods: readonly Period[] }> {
  const { db } = ctx;
  const holder = await findPlanHolder(db.sql, owner);
  if (holder === null) throw new NotFound(`there is no account ${owner}`);
  return { ...holder, periods: await periodsOf(db.sql, owner) };
}

/** Submitted and allowed analyses of this month (UTC). */
export async function readQuota(ctx: Context): Promise<{ submitted: number; limit: number }> {
  const { db, clock, actor } = ctx;
  return {
    submitted: await submittedIn(db.sql, actor.owner, monthOf(clock.now())),
    limit: plans[actor.plan].analysesPerMonth,
  };
}

export interface Quote extends Terms {
  readonly balanceMinor: number;
  /** What the balance lacks; 0 when it is enough. */
  readonly missingMinor: number;
}

/** @throws InvalidInput for Free; Conflict for a plan without an end; NotFound */
export async function quotePlan(ctx: Context, plan: Plan): Promise<Quote> {
  const { db, clock, actor } = ctx;
  const holder = await findPlanHolder(db.sql, actor.owner);
  if (holder === null) throw new NotFound(`there is no account ${actor.owner}`);
  const now = clock.now();
  const terms = termsOf(holder, await openPeriods(db.sql, actor.owner, now), plan, now);
  const balanceMinor = await readBalance(ctx, actor.owner);
  return { ...terms, balanceMinor, missingMinor: Math.max(0, terms.chargeMinor - balanceMinor) };
}
