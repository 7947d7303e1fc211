import type { AnalysisRequest } from "#src/contract/analysis.ts";
import type { ChartBar } from "#src/contract/run.ts";
import { laterChart } from "#src/db/queries/runs.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Prices after a run's date, from the actor's own latest run on the same ticker: who may read that run may see them.
 * As they stand in that run, on its basis; empty when there is none.
 * @throws Forbidden without the scope
 */
export async function readLaterPrices(ctx: Context, request: AnalysisRequest): Promise<ChartBar[]> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  return (await laterChart(db.sql, actor.owner, request.ticker, request.trade_date)) ?? [];
}
