import { plans } from "#src/contract/accounts/plans.ts";
import { submittedIn } from "./queries/quota.ts";
import { monthOf } from "./public/monthly-quota.ts";
import type { Context } from "../context.ts";

/** Submitted and allowed analyses of this month (UTC). */
export async function readQuota(ctx: Context): Promise<{ submitted: number; limit: number }> {
  const { db, clock, actor } = ctx;
  return {
    submitted: await submittedIn(db.sql, actor.owner, monthOf(clock.now())),
    limit: plans[actor.plan].analysesPerMonth,
  };
}
