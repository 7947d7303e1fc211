import type { Run, Reports } from "#src/contract/run/run.ts";
import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { MeasuredModels, MemorySummary } from "#src/contract/backtests/memory-measurement.ts";
import { measurementsOf } from "#src/product/memory/queries/memory-measurements.ts";
import type { SystemContext } from "#src/product/context.ts";
import { periodText, putTogether } from "./put-together.ts";

/** Nothing where nobody measured it. */
export async function readMemory(
  ctx: SystemContext,
  { run, reports }: { readonly run: Run; readonly reports: Reports },
): Promise<{ readonly memory?: MemorySummary }> {
  const { session, historical } = reports.data;
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = run.manifest.config;
  if (session === null || !historical || provider === "rules") return {};
  const year = session.slice(0, 4);
  const [memory] = await readMemoryOfYears(ctx, { provider, deep, quick }, { from: year, to: year });
  return memory === undefined ? {} : { memory };
}

/** `null` where nothing was measured. */
export async function readMemoryOfBacktest(
  ctx: SystemContext,
  { reasoner, from, to }: Pick<BacktestSettings, "reasoner" | "from" | "to">,
): Promise<MemorySummary | null> {
  if (reasoner.provider === "rules") return null;
  const years = { from: from.slice(0, 4), to: to.slice(0, 4) };
  return putTogether(periodText(years), await measurementsOf(ctx.db.sql, reasoner, years));
}

/** The same of models and of each year that was measured, ascending. */
export async function readMemoryOfYears(
  { db }: SystemContext,
  models: MeasuredModels,
  years: { readonly from: string; readonly to: string },
): Promise<MemorySummary[]> {
  const measured = await measurementsOf(db.sql, models, years);
  return [...Map.groupBy(measured, ({ period }) => period)].flatMap(([period, of]) => putTogether(period, of) ?? []);
}
