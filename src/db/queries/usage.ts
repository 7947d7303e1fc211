import { sql } from "kysely";
import { JobStatus } from "#src/contract/analysis.ts";
import type { Usage } from "#src/contract/usage.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Sql } from "../database.ts";

/** Of one day, UTC, and one state. */
export interface JobCount {
  readonly day: string;
  readonly status: JobStatus;
  readonly jobs: number;
}

/** Of one day, one state and one model. */
export interface UsageSum {
  readonly day: string;
  readonly status: JobStatus;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Exact, in US dollars, of what has a known price. */
  readonly costUsd: string;
}

/** How many jobs the owner started in `[from, to)`, ascending by day. */
export async function countJobs(db: Sql, owner: string, from: Instant, to: Instant): Promise<JobCount[]> {
  const { rows } = await sql<{ day: string; status: string; jobs: string }>`
    select (created_at at time zone 'UTC')::date as day, status, count(*) as jobs
    from analyses
    where owner = ${owner} and created_at >= ${new Date(from)} and created_at < ${new Date(to)}
    group by 1, 2
    order by 1, 2
  `.execute(db);
  return rows.map(({ day, status, jobs }) => ({ day, status: JobStatus.parse(status), jobs: Number(jobs) }));
}

/** What those jobs used, from the lines of their bills. */
export async function sumUsage(db: Sql, owner: string, from: Instant, to: Instant): Promise<UsageSum[]> {
  const { rows } = await sql<Record<"day" | "status" | "model" | "calls" | "input" | "output" | "cost", string>>`
    select (created_at at time zone 'UTC')::date as day, status, line ->> 'model' as model,
      sum((line ->> 'calls')::bigint) as calls,
      sum((line ->> 'input_tokens')::bigint) as input,
      sum((line ->> 'output_tokens')::bigint) as output,
      trim_scale(coalesce(sum((line ->> 'cost_usd')::numeric), 0)) as cost
    from analyses, jsonb_array_elements(usage -> 'agents') as line
    where owner = ${owner} and created_at >= ${new Date(from)} and created_at < ${new Date(to)}
    group by 1, 2, 3
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

/**
 * Keeps what a run without a result has spent. What was counted stays when fewer calls were found: of two who count
 * at once, the one who saw more is right.
 */
export async function keepSpent(db: Sql, id: string, usage: Usage): Promise<void> {
  await db
    .updateTable("analyses")
    .set({ usage: JSON.stringify(usage) })
    .where("id", "=", id)
    .where("manifest", "is", null)
    .where(sql<boolean>`coalesce((usage ->> 'calls')::bigint, -1) < ${usage.calls}`)
    .execute();
}

/** Runs that failed or were cancelled, and whose usage nobody has counted; at most `limit`. */
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
