import { type Instant, dayMs } from "#src/core/clock.ts";
import { type RawBuilder, sql } from "kysely";
import { analysisWorkflow, attributionWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** Events, what reruns start from, the report. */
export const retained = ["events", "journals", "results"] as const;
export type Retained = (typeof retained)[number];

/** Days after the end; `null`: for ever. */
export type RetentionPolicy = Readonly<Record<Retained, number | null>>;

/** What ended before this instant is removed; `null`: nothing is. */
export function removedBefore(policy: RetentionPolicy, now: Instant): Readonly<Record<Retained, Instant | null>> {
  const before = (days: number | null): Instant | null => (days === null ? null : now - days * dayMs);
  return { events: before(policy.events), journals: before(policy.journals), results: before(policy.results) };
}

/* "before" is the end of an analysis. */

const withEvents = (before: Instant): RawBuilder<unknown> =>
  sql`finished_at < ${new Date(before)} and events_removed is null and status in ('succeeded', 'failed', 'cancelled')`;

/** Lists' runs keep results for the record, watched and attributed ones until that is over. */
const withResult = (before: Instant): RawBuilder<unknown> =>
  sql`finished_at < ${new Date(before)} and result is not null and result_removed_at is null
    and not exists (select from signal_runs where signal_runs.analyses @> array[analyses.id])
    and not exists (select from condition_watches w where w.analysis_id = analyses.id and w.due_at is not null)
    and not exists (select from jobs t where t.analysis_id = analyses.id and t.state in ('queued', 'running'))`;

/** Journals that reruns still need are kept. */
const withJournal = (before: Instant): RawBuilder<unknown> =>
  sql`w.name in (${analysisWorkflow}, ${attributionWorkflow}) and w.completed_at < ${before}
    and w.status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')
    and not exists (select from analyses a where a.id = w.workflow_uuid and a.status in ('queued', 'running'))
    and not exists (select from analyses a where a.status in ('queued', 'running')
      and a.setting #>> '{rerun,of}' = w.workflow_uuid)
    and not exists (select from condition_watches c where c.analysis_id = w.workflow_uuid and c.due_at is not null)
    and not exists (select from jobs t
      where t.state in ('queued', 'running') and w.workflow_uuid in (t.analysis_id, t.id))`;

/**
 * Skips locked rows.
 * @returns of how many analyses
 */
export async function removeEvents({ sql: db }: Tx, before: Instant, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with chosen as materialized (
      select id from analyses where ${withEvents(before)} order by finished_at limit ${limit} for update skip locked
    ),
    gone as (
      delete from analysis_events where analysis_id in (select id from chosen)
    ),
    noted as (
      update analyses set events_removed = last_event where id in (select id from chosen) returning 1
    )
    select count(*)::int as n from noted
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Keeps rating, instrument and models.
 * @param from where the last call stopped
 * @returns how many, and the end of the last one
 */
export async function removeResults(
  { sql: db }: Tx,
  { from, before, at, limit }: Readonly<Record<"from" | "before" | "at" | "limit", number>>,
): Promise<{ readonly count: number; readonly last: Instant }> {
  const { rows } = await sql<{ n: number; last: Date | null }>`
    with chosen as materialized (
      select id, finished_at from analyses where finished_at >= ${new Date(from)} and ${withResult(before)}
      order by finished_at limit ${limit} for update skip locked
    ),
    answers as (
      delete from attribution_answers where analysis_id in (select id from chosen)
    ),
    holdings as (
      delete from analysis_holdings where analysis_id in (select id from chosen) or analysis_id in (
        select id from analyses where finished_at < ${new Date(before)} and result is null
          and status in ('failed', 'cancelled'))
    ),
    noted as (
      update analyses set result_removed_at = ${new Date(at)}, refused = null,
        result = jsonb_build_object('rating', result -> 'rating', 'is_review', result -> 'is_review', 'decision', null),
        manifest = jsonb_build_object('config', manifest -> 'config', 'data', jsonb_build_object(
          'symbol', manifest #> '{data,symbol}', 'name', manifest #> '{data,name}',
          'currency', manifest #> '{data,currency}', 'session', manifest #> '{data,session}'))
      where id in (select id from chosen) returning 1
    )
    select (select count(*)::int from noted) as n, (select max(finished_at) from chosen) as last
  `.execute(db);
  return { count: rows[0]?.n ?? 0, last: rows[0]?.last?.getTime() ?? from };
}

/** Workflows of the durable engine whose journals are no longer needed. */
export async function oldJournals(db: Sql, before: Instant, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.workflow_uuid as id from dbos.workflow_status w where ${withJournal(before)}
    order by w.completed_at limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** `null`: kept for ever. */
export async function countRemovable(
  db: Sql,
  before: Readonly<Record<"events" | "journals" | "results", Instant | null>>,
): Promise<Record<"events" | "journals" | "results", number | null>> {
  const count = async (from: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from ${from}`.execute(db);
    return Number(rows[0]?.n ?? 0);
  };
  const { events, journals, results } = before;
  return {
    events: events === null ? null : await count(sql`analyses where ${withEvents(events)}`),
    journals: journals === null ? null : await count(sql`dbos.workflow_status w where ${withJournal(journals)}`),
    results: results === null ? null : await count(sql`analyses where ${withResult(results)}`),
  };
}
