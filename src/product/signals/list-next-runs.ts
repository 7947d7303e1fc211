import { toIso } from "#src/core/clock.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { requireScope, type Context } from "../context.ts";
import { getWatchlist } from "./get-watchlist.ts";
import { nextRuns } from "./public/next-runs.ts";

/** Soonest first. @throws NotFound */
export async function listNextRuns(
  ctx: Context,
  {
    environment,
    list,
    limit,
  }: {
    readonly environment: Pick<AnalysisEnvironment, "closes" | "runDelayMs">;
    readonly list: string;
    readonly limit: number;
  },
): Promise<{ readonly at: string; readonly symbols: readonly string[] }[]> {
  requireScope(ctx, "lists:read");
  const runs = nextRuns(environment, await getWatchlist(ctx, list), ctx.clock.now(), limit);
  return runs.map(({ at, symbols }) => ({ at: toIso(at), symbols }));
}
