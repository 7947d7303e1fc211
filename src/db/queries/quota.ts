import { sql } from "kysely";
import type { LocalDate } from "#src/platform/clock.ts";
import type { Sql, Tx } from "../database.ts";
import type { Submission } from "./submissions.ts";

/** @param month its first day */
export async function submittedIn(db: Sql, owner: string, month: LocalDate): Promise<number> {
  const { rows } = await sql<{ submitted: number }>`
    select submitted from monthly_analyses where owner = ${owner} and month = ${month}
  `.execute(db);
  return rows[0]?.submitted ?? 0;
}

/** False when less of the quota is left. */
export async function takeFromMonth(
  { sql: db }: Tx,
  {
    owner,
    month,
    quota,
    runs,
  }: { readonly owner: string; readonly month: LocalDate; readonly quota: number; readonly runs: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into monthly_analyses as so_far (owner, month, submitted)
    select ${owner}, ${month}::date, ${runs}::int where ${runs}::int <= ${quota}::int
    on conflict (owner, month) do update set submitted = so_far.submitted + excluded.submitted
      where so_far.submitted + excluded.submitted <= ${quota}::int
    returning 1
  `.execute(db);
  return rows.length === 1;
}

/**
 * Whether what is left of the server's budget for the month covers what a job may cost. Nobody else is admitted until
 * the transaction ends: the lock is that of `submit_analyses`.
 */
export async function coversInMonth(
  { sql: db }: Tx,
  month: LocalDate,
  { capUsd, mostUsd }: Pick<Submission, "capUsd" | "mostUsd">,
): Promise<boolean> {
  if (capUsd === null) return true;
  await sql`select pg_advisory_xact_lock(727303)`.execute(db);
  const { rows } = await sql<{ covered: boolean }>`
    select committed_in(${month}::date) + ${mostUsd}::numeric <= ${capUsd}::numeric as covered
  `.execute(db);
  return rows[0]?.covered === true;
}
