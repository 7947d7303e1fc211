import type { MemoryJob } from "#src/contract/memory-jobs.ts";
import { findMemoryJob } from "#src/db/queries/memory-jobs.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** A measurement of the actor's. @throws Forbidden without the scope; NotFound */
export async function getMemory(ctx: Context, id: string): Promise<MemoryJob> {
  requireScope(ctx, "backtests:read");
  const job = await findMemoryJob(ctx.db.sql, id, ctx.actor.owner);
  if (job === null) throw new NotFound("there is no such measurement");
  return job;
}
