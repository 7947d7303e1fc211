import type { ConditionState } from "#src/contract/conditions.ts";
import { findWatch } from "#src/db/queries/condition-watches.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Where the conditions of the actor's own analysis stand, by the closes since; `null` where nothing of it is watched.
 * @throws Forbidden without the scope
 */
export async function readStates(ctx: Context, id: string): Promise<readonly ConditionState[] | null> {
  requireScope(ctx, "analyses:read");
  const watch = await findWatch(ctx.db.sql, id);
  return watch === null || watch.owner !== ctx.actor.owner ? null : watch.states;
}
