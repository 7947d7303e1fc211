import { startRunning, type TakenAnalysis } from "#src/db/queries/analyses.ts";
import { appendEvents } from "#src/db/queries/events.ts";
import type { SystemContext } from "../context.ts";

/**
 * Takes a job from the queue; a worker that goes on with a dead one's run takes it again. `null` when it is not to be
 * run any more: cancelled, or ended. For the worker.
 */
export async function startJob(ctx: SystemContext, id: string): Promise<TakenAnalysis | null> {
  const { db, clock } = ctx;
  return db.transaction(async (tx) => {
    const at = clock.now();
    const taken = await startRunning(tx, id, at);
    if (taken !== null) await appendEvents(tx, id, [{ type: "job.running", data: {}, once: "job.running" }], at);
    return taken;
  });
}
