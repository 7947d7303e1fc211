import type { AttributionJob } from "#src/contract/jobs/attribution.ts";
import { newestJob } from "#src/product/jobs/queries/jobs.ts";
import { attributionJob } from "../jobs/public/kinds.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * `null` where none was ordered.
 * @throws Forbidden
 */
export async function getAttribution(ctx: Context, id: string): Promise<AttributionJob | null> {
  requireScope(ctx, "analyses:read");
  const found = await newestJob(ctx.db.sql, { kind: "attribution", subject: id }, ctx.actor.owner);
  return found === null ? null : attributionJob.show(found, null);
}
