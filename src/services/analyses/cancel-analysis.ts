import type { Job } from "#src/contract/analysis.ts";
import { lockAnalysis, setCancelled } from "#src/db/queries/analyses.ts";
import { appendEvents } from "#src/db/queries/events.ts";
import { toIso } from "#src/platform/clock.ts";
import { Forbidden, NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/**
 * Marks a job `cancelled` and frees its slot, from every state. Repeatable. What was kept of it is not erased.
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id
 */
export async function cancelAnalysis(ctx: Pick<Context, "db" | "queue" | "clock" | "actor">, id: string): Promise<Job> {
  const { db, clock, actor } = ctx;
  if (!actor.scopes.includes("analyses:write")) throw new Forbidden("the key lacks the scope analyses:write");
  const job = await db.transaction(async (tx) => {
    const stored = await lockAnalysis(tx, id, actor.owner);
    if (stored === null) throw new NotFound(`there is no analysis ${id}`);
    if (stored.job.status === "cancelled") return stored.job;
    const at = clock.now();
    await setCancelled(tx, id, at);
    await appendEvents(tx, id, [{ type: "job.cancelled", data: {}, once: "job.cancelled" }], at);
    if (stored.webhookUrl !== null) await ctx.queue.enqueueWebhook(tx, id, "analysis.cancelled");
    return { ...stored.job, status: "cancelled" as const, finished_at: toIso(at), result: null, error: null };
  });
  // After the commit: the row already keeps a late finish out, and the slot is the queue's to free. Done again
  // for a job that is cancelled already, since whoever cancelled it may have died in between.
  await ctx.queue.cancel(id);
  return job;
}
