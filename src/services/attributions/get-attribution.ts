import type { AttributionJob } from "#src/contract/attribution.ts";
import { newestJob } from "#src/db/queries/jobs.ts";
import { attributionJob } from "../jobs/lib/kinds.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * The newest attribution of an analysis of the actor's; `null` where none was ordered, and for another's analysis.
 * @throws Forbidden without the scope
 */
export async function getAttribution(ctx: Context, id: string): Promise<AttributionJob | null> {
  requireScope(ctx, "analyses:read");
  const found = await newestJob(ctx.db.sql, { kind: "attribution", subject: id }, ctx.actor.owner);
  return found === null ? null : attributionJob.show(found, null);
}
