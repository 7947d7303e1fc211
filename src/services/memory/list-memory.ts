import type { MemoryJob } from "#src/contract/memory-jobs.ts";
import { listMemoryJobs } from "#src/db/queries/memory-jobs.ts";
import { requireScope, type Context } from "../context.ts";

/** The actor's measurements, newest first. @throws Forbidden without the scope */
export async function listMemory(ctx: Context): Promise<MemoryJob[]> {
  requireScope(ctx, "backtests:read");
  return listMemoryJobs(ctx.db.sql, ctx.actor.owner);
}
