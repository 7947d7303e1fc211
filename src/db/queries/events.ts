import { sql } from "kysely";
import { z } from "zod";
import type { JobEvent } from "#src/contract/jobs.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import type { Sql, Tx } from "../database.ts";

/** Where new events are told; the payload is the job's id. */
export const eventChannel = "analysis_events";

export interface NewEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Set for what must stand once, however often a resumed run tells it. */
  readonly once: string | null;
}

/**
 * Adds events in order, after all that the job has. Locks the job's row, so that numbers and commits have one order.
 * Of an event that must stand once, the first stays; what a cancelled run still says is not told.
 * Listeners are told when the transaction commits.
 */
export async function appendEvents(
  { sql: db }: Tx,
  analysisId: string,
  events: readonly NewEvent[],
  at: Instant,
): Promise<void> {
  const told = JSON.stringify(events.map(({ type, data, once }) => ({ type, data, once })));
  await sql`
    with job as (select last_event, status from analyses where id = ${analysisId} for update),
    fresh as (
      select type, data, once, row_number() over (order by place) as nth
      from jsonb_array_elements(${told}::jsonb) with ordinality as listed (event, place),
        lateral (select event ->> 'type' as type, event -> 'data' as data, event ->> 'once' as once) as fields, job
      where (job.status in ('queued', 'running') or type like 'job.%')
        and (once is null or not exists (
          select 1 from analysis_events as old where old.analysis_id = ${analysisId} and old.once = fields.once))
    ),
    counted as (
      update analyses set last_event = job.last_event + (select count(*) from fresh)
      from job where id = ${analysisId} and exists (select 1 from fresh)
    )
    insert into analysis_events (analysis_id, seq, type, data, once, created_at)
    select ${analysisId}, job.last_event + nth, type, data, once, ${new Date(at)} from fresh, job
  `.execute(db);
  await sql`select pg_notify(${eventChannel}, ${analysisId})`.execute(db);
}

const Data = z.record(z.string(), z.unknown());

/** Events behind `after`, ascending, at most `limit`. */
export async function eventsAfter(db: Sql, analysisId: string, after: number, limit = 500): Promise<JobEvent[]> {
  const rows = await db
    .selectFrom("analysis_events")
    .select(["seq", "type", "data", "created_at"])
    .where("analysis_id", "=", analysisId)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    seq: row.seq,
    type: row.type,
    data: Data.parse(row.data),
    created_at: toIso(row.created_at.getTime()),
  }));
}
