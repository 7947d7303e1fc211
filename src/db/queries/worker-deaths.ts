import { sql } from "kysely";
import type { Instant } from "#src/platform/clock.ts";
import type { Sql } from "../database.ts";

/** A job that was at work when its worker died. */
export interface Death {
  readonly workflow: string;
  readonly executor: string;
}

/** A worker is about to stop because it was told to, or goes on under another name. Repeatable. */
export async function recordStop(db: Sql, executor: string, at: Instant): Promise<void> {
  await db
    .insertInto("worker_stops")
    .values({ executor, at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of these workers, those that were told to stop. */
export async function stoppedWorkersOf(db: Sql, executors: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("worker_stops")
    .select("executor")
    .where("executor", "in", [...executors])
    .execute();
  return new Set(rows.map(({ executor }) => executor));
}

/** Since when the database runs: a worker whose connection broke with an earlier one need not have died. */
export async function databaseStartedAt(db: Sql): Promise<Instant> {
  const { rows } = await sql<{ at: Date }>`select pg_postmaster_start_time() as at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("Postgres does not say since when it runs");
  return row.at.getTime();
}

/** Notes deaths, each once. @returns by job, how many there are now */
export async function recordDeaths(
  db: Sql,
  deaths: readonly Death[],
  at: Instant,
): Promise<ReadonlyMap<string, number>> {
  if (deaths.length === 0) return new Map();
  await db
    .insertInto("worker_deaths")
    .values(deaths.map((death) => ({ ...death, at: new Date(at) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await db
    .selectFrom("worker_deaths")
    .select(["workflow", ({ fn }) => fn.countAll<string>().as("deaths")])
    .where(
      "workflow",
      "in",
      deaths.map(({ workflow }) => workflow),
    )
    .groupBy("workflow")
    .execute();
  return new Map(rows.map(({ workflow, deaths: count }) => [workflow, Number(count)]));
}

/** Jobs with so many deaths or more. */
export async function jobsWithDeaths(db: Sql, least: number): Promise<string[]> {
  const rows = await db
    .selectFrom("worker_deaths")
    .select("workflow")
    .groupBy("workflow")
    .having(({ fn }) => fn.countAll(), ">=", least)
    .execute();
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
