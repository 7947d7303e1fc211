import type { Tx } from "#src/db/database.ts";
import { validityWorkflow } from "#src/db/job-queue.ts";
import { deleteEarlier } from "#src/db/queries/jobs.ts";
import type { Instant } from "#src/platform/clock.ts";
import { newId } from "#src/platform/ids.ts";
import { validityJob } from "../../jobs/lib/kinds.ts";
import { enqueueJob } from "../../jobs/lib/submit-job.ts";
import type { SystemContext } from "../../context.ts";

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
