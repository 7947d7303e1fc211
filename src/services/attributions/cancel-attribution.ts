import type { AttributionJob } from "#src/contract/attribution.ts";
import { findAttribution } from "#src/db/queries/attributions.ts";
import { cancelBudgetedJob } from "#src/db/queries/budgeted-jobs.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** Ends an attribution that has not ended. Repeatable. @throws Forbidden without the scope; NotFound */
export async function cancelAttribution(ctx: Context, id: string): Promise<AttributionJob> {
  requireScope(ctx, "analyses:write");
  const { db, queue, actor, clock } = ctx;
  const found = await findAttribution(db.sql, id, actor.owner);
  if (found === null) throw new NotFound("this analysis has no attribution");
  await cancelBudgetedJob(db.sql, "attributions", found.id, clock.now());
  // Done again for one that is cancelled already, since whoever cancelled it may have died in between.
  await queue.cancel(found.id);
  return (await findAttribution(db.sql, id, actor.owner)) ?? found;
}
