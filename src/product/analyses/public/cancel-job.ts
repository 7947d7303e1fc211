import type { Job } from "#src/contract/jobs/analysis.ts";
import { lockAnalysis, setCancelled } from "#src/product/analyses/queries/analyses.ts";
import { appendEvents } from "#src/product/analyses/queries/events.ts";
import { toIso } from "#src/core/clock.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "#src/product/context.ts";

/** The caller checks who may. */
export async function cancelJob(
  ctx: SystemContext,
  { id, owner }: { readonly id: string; readonly owner: string },
): Promise<Job> {
  const { db, queue, clock } = ctx;
  const job = await db.transaction(async (tx) => {
    const stored = await lockAnalysis(tx, id, owner);
    if (stored === null) throw new NotFound(`there is no analysis ${id}`);
    if (stored.job.status === "cancelled") return stored.job;
    const at = clock.now();
    await setCancelled(tx, id, at);
    await appendEvents(tx, id, [{ type: "job.cancelled", data: {}, once: "job.cancelled" }], at);
    if (stored.webhookUrl !== null) await queue.enqueueWebhook(tx, id, "analysis.cancelled");
    return { ...stored.job, status: "cancelled" as const, finished_at: toIso(at), result: null, error: null };
  });
  // After the commit, and again for a cancelled job: whoever cancelled it may have died in between.
  await queue.cancel(id);
  return job;
}
