import { noteVisit as query } from "#src/db/queries/dashboard-visits.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Context } from "../context.ts";

/** Who does not look for this long has left: what is new is counted from there. */
const pauseMs = 30 * 60_000;

/** Notes that the actor looks at their dashboard. @returns the end of their visit before; `null` in the first one */
export async function noteVisit(ctx: Context): Promise<Instant | null> {
  const { db, actor, clock } = ctx;
  return query(db.sql, actor.owner, clock.now(), pauseMs);
}
