import type { Job } from "#src/contract/jobs/analysis.ts";
import { requireScope, type Context } from "../context.ts";
import { cancelJob } from "./public/cancel-job.ts";

/**
 * From every state; repeatable; erases nothing.
 * @throws Forbidden; NotFound
 */
export async function cancelAnalysis(ctx: Context, id: string): Promise<Job> {
  requireScope(ctx, "analyses:write");
  return cancelJob(ctx, { id, owner: ctx.actor.owner });
}
