import type { AttributionJob } from "#src/contract/attribution.ts";
import { findAttribution } from "#src/db/queries/attributions.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * The newest attribution of an analysis of the actor's; `null` where none was ordered, and for another's analysis.
 * @throws Forbidden without the scope
 */
export async function getAttribution(ctx: Context, id: string): Promise<AttributionJob | null> {
  requireScope(ctx, "analyses:read");
  return findAttribution(ctx.db.sql, id, ctx.actor.owner);
}
