import { plans, type Plan } from "#src/contract/plans.ts";
import type { Database } from "#src/db/database.ts";
import { submittedIn } from "#src/db/queries/quota.ts";
import type { Clock } from "#src/platform/clock.ts";
import { monthOf } from "./check-quota.ts";

/** How many analyses an account on a plan has submitted this month (UTC), and how many it may. */
export async function readQuota(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { owner, plan }: { readonly owner: string; readonly plan: Plan },
): Promise<{ submitted: number; limit: number }> {
  return {
    submitted: await submittedIn(db.sql, owner, monthOf(clock.now())),
    limit: plans[plan].analysesPerMonth,
  };
}
