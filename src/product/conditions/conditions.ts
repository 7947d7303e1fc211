import { entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import {
  countNewerWatches,
  type ConditionWatch,
  newestWatches,
  type NewestWatch,
  findWatch,
} from "./queries/condition-watches.ts";
import { findPlanHolder } from "../plans/queries/plans.ts";
import { type SystemContext, requireScope, type Context } from "../context.ts";
import type { ConditionState } from "#src/contract/run/conditions.ts";

/** Whether a rating is watched now: every signal is, and of one's own analyses the newest, as many as the plan allows. */
export async function isWatched(ctx: SystemContext, watch: ConditionWatch): Promise<boolean> {
  const { db, clock } = ctx;
  if (watch.published !== null) return true;
  const held = await findPlanHolder(db.sql, watch.owner);
  if (held === null) return false;
  return (await countNewerWatches(db.sql, watch)) < entitlementsAt(held, clock.now()).watchedRatings;
}

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

/**
 * `null` where nothing is watched.
 * @throws Forbidden
 */
export async function readStates(ctx: Context, id: string): Promise<readonly ConditionState[] | null> {
  requireScope(ctx, "analyses:read");
  const watch = await findWatch(ctx.db.sql, id);
  return watch === null || watch.owner !== ctx.actor.owner ? null : watch.states;
}
