import { sql } from "kysely";
import type { LocalDate } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import type { Submission } from "#src/product/analyses/queries/submissions.ts";

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
 * the transaction ends: the lock is that of `submit_job`.
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

/** Takes an analysis out of its owner's month again; of what was counted, nothing falls below none. */
export async function giveBackToMonth({ sql: db }: Tx, analysis: string): Promise<void> {
  await sql`
    update monthly_analyses as so_far
    set submitted = greatest(0, so_far.submitted - coalesce((analyses.request ->> 'runs')::int, 1))
    from analyses
    where analyses.id = ${analysis} and so_far.owner = analyses.owner
      and so_far.month = date_trunc('month', analyses.created_at at time zone 'utc')::date
  `.execute(db);
}

/** Whether an agent has said anything in it. */
export async function wasHeard({ sql: db }: Tx, analysis: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from analysis_events where analysis_id = ${analysis} and type = 'agent.finished' limit 1
  `.execute(db);
  return rows.length > 0;
}
