import { plans } from "#src/contract/plans.ts";
import { newestWatches, type NewestWatch } from "#src/db/queries/condition-watches.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * What would break the newest ratings of an instrument that the actor may read: of each list, and of their analyses.
 * @throws Forbidden without the scopes
 */
export async function readNewest(ctx: Context, symbol: string): Promise<readonly NewestWatch[]> {
  requireScope(ctx, "analyses:read");
  requireScope(ctx, "signals:read");
  const { owner, plan } = ctx.actor;
  return newestWatches(ctx.db.sql, { symbol, owner, house: plans[plan].signals });
}
