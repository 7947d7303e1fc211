import { endJob } from "./queries/jobs.ts";
import { requireScope, type Context } from "../context.ts";
import { getOwn } from "./public/get-own.ts";
import type { JobKind } from "./public/kinds.ts";

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
