import { keptMemoryJobs, type MemoryJob } from "#src/contract/backtests/memory-jobs.ts";
import { listJobs } from "#src/product/jobs/queries/jobs.ts";
import { memoryJob } from "../jobs/public/kinds.ts";
import { requireScope, type Context } from "../context.ts";

/** The actor's measurements, newest first. @throws Forbidden without the scope */
export async function listMemory(ctx: Context): Promise<MemoryJob[]> {
  requireScope(ctx, "backtests:read");
  const rows = await listJobs(ctx.db.sql, { kind: "memory", owner: ctx.actor.owner, limit: keptMemoryJobs });
  return rows.map((row) => memoryJob.show(row, null));
}
