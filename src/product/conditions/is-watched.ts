import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { countNewerWatches, type ConditionWatch } from "./queries/condition-watches.ts";
import { findPlanHolder } from "#src/product/plans/queries/plans.ts";
import type { SystemContext } from "../context.ts";

/** Whether a rating is watched now: every signal is, and of one's own analyses the newest, as many as the plan allows. */
export async function isWatched(ctx: SystemContext, watch: ConditionWatch): Promise<boolean> {
  const { db, clock } = ctx;
  if (watch.published !== null) return true;
  const held = await findPlanHolder(db.sql, watch.owner);
  if (held === null) return false;
  return (await countNewerWatches(db.sql, watch)) < entitlementsAt(held, clock.now()).watchedRatings;
}
