import type { Batch } from "#src/contract/jobs/batches.ts";
import { cancelLines, openAnalysesOf } from "./queries/batch-lines.ts";
import { NotFound } from "#src/core/errors.ts";
import { cancelJob } from "../analyses/public/cancel-job.ts";
import { requireScope, type Context } from "../context.ts";
import { findOwn } from "./lib/find-own.ts";

/**
 * Repeatable, also after an interrupted cancel.
 * @throws NotFound
 */
export async function cancelBatch(ctx: Context, id: string): Promise<Batch> {
  requireScope(ctx, "analyses:write");
  const { db, actor, clock } = ctx;
  const found = await db.transaction((tx) => cancelLines(tx, id, actor.owner, clock.now()));
  if (!found) throw new NotFound("there is no such batch");
  for (const analysis of await openAnalysesOf(db.sql, id)) await cancelJob(ctx, { id: analysis, owner: actor.owner });
  return findOwn(ctx, id);
}
