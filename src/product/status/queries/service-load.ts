import { sql } from "kysely";
import type { Sql } from "#src/core/db/database.ts";
import { z } from "zod";
import type { Instant } from "#src/core/clock.ts";

/** Locks of workers live in a space of their own: the first of Postgres's two lock numbers. */
export const workerLockSpace = 727_302;

export interface ServiceLoad {
  /** Workers that are connected, and how long ago the one that spoke last did; `null` where that may not be seen. */
  readonly workers: { readonly count: number; readonly beatAgeMs: number | null };
  readonly queue: {
    readonly running: number;
    readonly waiting: number;
    /** How long the first in line has waited; `null` where nothing waits. */
    readonly longestMs: number | null;
  };
}

/** What the service is doing now, in one look. A worker is a connection that holds a lock and says something every 2 s. */
export async function readLoad(db: Sql): Promise<ServiceLoad> {
  const { rows } = await sql<{
    workers: number;
    beat_ms: number | null;
    running: number;
    waiting: number;
    longest_ms: number | null;
  }>`
    with workers as (
      select distinct pid from pg_locks
      where locktype = 'advisory' and classid = ${workerLockSpace} and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
    )
    select
      (select count(*) from workers)::int as workers,
      (select min(extract(epoch from clock_timestamp() - query_start)) * 1000
        from pg_stat_activity where pid in (select pid from workers))::float8 as beat_ms,
      count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'queued')::int as waiting,
      (extract(epoch from clock_timestamp() - min(created_at) filter (where status = 'queued')) * 1000)::float8
        as longest_ms
    from analyses where status in ('queued', 'running')
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("counting gave no row");
  return {
    workers: { count: row.workers, beatAgeMs: row.beat_ms },
    queue: { running: row.running, waiting: row.waiting, longestMs: row.longest_ms },
  };
}

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
