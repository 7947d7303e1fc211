import type { ConditionState } from "#src/contract/run/conditions.ts";
import { findWatch } from "./queries/condition-watches.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * `null` where nothing is watched.
 * @throws Forbidden
 */
export async function readStates(ctx: Context, id: string): Promise<readonly ConditionState[] | null> {
  requireScope(ctx, "analyses:read");
  const watch = await findWatch(ctx.db.sql, id);
  return watch === null || watch.owner !== ctx.actor.owner ? null : watch.states;
}
