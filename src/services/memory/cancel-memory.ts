import type { MemoryJob } from "#src/contract/memory-jobs.ts";
import { cancelBudgetedJob } from "#src/db/queries/budgeted-jobs.ts";
import { findMemoryJob } from "#src/db/queries/memory-jobs.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** Ends a measurement that has not ended. Repeatable. @throws Forbidden without the scope; NotFound */
export async function cancelMemory(ctx: Context, id: string): Promise<MemoryJob> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor, clock } = ctx;
  const found = await findMemoryJob(db.sql, id, actor.owner);
  if (found === null) throw new NotFound("there is no such measurement");
  await cancelBudgetedJob(db.sql, "memory_jobs", id, clock.now());
  // Done again for one that is cancelled already, since whoever cancelled it may have died in between.
  await queue.cancel(id);
  return (await findMemoryJob(db.sql, id, actor.owner)) ?? found;
}
