import type { JobStatus } from "#src/contract/analysis.ts";
import type { JobList } from "#src/contract/jobs.ts";
import { listAnalyses as query } from "#src/db/queries/analyses.ts";
import { Forbidden } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/**
 * The owner's jobs, newest first.
 * @param page `cursor` is what the page before gave as `next_cursor`; parsed at the edge to a job's number. Without
 *   `reports` the results have none, which are nearly all of a page's size
 */
export async function listAnalyses(
  { db, actor }: Pick<Context, "db" | "actor">,
  page: {
    readonly status: JobStatus | null;
    readonly ticker: string | null;
    readonly cursor: number | null;
    readonly limit: number;
    readonly reports: boolean;
  },
): Promise<JobList> {
  if (!actor.scopes.includes("analyses:read")) throw new Forbidden("the key lacks the scope analyses:read");
  const found = await query(db.sql, actor.owner, {
    status: page.status,
    ticker: page.ticker,
    before: page.cursor,
    limit: page.limit + 1,
    reports: page.reports,
  });
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    data: shown.map(({ job }) => job),
    next_cursor: found.length > page.limit && last !== undefined ? String(last.number) : null,
  };
}
