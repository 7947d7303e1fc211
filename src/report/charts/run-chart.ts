import type { ChartData, DrawnBar } from "#src/contract/chart.ts";
import { type AgentReport, type ChartBar, type Reports, dayOf, type LiveData } from "#src/contract/run/run.ts";
import { type LocalDate, addDays } from "#src/core/clock.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import { allSpans } from "#src/contract/run/spans.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { counted, percentText } from "#src/core/text/number-text.ts";
import { chartData } from "./chart-data.ts";
import { type FinishedRun, priceText, reportsInOrder } from "../text/result-text.ts";

/**
 * Bars of a later run or settlement, after the as-of date and on the basis of the run that ended on it: a split in
 * between has restated them, by the same factor as the last close that both know. Empty where they share no session.
 * @param known of the earlier run, ascending
 * @param later ascending
 */
export function laterOnBasis(known: readonly ChartBar[], later: readonly DrawnBar[], asOf: LocalDate): DrawnBar[] {
  const factor = basisFactor(known, later);
  if (factor === null) return [];
  return later
    .filter(({ date }) => date > asOf)
    .map(({ date, open, high, low, close, volume, rangeUnknown }) => ({
      date,
      open: open * factor,
      high: high * factor,
      low: low * factor,
      close: close * factor,
      ...(volume !== undefined && { volume: volume === null ? null : volume / factor }),
      ...(rangeUnknown && { rangeUnknown }),
    }));
}

/** What a later price is multiplied by to compare with the earlier ones; `null` where they share no session. */
function basisFactor(known: readonly ChartBar[], later: readonly ChartBar[]): number | null {
  const last = known.at(-1);
  const same = later.find(({ date }) => date === last?.date);
  return last === undefined || same === undefined || same.close <= 0 ? null : last.close / same.close;
}

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

/** How the price moved after a run. The run knew none of it, and no file of the run tells it. */
export interface MoveSince {
  /** Of the last close known, as a share of the run's own: 0.042 is +4.2 %. */
  readonly share: number;
  /** On the basis of the run, so that it compares with its levels. */
  readonly close: number;
  readonly date: LocalDate;
  readonly sessions: number;
  /** A split since then stands between this price and the one that was traded. */
  readonly isRestated: boolean;
}

/** More than a vendor's rounding and corrections, and less than any split. */
const leastSplit = 0.02;

/** @param later prices that the reader may see; `null` where they hold nothing after the run's last close */
export function moveSince(
  { run: { manifest } }: Pick<FinishedRun, "run">,
  later: readonly DrawnBar[],
): MoveSince | null {
  const last = manifest.chart.at(-1);
  const after = laterOnBasis(manifest.chart, later, dayOf(manifest));
  const newest = after.at(-1);
  if (last === undefined || newest === undefined || last.close <= 0) return null;
  const calendar = manifest.calendar === undefined ? null : calendarByName(manifest.calendar);
  return {
    share: newest.close / last.close - 1,
    close: newest.close,
    date: newest.date,
    sessions: calendar?.sessionsBetween(addDays(last.date, 1), newest.date).length ?? after.length,
    isRestated: Math.abs((basisFactor(manifest.chart, later) ?? 1) - 1) >= leastSplit,
  };
}

/** `+4.2%`, `to 211.30 USD on 2025-05-14` and `24 sessions later`. */
export function moveText(
  { share, close, date, sessions }: MoveSince,
  currency: string,
): { readonly move: string; readonly to: string; readonly after: string } {
  const moved = percentText(share, 1);
  return {
    // What rounds to nothing has no sign.
    move: share > 0 && Number.parseFloat(moved) > 0 ? `+${moved}` : moved,
    to: `to ${priceText(close, currency)} on ${date}`,
    after: `${counted(sessions, "session")} later`,
  };
}
