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
 * Listeners are told when the transaction commits.
 */
export async function appendEvents({ sql: db }: Tx, analysisId: string, events: readonly NewEvent[], at: Instant): Promise<void> {
  for (const event of events) {
    await sql`
      with numbered as (
        update analyses set last_event = last_event + 1
        where id = ${analysisId}
          -- What a cancelled run still says is not told.
          and (status in ('queued', 'running') or ${event.type} like 'job.%')
          and (${event.once}::text is null or not exists (select 1 from analysis_events where analysis_id = ${analysisId} and once = ${event.once}))
        returning last_event
      )
      insert into analysis_events (analysis_id, seq, type, data, once, created_at)
      select ${analysisId}, last_event, ${event.type}, ${JSON.stringify(event.data)}, ${event.once}, ${new Date(at)} from numbered
    `.execute(db);
  }
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
  return rows.map((row) => ({ seq: row.seq, type: row.type, data: Data.parse(row.data), created_at: toIso(row.created_at.getTime()) }));
}
