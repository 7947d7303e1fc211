import { endJob } from "#src/db/queries/jobs.ts";
import { requireScope, type Context } from "../context.ts";
import { getOwn } from "./lib/get-own.ts";
import type { JobKind } from "./lib/kinds.ts";

/**
 * Ends a job that has not ended. Repeatable; one that has ended stays as it is.
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id
 */
export async function cancelJob<Job>(
  ctx: Context,
  { kind, id }: { readonly kind: JobKind<unknown, Job>; readonly id: string },
): Promise<Job> {
  requireScope(ctx, kind.write);
  const { db, queue, clock } = ctx;
  await getOwn(ctx, kind, id);
  await endJob(db.sql, id, { state: "cancelled" }, clock.now());
  // Done again for one that is cancelled already, since whoever cancelled it may have died in between.
  await queue.cancel(id);
  return getOwn(ctx, kind, id);
}
