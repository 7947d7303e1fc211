import type { Tx } from "#src/core/db/database.ts";
import { validityWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { deleteEarlier } from "#src/product/jobs/queries/jobs.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { validityJob } from "#src/product/jobs/public/kinds.ts";
import { enqueueJob } from "#src/product/jobs/public/submit-job.ts";
import type { SystemContext } from "#src/product/context.ts";

/** Nothing happens while one is under way. */
export async function enqueueValidity(
  tx: Tx,
  queue: SystemContext["queue"],
  { id, owner }: { readonly id: string; readonly owner: string },
  at: Instant,
): Promise<void> {
  await deleteEarlier(tx, { kind: "validity", subject: id });
  const job = { id: newId(validityJob.prefix), kind: "validity", owner, subject: id } as const;
  await enqueueJob(tx, queue, validityWorkflow, { ...job, input: { uploaded: false } }, at);
}
