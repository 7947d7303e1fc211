import { checkedOf } from "#src/contract/run/checked.ts";
import { type LiveData, dayOf, type AgentReport, type Reports } from "#src/contract/run/run.ts";
import type { ChartData, DrawnBar } from "#src/contract/chart.ts";
import { allSpans } from "#src/contract/run/spans.ts";
import { chartData } from "./chart-data.ts";
import { laterOnBasis } from "./later-prices.ts";
import { reportsInOrder, type FinishedRun } from "../text/result-text.ts";

/**
 * The chart of a finished run: its prices, levels and events, and the indicators that its agents cited.
 * @param later prices after the run, where the reader may see them
 */
export function runChart(
  { run: { manifest }, reports }: FinishedRun,
  later: readonly DrawnBar[] = [],
): ChartData | null {
  const { data, levels } = reports;
  const asOf = dayOf(manifest);
  return chartData({
    symbol: data.symbol,
    currency: data.currency,
    asOf,
    bars: manifest.chart,
    later: laterOnBasis(manifest.chart, later, asOf),
    levels,
    calendar: manifest.calendar,
    events: manifest.chart_events,
    evidence: manifest.evidence,
    cited: [...citedIn(reports)],
  });
}

/** The chart of a run that goes on: its prices alone. */
export function liveChart({ data: { symbol, currency, session }, chart }: LiveData): ChartData | null {
  return chartData({ symbol, currency, asOf: session ?? chart.at(-1)?.date ?? "", bars: chart });
}

/** Ids of the evidence that the reports rest on. */
export function citedIn(reports: Reports): Set<string> {
  return new Set(reportsInOrder(reports).flatMap(citedIds));
}

/** Ids of the evidence that a report names, or that one of its figures rests on. */
function citedIds({ turns }: AgentReport): string[] {
  return turns.flatMap((turn) => [
    ...turn.points.flatMap(({ evidence }) => evidence),
    ...allSpans(checkedOf(turn)).flatMap(({ ids }) => ids),
  ]);
}
