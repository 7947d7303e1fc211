import { requireScope, type Context, type SystemContext } from "../context.ts";
import { getOwn, type JobKind, abandonedReasons } from "./public/kinds.ts";
import { endJob } from "./queries/jobs.ts";
import { abandonedJobs } from "./queries/worker-deaths.ts";
import { finishJob } from "../analyses/running.ts";

/** @throws Forbidden; NotFound */
export async function getJob<Job>(
  ctx: Context,
  { kind, id }: { readonly kind: JobKind<unknown, Job>; readonly id: string },
): Promise<Job> {
  requireScope(ctx, kind.read);
  return getOwn(ctx, kind, id);
}

/**
 * Repeatable.
 * @throws Forbidden; NotFound
 */
export async function cancelJob<Job>(
  ctx: Context,
  { kind, id }: { readonly kind: JobKind<unknown, Job>; readonly id: string },
): Promise<Job> {
  requireScope(ctx, kind.write);
  const { db, queue, clock } = ctx;
  await getOwn(ctx, kind, id);
  await endJob(db.sql, id, { state: "cancelled" }, clock.now());
  // Again for a cancelled one: whoever cancelled it may have died in between.
  await queue.cancel(id);
  return getOwn(ctx, kind, id);
}

/**
 * Fails the jobs that still count as open although their workflow has ended without ending them: it hit its time
 * limit, or failed beyond what it could say. One that was cancelled is not open.
 */
export async function failAbandoned(ctx: SystemContext): Promise<void> {
  const { db, clock } = ctx;
  for (const { id, kind, status } of await abandonedJobs(db.sql)) {
    const error = abandonedReasons[kind][status];
    if (kind === "analysis") await finishJob(ctx, { id, end: { status: "failed", error } });
    else await endJob(db.sql, id, { state: "failed", error }, clock.now());
  }
}
