import { counted } from "#src/core/text/number-text.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { Bar } from "../market-data.ts";
import type { Reading } from "./measure.ts";
import { missingBetween, type Hole } from "../calendar/calendar.ts";

export interface Benchmark {
  readonly symbol: string;
  /** Of an index whether it has dividends; else `null`. */
  readonly index: "price index" | "total-return index" | null;
  readonly bars: readonly Bar[];
}

export interface PriceArgs {
  /** Split-adjusted to one basis, ascending. */
  readonly bars: readonly Bar[];
  readonly rawLast: Bar;
  /** Sessions between the bars that have none. */
  readonly holes: readonly Hole[];
  readonly benchmark: Benchmark | null;
  /** Sessions a year of the calendar: 252 for stocks, 365 for coins. */
  readonly sessionsPerYear: number;
  readonly source: string;
}

/** Share of sessions that may be missing in a window. */
export const missingAllowed = 0.05;

export function tooManyMissing({ bars, holes }: PriceArgs, from: LocalDate, sessions: number): boolean {
  return missingBetween(holes, from, bars.at(-1)?.date ?? "") > sessions * missingAllowed;
}

/** A measure's name when sessions in its window have no price. */
export function labelOver(label: string, holes: readonly Hole[], from: LocalDate, to: LocalDate): string {
  const missing = missingBetween(holes, from, to);
  return missing === 0 ? label : `${label} (${counted(missing, "session")} missing in between)`;
}

/** Returns, volatility, drawdown and range, as of the last bar. */
export function returnsAndRisk(args: PriceArgs, hasRange: boolean): Reading[] {
  return [...returns(args), ...volatilities(args), ...drawdowns(args), ...(hasRange ? ranges(args) : [])];
}

/** The last `n` bars, or `null` when there are fewer. */
function lastBars(bars: readonly Bar[], n: number): readonly [Bar, ...Bar[]] | null {
  const window = bars.length < n ? [] : bars.slice(-n);
  return hasBars(window) ? window : null;
}

function hasBars(bars: readonly Bar[]): bars is readonly [Bar, ...Bar[]] {
  return bars.length > 0;
}

function over(
  window: readonly [Bar, ...Bar[]],
  { source, holes }: PriceArgs,
  rest: Omit<Reading, "at" | "source" | "sourceIds">,
): Reading {
  const [first] = window;
  const last = window.at(-1) ?? first;
  const label = labelOver(rest.label, holes, first.date, last.date);
  return { ...rest, label, at: last.date, source, sourceIds: [first.sourceId, last.sourceId] };
}

/** Bars back to the session `n` before; `null` when it has no price. */
function barsBack(bars: readonly Bar[], holes: readonly Hole[], n: number): number | null {
  for (let back = Math.min(n, bars.length - 1); back > 0; back -= 1) {
    const apart = back + missingBetween(holes, bars.at(-1 - back)?.date ?? "", bars.at(-1)?.date ?? "");
    if (apart <= n) return apart === n ? back : null;
  }
  return null;
}

/** By the calendar, so that a return spans what it says. */
function returns(args: PriceArgs): Reading[] {
  const { bars, holes } = args;
  return [1, 5, 21, 63, 252].flatMap((n) => {
    const back = barsBack(bars, holes, n);
    const window = back === null ? null : lastBars(bars, back + 1);
    if (window === null) return [];
    return over(
      window,
      { ...args, holes: [] },
      {
        key: `return_${n}d`,
        label: `Return over ${n} ${n === 1 ? "session" : "sessions"}`,
        value: change(window[0].close, (window.at(-1) ?? window[0]).close),
        unit: "%",
        formula: n === 1 ? "close / previous close − 1" : `close / close ${n} sessions before − 1`,
      },
    );
  });
}

/** In %. */
export function change(from: number, to: number): number {
  return (to / from - 1) * 100;
}

/** A return over a hole is no session's: more than a few of them give no volatility. */
function volatilities(args: PriceArgs): Reading[] {
  const { bars, sessionsPerYear } = args;
  return [21, 63].flatMap((n) => {
    const window = lastBars(bars, n + 1);
    if (window === null || tooManyMissing(args, window[0].date, n)) return [];
    return over(window, args, {
      key: `volatility_${n}`,
      label: `Volatility of ${n} sessions, annualised`,
      value: annualisedVolatility(
        window.map((bar) => bar.close),
        sessionsPerYear,
      ),
      unit: "%",
      formula: `sample standard deviation of ${n} log returns × √${sessionsPerYear}`,
    });
  });
}

/** Annualised deviation of log returns, in %; needs three closes. */
export function annualisedVolatility(closes: readonly number[], periodsPerYear: number): number {
  const logs: number[] = [];
  let before = Number.NaN;
  for (const price of closes) {
    if (!Number.isNaN(before)) logs.push(Math.log(price / before));
    before = price;
  }
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const squares = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt((squares / (logs.length - 1)) * periodsPerYear) * 100;
}

function drawdowns(args: PriceArgs): Reading[] {
  const window = lastBars(args.bars, 252);
  if (window === null) return [];
  let peak = 0;
  let worst = 0;
  let now = 0;
  for (const bar of window) {
    peak = Math.max(peak, bar.close);
    now = change(peak, bar.close);
    worst = Math.min(worst, now);
  }
  return [
    over(window, args, {
      key: "max_drawdown_252",
      label: "Deepest fall from a high close within 252 sessions",
      value: worst,
      unit: "%",
      formula: "min over 252 sessions of close / highest close so far − 1",
    }),
    over(window, args, {
      key: "drawdown_from_high_252",
      label: "Close against the highest close of 252 sessions",
      value: now,
      unit: "%",
      formula: "close / highest close of 252 sessions − 1",
    }),
  ];
}

function ranges(args: PriceArgs): Reading[] {
  const { bars, rawLast } = args;
  const readings: Reading[] = [];
  const unit = rawLast.currency;
  const year = lastBars(bars, 252);
  if (year !== null) {
    const formula = "over the last 252 sessions, this one included";
    readings.push(
      over(year, args, {
        key: "high_252",
        label: "Highest price of 252 sessions",
        value: highest(year),
        unit,
        formula,
      }),
      over(year, args, { key: "low_252", label: "Lowest price of 252 sessions", value: lowest(year), unit, formula }),
    );
  }
  const before = lastBars(bars.slice(0, -1), 20);
  const last = bars.at(-1);
  if (before !== null && last !== undefined) {
    const formula = "over the 20 sessions before this one";
    const at = last.date;
    readings.push(
      {
        ...over(before, args, {
          key: "support_20",
          label: "Lowest low of the previous 20 sessions",
          value: lowest(before),
          unit,
          formula,
        }),
        at,
      },
      {
        ...over(before, args, {
          key: "resistance_20",
          label: "Highest high of the previous 20 sessions",
          value: highest(before),
          unit,
          formula,
        }),
        at,
      },
    );
  }
  return readings;
}

function highest(bars: readonly Bar[]): number {
  return bars.reduce((most, bar) => Math.max(most, bar.high), Number.NEGATIVE_INFINITY);
}

function lowest(bars: readonly Bar[]): number {
  return bars.reduce((least, bar) => Math.min(least, bar.low), Number.POSITIVE_INFINITY);
}
