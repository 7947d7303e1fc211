import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import type { Context } from "../context.ts";

/**
 * The same for every key.
 * @param input `search` in symbols and names; `after` a symbol
 */
export async function listInstruments(
  _ctx: Context,
  {
    environment,
    search,
    after,
    limit,
  }: {
    readonly environment: Pick<AnalysisEnvironment, "instruments">;
    readonly search: string | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<{ readonly instruments: readonly ListedInstrument[]; readonly next: string | null }> {
  const wanted = search?.toLowerCase() ?? "";
  const found = environment.instruments.filter(
    ({ symbol, name }) =>
      (after === null || symbol > after) &&
      (symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)),
  );
  const listed = found.slice(0, limit);
  return { instruments: listed, next: found.length > limit ? (listed.at(-1)?.symbol ?? null) : null };
}
