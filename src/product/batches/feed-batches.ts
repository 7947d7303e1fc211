import { openBatches } from "./queries/batches.ts";
import type { JobSettings, SystemContext } from "../context.ts";
import { feedBatch } from "./lib/feed-batch.ts";

/**
 * Repeatable from any number of workers: jobs have names that follow from their lines.
 * @throws AggregateError after all were looked at
 */
export async function feedBatches(ctx: SystemContext, { jobs }: { readonly jobs: JobSettings }): Promise<void> {
  const faults: unknown[] = [];
  for (const id of await openBatches(ctx.db.sql))
    await feedBatch(ctx, jobs, id).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw new AggregateError(faults, "batches could not be fed");
}
