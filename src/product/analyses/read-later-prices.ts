import type { DrawnBar } from "#src/contract/chart.ts";
import type { Run } from "#src/contract/run/run.ts";
import { laterChart } from "./queries/runs.ts";
import { daysOf } from "#src/product/signals/queries/signal-days.ts";
import { requireScope, type Context } from "../context.ts";
import { settledBars } from "../signals/public/settled-bars.ts";

/**
 * From the actor's latest run or the settled sessions, whichever reaches further, on their own basis.
 * @throws Forbidden
 */
export async function readLaterPrices(
  ctx: Context,
  { request, manifest }: Pick<Run, "request" | "manifest">,
): Promise<readonly DrawnBar[]> {
  requireScope(ctx, "analyses:read");
  requireScope(ctx, "signals:read");
  const { db, actor } = ctx;
  const { symbol } = manifest.data;
  const last = manifest.chart.at(-1)?.date;
  const [own, settled] = await Promise.all([
    laterChart(db.sql, actor.owner, request.ticker, request.trade_date),
    daysOf(db.sql, [symbol]),
  ]);
  const sources = [own ?? [], settledBars(settled.get(symbol) ?? [])];
  return sources
    .filter((bars) => bars.some(({ date }) => date === last))
    .reduce((furthest, bars) => ((bars.at(-1)?.date ?? "") > (furthest.at(-1)?.date ?? "") ? bars : furthest), []);
}
