import type { ChartData, ChartHole, ChartMark, DrawnBar } from "#src/contract/chart.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { ChartBar, ChartEvent, Levels } from "#src/contract/run/run.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { missingSessions } from "#src/market/calendar/missing-sessions.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { chartIndicators, indicatorOf } from "./chart-indicators.ts";

export interface ChartInput {
  readonly symbol: string;
  readonly currency: string;
  readonly asOf: LocalDate;
  readonly bars: readonly ChartBar[];
  readonly later?: readonly DrawnBar[];
  readonly levels?: Levels | null;
  /** A name of a calendar; without it the one that the symbol's spelling suggests. */
  readonly calendar?: string | undefined;
  readonly events?: readonly ChartEvent[] | undefined;
  readonly evidence?: readonly Evidence[];
  /** Ids of the evidence whose indicators are drawn. */
  readonly cited?: readonly string[];
}

/** The one way to a chart: of a report, of a signal, of an instrument. `null` without a price. */
export function chartData(input: ChartInput): ChartData | null {
  const { symbol, currency, asOf, bars, later = [], levels = null, events = [], evidence = [], cited = [] } = input;
  const [first] = bars;
  if (first === undefined) return null;
  const used = new Set(cited);
  const inside = evidence.filter(({ at }) => at >= first.date && at <= asOf);
  return {
    symbol,
    currency,
    asOf,
    bars,
    later,
    holes: holesOf(
      input.calendar ?? usualCalendar(symbol),
      [...bars, ...later].map(({ date }) => date),
      asOf,
    ),
    levels,
    indicators: chartIndicators(
      bars,
      evidence.filter(({ id }) => used.has(id)),
    ),
    marks: [
      ...events.map(({ kind, date, label }) => ({ date, type: kind, label, evidence: null })),
      ...inside.flatMap(({ id, key, at, text }): ChartMark[] =>
        key === "news" || key === "post" ? [{ date: at, type: key, label: text ?? "", evidence: id }] : [],
      ),
    ].toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))),
    places: inside.map(({ id, key, at }) => ({ id, date: at, indicator: indicatorOf(key) })),
    tracks: [],
  };
}

/** A hole is as wide as its sessions, but no wider than this: a year without prices is not a year of empty paper. */
const widestHole = 15;

function holesOf(calendar: string | null, dates: readonly LocalDate[], asOf: LocalDate): ChartHole[] {
  const known = calendar === null ? null : calendarByName(calendar);
  const last = dates.at(-1) ?? asOf;
  if (known === null) return [];
  return missingSessions(known, dates, last > asOf ? last : asOf).map((hole) => ({
    ...hole,
    places: spread(known.sessionsBetween(hole.from, hole.to)),
  }));
}

/** All of them where they are few, else some at equal distances, the first and the last among them. */
function spread(sessions: readonly LocalDate[]): LocalDate[] {
  const { length } = sessions;
  if (length <= widestHole) return [...sessions];
  return Array.from(
    { length: widestHole },
    (_, at) => sessions[Math.round((at * (length - 1)) / (widestHole - 1))] ?? "",
  );
}

function usualCalendar(symbol: string): string | null {
  const parsed = parseSymbol(symbol);
  return parsed.ok ? parsed.symbol.calendar : null;
}
