import { startRunning, type TakenAnalysis } from "./queries/analyses.ts";
import type { SystemContext } from "../context.ts";

/** `null` when cancelled or ended. For the worker. */
export function startJob(ctx: SystemContext, id: string): Promise<TakenAnalysis | null> {
  return startRunning(ctx.db, id, ctx.clock.now());
}
