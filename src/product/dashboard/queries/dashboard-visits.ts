import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

/**
 * Only a visit's first look moves what counts as news.
 * @param pauseMs without a look ends a visit
 * @returns the end of the visit before
 */
export async function noteVisit(db: Sql, userId: string, at: Instant, pauseMs: number): Promise<Instant | null> {
  const { rows } = await sql<{ since: Date | null }>`
    insert into dashboard_visits as visit (user_id, since, seen_at) values (${userId}, null, ${new Date(at)})
    on conflict (user_id) do update set
      since = case when visit.seen_at < ${new Date(at - pauseMs)} then visit.seen_at else visit.since end,
      seen_at = greatest(visit.seen_at, excluded.seen_at)
    returning since
  `.execute(db);
  return rows[0]?.since?.getTime() ?? null;
}
