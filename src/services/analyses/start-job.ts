import { startRunning, type TakenAnalysis } from "#src/db/queries/analyses.ts";
import type { SystemContext } from "../context.ts";

/**
 * Takes a job from the queue; a worker that goes on with a dead one's run takes it again. `null` when it is not to be
 * run any more: cancelled, or ended. For the worker.
 */
export function startJob(ctx: SystemContext, id: string): Promise<TakenAnalysis | null> {
  return startRunning(ctx.db, id, ctx.clock.now());
}
