import type { JobStatus } from "#src/contract/jobs/analysis.ts";
import type { JobList } from "#src/contract/jobs/jobs.ts";
import { listAnalyses as query } from "./queries/analyses.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Newest first.
 * @param page `cursor` is a job's number; without `reports` results are small
 */
export async function listAnalyses(
  ctx: Context,
  page: {
    readonly status: JobStatus | null;
    readonly ticker: string | null;
    readonly cursor: number | null;
    readonly limit: number;
    readonly reports: boolean;
  },
): Promise<JobList> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const found = await query(db.sql, actor.owner, {
    status: page.status,
    ticker: page.ticker,
    before: page.cursor,
    limit: page.limit + 1,
    reports: page.reports,
  });
  const listed = found.slice(0, page.limit);
  const last = listed.at(-1);
  return {
    data: listed.map(({ job }) => job),
    next_cursor: found.length > page.limit && last !== undefined ? String(last.number) : null,
  };
}
