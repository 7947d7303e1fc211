import { sql } from "kysely";
import { JobStatus } from "#src/contract/analysis.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Sql } from "../database.ts";

export interface UsageSum {
  readonly status: JobStatus;
  readonly jobs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Exact, in US dollars. */
  readonly costUsd: string;
}

/** What the owner's jobs that were started in `[from, to)` used, by their state; no entry for a state without any. */
export async function sumUsage(db: Sql, owner: string, from: Instant, to: Instant): Promise<UsageSum[]> {
  const { rows } = await sql<{ status: string; jobs: string; input: string; output: string; cost: string }>`
    select status,
      count(*) as jobs,
      coalesce(sum((usage ->> 'input_tokens')::bigint), 0) as input,
      coalesce(sum((usage ->> 'output_tokens')::bigint), 0) as output,
      trim_scale(coalesce(sum((usage ->> 'cost_usd')::numeric), 0)) as cost
    from analyses
    where owner = ${owner} and created_at >= ${new Date(from)} and created_at < ${new Date(to)}
    group by status
  `.execute(db);
  return rows.map((row) => ({
    status: JobStatus.parse(row.status),
    jobs: Number(row.jobs),
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
    costUsd: row.cost,
  }));
}
