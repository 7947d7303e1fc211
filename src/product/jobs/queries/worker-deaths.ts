import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import { type Sql, type Tx, mostSkewMs } from "#src/core/db/database.ts";
import { z } from "zod";
import { JobKind } from "./job-queue.ts";

/** A job that was running when its worker died. */
export interface Death {
  readonly workflow: string;
  readonly executor: string;
}

/** It was told to stop, or goes on under another name. Repeatable. */
export async function recordStop(db: Sql, executor: string, at: Instant): Promise<void> {
  await db
    .insertInto("worker_stops")
    .values({ executor, at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The workers among these that were told to stop. */
export async function stoppedWorkersOf(db: Sql, executors: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("worker_stops")
    .select("executor")
    .where("executor", "in", [...executors])
    .execute();
  return new Set(rows.map(({ executor }) => executor));
}

/** A connection broken by an earlier start is no death. */
export async function databaseStartedAt(db: Sql): Promise<Instant> {
  const { rows } = await sql<{ at: Date }>`select pg_postmaster_start_time() as at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("Postgres does not say since when it runs");
  return row.at.getTime();
}

/** Of one job. */
export interface DeathCount {
  /** Deaths since its last step. */
  readonly here: number;
  readonly all: number;
}

/** Notes deaths, each once, with the steps that the job had done. */
export async function recordDeaths(db: Sql, deaths: readonly Death[], at: Instant): Promise<void> {
  if (deaths.length === 0) return;
  await sql`
    insert into worker_deaths (workflow, executor, at, steps)
    select death.workflow, death.executor, ${new Date(at)},
      (select count(*) from dbos.operation_outputs where workflow_uuid = death.workflow)
    from unnest(${deaths.map(({ workflow }) => workflow)}::text[], ${deaths.map(({ executor }) => executor)}::text[])
      as death(workflow, executor)
    on conflict do nothing`.execute(db);
}

export async function deathCounts(db: Sql): Promise<ReadonlyMap<string, DeathCount>> {
  const { rows } = await sql<{ workflow: string; here: number; all: number }>`
    select workflow, count(*)::int as all, (count(*) filter (where steps = furthest))::int as here
    from (select workflow, steps, max(steps) over (partition by workflow) as furthest from worker_deaths) as deaths
    group by workflow`.execute(db);
  return new Map(rows.map(({ workflow, here, all }) => [workflow, { here, all }]));
}

/** For a worker that did not die after all. @returns its jobs */
export async function takeBackDeaths(db: Sql, executor: string): Promise<string[]> {
  const rows = await db.deleteFrom("worker_deaths").where("executor", "=", executor).returning("workflow").execute();
  return rows.map(({ workflow }) => workflow);
}

/** For jobs that have ended. */
export async function forgetDeaths(db: Sql, workflows: readonly string[]): Promise<void> {
  if (workflows.length > 0)
    await db
      .deleteFrom("worker_deaths")
      .where("workflow", "in", [...workflows])
      .execute();
}

/** What is older than any job. */
export async function forgetWorkers(db: Sql, before: Instant): Promise<void> {
  for (const table of ["worker_deaths", "worker_stops"] as const)
    await db.deleteFrom(table).where("at", "<", new Date(before)).execute();
}

/** A worker's clock may be off by so much (mostSkewMs), and end a job that much before its time is up. */
const early = sql`run.status = 'CANCELLED'
  and run.workflow_deadline_epoch_ms > extract(epoch from clock_timestamp()) * 1000 + ${mostSkewMs}`;

/** Those that have a workflow. */
const AbandonedKind = z.enum(["analysis", ...JobKind.exclude(["batch"]).options]);
export type AbandonedKind = z.infer<typeof AbandonedKind>;

const Ended = z.array(
  z.object({
    id: z.string(),
    kind: AbandonedKind,
    status: z.enum(["CANCELLED", "ERROR", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]),
  }),
);

/**
 * Jobs of all kinds that count as open although the durable engine has ended them, and how it did. Looked for among what
 * is open and not among what has ended, which is far more.
 */
export async function abandonedJobs(db: Sql): Promise<z.infer<typeof Ended>> {
  const { rows } = await sql`
    select open.id, open.kind, run.status from (
      select id, 'analysis' as kind from analyses where status in ('queued', 'running')
      union all select id, kind from jobs where state in ('queued', 'running')
    ) as open join dbos.workflow_status as run on run.workflow_uuid = open.id
    where run.status in ('CANCELLED', 'ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and (${early}) is not true
  `.execute(db);
  return Ended.parse(rows);
}

/**
 * Analyses that nobody has cancelled and that the durable engine has, well before their time was up by the database's
 * clock: a worker went by a wrong one.
 */
export async function cancelledEarly(db: Sql): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select open.id from analyses as open join dbos.workflow_status as run on run.workflow_uuid = open.id
    where open.status in ('queued', 'running') and ${early}
  `.execute(db);
  return rows.map(({ id }) => id);
}

const Ids = z.array(z.object({ id: z.string() }));

/**
 * As the engine's recovery does; their time begins anew.
 * @param executor whose they must be
 */
export async function handBack(db: Sql, ids: readonly string[], executor: string): Promise<void> {
  await sql`
    update dbos.workflow_status
    set status = 'ENQUEUED', owner_xid = null, started_at_epoch_ms = null, workflow_deadline_epoch_ms = null,
      updated_at = (extract(epoch from now()) * 1000)::bigint, queue_name = coalesce(queue_name, '_dbos_internal_queue')
    where workflow_uuid = any(${[...ids]}) and status = 'PENDING' and executor_id = ${executor}
  `.execute(db);
}

/** Unfinished runs that an executor has taken. */
export async function takenBy(db: Sql, executor: string): Promise<string[]> {
  const { rows } = await sql`
    select workflow_uuid as id from dbos.workflow_status where status = 'PENDING' and executor_id = ${executor}
  `.execute(db);
  return Ids.parse(rows).map(({ id }) => id);
}

/** Shared by each worker for its life. */
export const releaseLock = "conclave release ";

const Names = z.array(z.object({ release: z.string() }));

export async function otherReleases(db: Sql, own: string): Promise<string[]> {
  const { rows } = await sql`
    select release from (
      select application_version as release from dbos.workflow_status where status in ('ENQUEUED', 'PENDING')
      union select application_version from dbos.workflow_status where status = 'DELAYED'
      union (select version_name from dbos.application_versions order by version_timestamp desc limit 1)
    ) as open where release <> ${own}
  `.execute(db);
  return Names.parse(rows).map(({ release }) => release);
}

/** None starts until the transaction ends. */
export async function lockDeparted({ sql: db }: Tx, release: string): Promise<boolean> {
  const { rows } = await sql<{ departed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${releaseLock + release}, 0)) as departed
  `.execute(db);
  return rows[0]?.departed === true;
}

/** @returns how many */
export async function adoptRuns({ sql: db }: Tx, from: string, to: string): Promise<number> {
  await sql`
    update dbos.application_versions set version_timestamp = newest.version_timestamp + 1
    from (select * from dbos.application_versions order by version_timestamp desc limit 1) as newest
    where application_versions.version_name = ${to} and newest.version_name = ${from}
  `.execute(db);
  const { numAffectedRows = 0n } = await sql`
    update dbos.workflow_status set application_version = ${to}
    where status in ('ENQUEUED', 'PENDING', 'DELAYED') and application_version = ${from}
  `.execute(db);
  return Number(numAffectedRows);
}
