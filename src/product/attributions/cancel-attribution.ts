import type { AttributionJob } from "#src/contract/jobs/attribution.ts";
import { newestJob } from "#src/product/jobs/queries/jobs.ts";
import { NotFound } from "#src/core/errors.ts";
import { cancelJob } from "../jobs/cancel-job.ts";
import { attributionJob } from "../jobs/public/kinds.ts";
import { requireScope, type Context } from "../context.ts";

/** Repeatable. @throws Forbidden; NotFound */
export async function cancelAttribution(ctx: Context, id: string): Promise<AttributionJob> {
  requireScope(ctx, "analyses:write");
  const found = await newestJob(ctx.db.sql, { kind: "attribution", subject: id }, ctx.actor.owner);
  if (found === null) throw new NotFound(attributionJob.unknown);
  return cancelJob(ctx, { kind: attributionJob, id: found.id });
}
