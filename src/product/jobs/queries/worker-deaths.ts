import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

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
