import type { ChartData, ChartHole, ChartIndicator, ChartMark, DrawnBar, IndicatorLine } from "#src/contract/chart.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { ChartBar, ChartEvent, Levels } from "#src/contract/run/run.ts";
import {
  type Candle,
  type LineValues,
  atrLine,
  bollingerLines,
  emaLine,
  macdLines,
  mfiLine,
  rsiLine,
  smaLine,
  vwmaLine,
} from "#src/market/measures/running-indicators.ts";
import { calendarByName, missingSessions } from "#src/market/calendar/calendar.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { InstrumentRecord, SessionPrices } from "#src/contract/signals/instruments.ts";

interface Kind {
  readonly id: string;
  readonly title: string;
  readonly pane: "price" | "own";
  /** The measures that it draws. */
  readonly keys: readonly string[];
  readonly lines: (candles: readonly Candle[]) => IndicatorLine[];
}

/** How far ATR bands lie from the close: what a stop is usually measured by. */
const bandWidth = 2;

const kinds: readonly Kind[] = [
  ...[20, 50, 200].map((n): Kind => {
    const title = `SMA ${n}`;
    const keys = [`sma_${n}`, `close_vs_sma_${n}`];
    return { id: `sma_${n}`, title, pane: "price", keys, lines: (of) => [line(title, smaLine(of, n))] };
  }),
  ...[10, 20].map((n): Kind => {
    const title = `EMA ${n}`;
    return { id: `ema_${n}`, title, pane: "price", keys: [`ema_${n}`], lines: (of) => [line(title, emaLine(of, n))] };
  }),
  {
    id: "bollinger",
    title: "Bollinger 20, 2",
    pane: "price",
    keys: ["bollinger_upper", "bollinger_lower", "bollinger_percent_b"],
    lines: (of) => {
      const { upper, lower } = bollingerLines(of);
      return [line("Upper band", upper), line("Lower band", lower)];
    },
  },
  {
    id: "vwma_20",
    title: "VWMA 20",
    pane: "price",
    keys: ["vwma_20"],
    lines: (of) => [line("VWMA 20", vwmaLine(of))],
  },
  {
    id: "atr_14",
    title: `ATR bands, ${bandWidth} × 14`,
    pane: "price",
    keys: ["atr_14", "atr_14_pct"],
    lines: (of) => {
      const atr = atrLine(of);
      const band = (way: 1 | -1): LineValues =>
        of.map(({ close }, index) => {
          const range = atr[index] ?? null;
          return range === null ? null : Number((close + way * bandWidth * range).toPrecision(6));
        });
      return [line("Close + 2 ATR", band(1)), line("Close − 2 ATR", band(-1))];
    },
  },
  { id: "rsi_14", title: "RSI 14", pane: "own", keys: ["rsi_14"], lines: (of) => [line("RSI 14", rsiLine(of))] },
  { id: "mfi_14", title: "MFI 14", pane: "own", keys: ["mfi_14"], lines: (of) => [line("MFI 14", mfiLine(of))] },
  {
    id: "macd",
    title: "MACD 12, 26, 9",
    pane: "own",
    keys: ["macd", "macd_signal", "macd_hist"],
    lines: (of) => {
      const { macd, signal, histogram } = macdLines(of);
      return [
        { name: "Histogram", look: "bars", values: histogram },
        line("MACD", macd),
        { name: "Signal", look: "faint", values: signal },
      ];
    },
  },
];

function line(name: string, values: LineValues): IndicatorLine {
  return { name, look: "line", values };
}

/** Which indicator draws the measure of this key; `null`: none. */
function indicatorOf(key: string): string | null {
  return kinds.find(({ keys }) => keys.includes(key))?.id ?? null;
}

/**
 * The indicators that draw a measure of `evidence`, computed from the same bars by the functions that gave the
 * measures. Those that no bar has a value for are left out.
 */
export function chartIndicators(
  bars: readonly ChartBar[],
  evidence: readonly Pick<Evidence, "key">[],
): ChartIndicator[] {
  const wanted = new Set(evidence.map(({ key }) => key));
  const candles = bars.map((bar): Candle => ({ ...bar, volume: bar.volume ?? null }));
  return kinds
    .filter(({ keys }) => keys.some((key) => wanted.has(key)))
    .map(({ id, title, pane, lines }) => ({ id, title, pane, lines: lines(candles) }))
    .filter(({ lines }) => lines.some(({ values }) => values.some((value) => value !== null)));
}

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

/** The chart of an instrument: its prices up to the last one known, and what it was rated. `null` without a price. */
export function instrumentChart({
  symbol,
  currency,
  closes,
  tracks,
}: Pick<InstrumentRecord, "symbol" | "currency" | "closes" | "tracks">): ChartData | null {
  const data = chartData({
    symbol,
    currency: currency ?? "its currency",
    asOf: closes.at(-1)?.session ?? "",
    bars: closes.map(barOf),
  });
  if (data === null) return null;
  return {
    ...data,
    tracks: tracks.map(({ name, ratings }) => ({
      name,
      ratings: ratings.map(({ session, rating, outcome, href }) => ({ session, rating, outcome, href })),
    })),
  };
}

function barOf({ session: date, open, high, low, close }: SessionPrices): DrawnBar {
  const prices = { date, open: sent(open), close: sent(close) };
  if (high === null || low === null)
    return {
      ...prices,
      high: Math.max(prices.open, prices.close),
      low: Math.min(prices.open, prices.close),
      rangeUnknown: true,
    };
  return { ...prices, high: sent(high), low: sent(low) };
}

/** A price that a split divided has more digits than anybody reads, and the page carries each of them. */
function sent(price: number): number {
  return Number(price.toPrecision(8));
}
