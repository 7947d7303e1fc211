import type { ListRun } from "#src/contract/signals/signals.ts";
import { listsOf } from "./queries/signal-lists.ts";
import { newestRuns } from "./queries/signal-runs.ts";
import { requireScope, type Context } from "../context.ts";
import { getWatchlist } from "./watchlists.ts";
import { toIso } from "#src/core/clock.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { nextRuns } from "./public/lists.ts";
import type { Coverage } from "#src/contract/signals/instruments.ts";
import { foundSymbols } from "./queries/found-symbols.ts";

/** Of one list. */
const mostRuns = 30;

/** By list, newest session first. */
export async function listRuns(ctx: Context): Promise<Readonly<Record<string, readonly ListRun[]>>> {
  requireScope(ctx, "lists:read");
  const { db, actor } = ctx;
  const lists = await listsOf(db.sql, actor.owner);
  return Object.fromEntries(
    await newestRuns(
      db.sql,
      lists.map(({ id }) => id),
      mostRuns,
    ),
  );
}

/** Newest session first. @throws NotFound */
export async function listListRuns(
  ctx: Context,
  { list, limit }: { readonly list: string; readonly limit: number },
): Promise<readonly ListRun[]> {
  requireScope(ctx, "lists:read");
  const { id } = await getWatchlist(ctx, list);
  return (await newestRuns(ctx.db.sql, [id], limit)).get(id) ?? [];
}

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

/** By symbol, what the service has on it. @param symbols canonical */
export async function readCoverage(
  ctx: Context,
  {
    environment,
    symbols,
  }: { readonly environment: Pick<AnalysisEnvironment, "coverageOf">; readonly symbols: readonly string[] },
): Promise<Readonly<Record<string, Coverage>>> {
  requireScope(ctx, "lists:read");
  const own = symbols.map((symbol) => [symbol, environment.coverageOf(symbol)] as const);
  const unchecked = own.flatMap(([symbol, { status }]) => (status === "unchecked" ? [symbol] : []));
  const found = await foundSymbols(ctx.db.sql, unchecked);
  return Object.fromEntries(
    own.map(([symbol, coverage]) => {
      const name = found.get(symbol);
      return [symbol, coverage.status === "unchecked" && name !== undefined ? { status: "found", name } : coverage];
    }),
  );
}
