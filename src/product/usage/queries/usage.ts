import { type RawBuilder, sql, sql as raw } from "kysely";
import { JobStatus } from "#src/contract/jobs/analysis.ts";
import type { Usage, Usd } from "#src/contract/jobs/usage.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

/** Of one day, UTC, and one state. */
export interface JobCount {
  readonly day: string;
  readonly status: JobStatus;
  readonly jobs: number;
}

/** Usage of one day, state and model. */
export interface UsageSum {
  readonly day: string;
  readonly status: JobStatus;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Exact, in US dollars, of the calls with a known price. */
  readonly costUsd: string;
}

/** Whole days come from sums `[first, last)`; cut days and open analyses are read. */
function spanOf(owner: string, from: Instant, to: Instant): RawBuilder<unknown> {
  const [start, end] = [sql`${new Date(from)}::timestamptz`, sql`${new Date(to)}::timestamptz`];
  const day = sql`interval '24 hours'`;
  return sql`
    day as (
      select date_trunc('day', ${start}, 'UTC') as start,
        date_trunc('day', ${end} - interval '1 microsecond', 'UTC') + ${day} as "end"
    ),
    edge as (
      select
        case when exists (select from analyses where owner = ${owner}
          and created_at >= (select start from day) and created_at < ${start}) then start + ${day} else start end as first,
        case when exists (select from analyses where owner = ${owner}
          and created_at >= ${end} and created_at < (select "end" from day)) then "end" - ${day} else "end" end as last
      from day
    ),
    span as (
      select (first at time zone 'UTC')::date as first_day, (last at time zone 'UTC')::date as last_day,
        case when first < last then least(first, ${end}) else ${end} end as head,
        case when first < last then greatest(last, ${start}) else ${end} end as tail
      from edge
    ),
    apart as (
      select * from analyses where owner = ${owner} and created_at >= ${start} and created_at < (select head from span)
        and status not in ('queued', 'running')
      union all
      select * from analyses where owner = ${owner} and created_at >= (select tail from span) and created_at < ${end}
        and status not in ('queued', 'running')
      union all
      select * from analyses where owner = ${owner} and created_at >= ${start} and created_at < ${end}
        and status in ('queued', 'running')
    )`;
}

/** Jobs that the owner started in `[from, to)`, ascending by day. */
export async function countJobs(db: Sql, owner: string, from: Instant, to: Instant): Promise<JobCount[]> {
  const { rows } = await sql<{ day: string; status: string; jobs: string }>`
    with ${spanOf(owner, from, to)}
    select day, status, sum(jobs) as jobs
    from (
      select day, status, jobs from usage_days, span
      where owner = ${owner} and day >= first_day and day < last_day
      union all
      select (created_at at time zone 'UTC')::date, status, count(*) from apart group by 1, 2
    ) as counted
    group by 1, 2
    having sum(jobs) > 0
    order by 1, 2
  `.execute(db);
  return rows.map(({ day, status, jobs }) => ({ day, status: JobStatus.parse(status), jobs: Number(jobs) }));
}

/** The usage of those jobs, from their bills. */
export async function sumUsage(db: Sql, owner: string, from: Instant, to: Instant): Promise<UsageSum[]> {
  const { rows } = await sql<Record<"day" | "status" | "model" | "calls" | "input" | "output" | "cost", string>>`
    with ${spanOf(owner, from, to)}
    select day, status, model, sum(calls) as calls, sum(input_tokens) as input, sum(output_tokens) as output,
      trim_scale(sum(cost_usd)) as cost
    from (
      select day, status, model, lines, calls, input_tokens, output_tokens, cost_usd from usage_day_models, span
      where owner = ${owner} and day >= first_day and day < last_day
      union all
      select (created_at at time zone 'UTC')::date, status, line ->> 'model', 1, (line ->> 'calls')::numeric,
        (line ->> 'input_tokens')::numeric, (line ->> 'output_tokens')::numeric,
        coalesce((line ->> 'cost_usd')::numeric, 0)
      from apart, jsonb_array_elements(billed_lines(usage, holdings_usage)) as line
    ) as summed
    group by 1, 2, 3
    having sum(lines) > 0
    order by 3
  `.execute(db);
  return rows.map((row) => ({
    day: row.day,
    status: JobStatus.parse(row.status),
    model: row.model,
    calls: Number(row.calls),
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
    costUsd: row.cost,
  }));
}

/** Of two counters, the larger count stays. */
export async function keepSpent(db: Sql, id: string, usage: Usage): Promise<void> {
  await db
    .updateTable("analyses")
    .set({ usage: JSON.stringify(usage) })
    .where("id", "=", id)
    .where("manifest", "is", null)
    .where(sql<boolean>`coalesce((usage ->> 'calls')::bigint, -1) < ${usage.calls}`)
    .execute();
}

export async function uncounted(db: Sql, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("analyses")
    .select("id")
    .where("usage", "is", null)
    .where("started_at", "is not", null)
    .where("status", "in", ["failed", "cancelled"])
    .orderBy("finished_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ordered in `[from, to)`; US dollars, exact. */
export async function sumBills(
  db: Sql,
  owner: string,
  from: Instant,
  to: Instant,
): Promise<{ readonly count: number; readonly costUsd: Usd }> {
  const row = await db
    .selectFrom("attribution_bills")
    .select(({ fn }) => [fn.countAll<string>().as("count"), raw<string>`trim_scale(sum(spent_usd))`.as("cost")])
    .where("owner", "=", owner)
    .where("created_at", ">=", new Date(from))
    .where("created_at", "<", new Date(to))
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), costUsd: row.cost ?? "0" };
}
