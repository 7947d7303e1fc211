import { RateLimiterPostgres } from "rate-limiter-flexible";
import { plans, type Plan } from "#src/contract/accounts/plans.ts";
import { testLimits } from "#src/contract/api/test-mode.ts";
import type { SystemContext } from "#src/product/context.ts";

/** In the database, so that a plan's minute holds over every front door; what is refused is remembered here and asks no more. */
export function planLimiters({ db }: Pick<SystemContext, "db">): Record<Plan | "test", RateLimiterPostgres> {
  const limiterOf = (plan: Plan | "test", points: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: db.pool,
      tableName: "auth_limits",
      tableCreated: true,
      // The sign-in's limits clear the table.
      clearExpiredByTimeout: false,
      keyPrefix: `minute ${plan}`,
      points,
      duration: 60,
      inMemoryBlockOnConsumed: points + 1,
    });
  const ofPlan = (plan: Plan): RateLimiterPostgres => limiterOf(plan, plans[plan].requestsPerMinute);
  return {
    free: ofPlan("free"),
    signals: ofPlan("signals"),
    elite: ofPlan("elite"),
    test: limiterOf("test", testLimits.requestsPerMinute),
  };
}
