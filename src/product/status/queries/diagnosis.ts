import { sql } from "kysely";
import { z } from "zod";
import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";
import { workerLockSpace } from "./service-load.ts";

export interface Diagnosis {
  /** The database's clock. */
  readonly now: Instant;
  /** Processes that hold a worker's lock. */
  readonly workers: number;
  readonly queued: number;
  readonly running: number;
  /** Of the job that has waited longest. */
  readonly oldestQueuedAt: Instant | null;
  /** Open connections, and the most allowed. */
  readonly connections: number;
  readonly mostConnections: number;
}

const Row = z.object({
  now: z.date(),
  workers: z.int(),
  queued: z.int(),
  running: z.int(),
  oldest: z.date().nullable(),
  connections: z.int(),
  most: z.int(),
});

/** One query that shows whether work is going on. */
export async function diagnose(db: Sql): Promise<Diagnosis> {
  const { rows } = await sql`
    select clock_timestamp() as now,
      (select count(*)::int from pg_locks where locktype = 'advisory' and classid = ${workerLockSpace} and objsubid = 2
        and granted and database = (select oid from pg_database where datname = current_database())) as workers,
      (select count(*)::int from analyses where status = 'queued') as queued,
      (select count(*)::int from analyses where status = 'running') as running,
      (select min(created_at) from analyses where status = 'queued') as oldest,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most`.execute(db);
  const row = Row.parse(rows[0]);
  return {
    now: row.now.getTime(),
    workers: row.workers,
    queued: row.queued,
    running: row.running,
    oldestQueuedAt: row.oldest?.getTime() ?? null,
    connections: row.connections,
    mostConnections: row.most,
  };
}
