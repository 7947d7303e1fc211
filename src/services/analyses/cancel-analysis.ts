import type { Job } from "#src/contract/analysis.ts";
import { requireScope, type Context } from "../context.ts";
import { cancelJob } from "./lib/cancel-job.ts";

/**
 * Marks a job `cancelled` and frees its slot, from every state. Repeatable. What was kept of it is not erased.
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id
 */
export async function cancelAnalysis(ctx: Context, id: string): Promise<Job> {
  requireScope(ctx, "analyses:write");
  return cancelJob(ctx, { id, owner: ctx.actor.owner });
}
