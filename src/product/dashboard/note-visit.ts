import { noteVisit as query } from "./queries/dashboard-visits.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Context } from "../context.ts";

/** Without a look for this long a visit is over. */
const pauseMs = 30 * 60_000;

/** @returns the end of the visit before; `null` in the first */
export async function noteVisit(ctx: Context): Promise<Instant | null> {
  const { db, actor, clock } = ctx;
  return query(db.sql, actor.owner, clock.now(), pauseMs);
}
