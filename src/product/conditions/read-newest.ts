import { plans } from "#src/contract/accounts/plans.ts";
import { newestWatches, type NewestWatch } from "./queries/condition-watches.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Of each readable list, and own analyses.
 * @throws Forbidden
 */
export async function readNewest(ctx: Context, symbol: string): Promise<readonly NewestWatch[]> {
  requireScope(ctx, "analyses:read");
  requireScope(ctx, "signals:read");
  const { owner, plan } = ctx.actor;
  return newestWatches(ctx.db.sql, { symbol, owner, house: plans[plan].signals });
}
