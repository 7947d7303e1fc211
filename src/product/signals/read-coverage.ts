import type { Coverage } from "#src/contract/signals/instruments.ts";
import { foundSymbols } from "./queries/found-symbols.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { requireScope, type Context } from "../context.ts";

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
