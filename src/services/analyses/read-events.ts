import type { JobEvent } from "#src/contract/jobs.ts";
import { findAnalysis } from "#src/db/queries/analyses.ts";
import { eventsAfter } from "#src/db/queries/events.ts";
import { Forbidden, NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/**
 * Events of a job behind `after`, ascending.
 * @returns `last`: the job has ended, and these are its last events
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id
 */
export async function readEvents(
  { db, actor }: Pick<Context, "db" | "actor">,
  id: string,
  after: number,
): Promise<{ events: JobEvent[]; last: boolean }> {
  if (!actor.scopes.includes("analyses:read")) throw new Forbidden("the key lacks the scope analyses:read");
  // The status first: an end that comes between the two reads is then told by the next call and not lost.
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  const events = await eventsAfter(db.sql, id, after);
  return { events, last: stored.job.status !== "queued" && stored.job.status !== "running" && events.length < 500 };
}
