import type { Upcoming } from "#src/contract/signals/dashboard.ts";
import type { SignalList } from "#src/product/signals/queries/signal-lists.ts";
import { addDays, toIso } from "#src/core/clock.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { expectReports } from "../instruments/expect-reports.ts";
import { nextRuns } from "../signals/public/next-runs.ts";
import { requireScope, type Context } from "../context.ts";
import { followedLists, wantedOf } from "./public/followed-lists.ts";

/** Runs of a list, and closes. */
const runsEach = 2;
const mostShown = 6;
const mostReports = 3;
/** Prices older than this are stale, as in a report. */
const staleDays = 10;

/** Soonest first; reports last, as they are estimates. */
export async function listUpcoming(
  ctx: Context,
  environment: Pick<AnalysisEnvironment, "closes" | "runDelayMs" | "coverageOf">,
): Promise<Upcoming[]> {
  requireScope(ctx, "analyses:read");
  const now = ctx.clock.now();
  const { own } = await followedLists(ctx);
  const runs = own.flatMap((list) =>
    nextRuns(environment, list, now, runsEach).map(({ at, symbols }) => ({ at, list: list.name, symbols })),
  );
  const today = toIso(now).slice(0, 10);
  const closes = wantedOf(own).flatMap(({ symbol, asset_type: type }) => {
    // Where an archive ended long ago, no close is to come.
    const held = environment.coverageOf(symbol);
    if (held.status === "held" && held.to !== null && addDays(held.to, staleDays) < today) return [];
    const [at] = environment.closes(symbol, type, now, 1);
    return at === undefined ? [] : [{ symbol, at }];
  });
  const closing = [...Map.groupBy(closes, ({ at }) => at)].map(([at, alike]) => ({
    at,
    list: null,
    symbols: [...new Set(alike.map(({ symbol }) => symbol))],
  }));
  const known = [...closing, ...runs]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, mostShown)
    .map(({ at, list, symbols }): Upcoming => ({
      at: toIso(at),
      kind: list === null ? "close" : "run",
      list,
      symbols,
    }));
  return [...known, ...(await reportsOf(ctx, own))];
}

async function reportsOf(ctx: Context, own: readonly SignalList[]): Promise<Upcoming[]> {
  const stocks = wantedOf(own).filter((one) => one.asset_type === "stock");
  const expected = await expectReports(ctx, [...new Set(stocks.map(({ symbol }) => symbol))]);
  return [...expected]
    .toSorted(([, a], [, b]) => (a.date < b.date ? -1 : Number(a.date > b.date)))
    .slice(0, mostReports)
    .map(([symbol, report]) => ({ kind: "report", symbol, report }));
}
