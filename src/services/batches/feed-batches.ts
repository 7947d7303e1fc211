import { openBatches } from "#src/db/queries/batches.ts";
import type { JobSettings, SystemContext } from "../context.ts";
import { feedBatch } from "./lib/feed-batch.ts";

/**
 * Starts what there is room for of every open batch, and ends those of which nothing is left. Repeatable at any time
 * and from any number of workers: a batch is one worker's at a time, and a line's job has a name that follows from it.
 * @throws AggregateError after all were looked at
 */
export async function feedBatches(ctx: SystemContext, { jobs }: { readonly jobs: JobSettings }): Promise<void> {
  const faults: unknown[] = [];
  for (const id of await openBatches(ctx.db.sql))
    await feedBatch(ctx, jobs, id).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw new AggregateError(faults, "batches could not be fed");
}
