import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import { eventsAfter } from "./queries/events.ts";
import { NoLongerKept, NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";

export interface EventsRead {
  readonly events: readonly JobEvent[];
  /** There may be more behind these already. */
  readonly more: boolean;
  /** The job has ended, and these are its last events. */
  readonly last: boolean;
}

/**
 * Ascending, behind `after`; shared between readers.
 * @throws Forbidden; NotFound; NoLongerKept
 */
export async function readEvents(
  ctx: Context,
  { id, after }: { readonly id: string; readonly after: number },
): Promise<EventsRead> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const page = await eventsAfter(db.sql, id, after);
  if (page?.owner !== actor.owner) throw new NotFound(`there is no analysis ${id}`);
  const { events, full, ended, removed } = page;
  if (after < removed) throw new NoLongerKept(`the events of analysis ${id} are no longer kept`);
  return { events, more: full, last: ended && !full };
}
