import type { AnalysisFilter, AnalysisPage } from "#src/contract/jobs/analysis-list.ts";
import { searchAnalyses as query } from "./queries/analysis-list.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Newest first, without reports.
 * @param input `before` and `after` are `older` and `newer` of another page
 */
export async function searchAnalyses(
  ctx: Context,
  {
    filter,
    page,
  }: {
    readonly filter: AnalysisFilter;
    readonly page: { readonly before: number | null; readonly after: number | null; readonly limit: number };
  },
): Promise<AnalysisPage> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const found = await query(db.sql, actor.owner, filter, { ...page, limit: page.limit + 1 });
  const more = found.length > page.limit;
  // One more than fits was asked for.
  const analyses = !more ? found : page.after === null ? found.slice(0, -1) : found.slice(1);
  const first = analyses.at(0)?.number ?? null;
  const last = analyses.at(-1)?.number ?? null;
  return {
    analyses,
    newer: page.after === null ? (page.before === null ? null : first) : more ? first : null,
    older: page.after === null && !more ? null : last,
  };
}
