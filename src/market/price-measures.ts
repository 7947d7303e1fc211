import type { Bar } from "./market-data.ts";
import { joinSources, type Reading } from "./measure.ts";

export interface Benchmark {
  readonly symbol: string;
  /** Of an index whether dividends are in it; `null` for what is no index. */
  readonly index: "price index" | "total-return index" | null;
  readonly bars: readonly Bar[];
}

export interface PriceArgs {
  /** Split-adjusted to one basis, ascending. */
  readonly bars: readonly Bar[];
  readonly rawLast: Bar;
  readonly benchmark: Benchmark | null;
  /** Of the calendar: 252 for stocks, 365 for coins. */
  readonly sessionsPerYear: number;
  readonly source: string;
}

/** The share of sessions that may be missing between two dates that a window of sessions joins. */
const missingAllowed = 0.05;

/** Returns, volatility, drawdown, range and strength against the benchmark, as of the last bar. */
export function returnsAndRisk(args: PriceArgs, hasRange: boolean): Reading[] {
  return [
    ...returns(args),
    ...volatilities(args),
    ...drawdowns(args),
    ...(hasRange ? ranges(args) : []),
    ...againstBenchmark(args),
  ];
}

/** The last `n` bars, or `null` when there are fewer. */
function lastBars(bars: readonly Bar[], n: number): readonly [Bar, ...Bar[]] | null {
  const [first, ...rest] = bars.length < n ? [] : bars.slice(-n);
  return first === undefined ? null : [first, ...rest];
}

/** A reading over a window of bars; its evidence is the first and the last of them. */
function over(
  window: readonly [Bar, ...Bar[]],
  source: string,
  rest: Omit<Reading, "at" | "source" | "sourceIds">,
): Reading {
  const last = window.at(-1) ?? window[0];
  return { ...rest, at: last.date, source, sourceIds: [window[0].sourceId, last.sourceId] };
}

function returns({ bars, source }: PriceArgs): Reading[] {
  return [1, 5, 21, 63, 252].flatMap((n) => {
    const window = lastBars(bars, n + 1);
    if (window === null) return [];
    return over(window, source, {
      key: `return_${n}d`,
      label: `Return over ${n} ${n === 1 ? "session" : "sessions"}`,
      value: change(window[0].close, (window.at(-1) ?? window[0]).close),
      unit: "%",
      formula: n === 1 ? "close / previous close − 1" : `close / close ${n} sessions before − 1`,
    });
  });
}

/** In %. */
function change(from: number, to: number): number {
  return (to / from - 1) * 100;
}

function volatilities({ bars, sessionsPerYear, source }: PriceArgs): Reading[] {
  return [21, 63].flatMap((n) => {
    const window = lastBars(bars, n + 1);
    if (window === null) return [];
    return over(window, source, {
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

/** Sample standard deviation of the log returns of `closes`, annualised, in %. Needs at least three closes. */
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

function drawdowns({ bars, source }: PriceArgs): Reading[] {
  const window = lastBars(bars, 252);
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
    over(window, source, {
      key: "max_drawdown_252",
      label: "Deepest fall from a high close within 252 sessions",
      value: worst,
      unit: "%",
      formula: "min over 252 sessions of close / highest close so far − 1",
    }),
    over(window, source, {
      key: "drawdown_from_high_252",
      label: "Close against the highest close of 252 sessions",
      value: now,
      unit: "%",
      formula: "close / highest close of 252 sessions − 1",
    }),
  ];
}

function ranges({ bars, rawLast, source }: PriceArgs): Reading[] {
  const readings: Reading[] = [];
  const unit = rawLast.currency;
  const year = lastBars(bars, 252);
  if (year !== null) {
    const formula = "over the last 252 sessions, this one included";
    readings.push(
      over(year, source, {
        key: "high_252",
        label: "Highest price of 252 sessions",
        value: highest(year),
        unit,
        formula,
      }),
      over(year, source, { key: "low_252", label: "Lowest price of 252 sessions", value: lowest(year), unit, formula }),
    );
  }
  const before = lastBars(bars.slice(0, -1), 20);
  const last = bars.at(-1);
  if (before !== null && last !== undefined) {
    const formula = "over the 20 sessions before this one";
    const at = last.date;
    readings.push(
      {
        ...over(before, source, {
          key: "support_20",
          label: "Lowest low of the previous 20 sessions",
          value: lowest(before),
          unit,
          formula,
        }),
        at,
      },
      {
        ...over(before, source, {
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

/** A session that the instrument and its benchmark both have. */
interface Pair {
  readonly index: number;
  readonly own: Bar;
  readonly other: Bar;
}

function againstBenchmark({ bars, benchmark, source }: PriceArgs): Reading[] {
  if (benchmark === null) return [];
  const pairs = commonSessions(bars, benchmark.bars, 253);
  const against = benchmarkName(benchmark);
  const readings: Reading[] = [];
  for (const n of [63, 252]) {
    const span = lastPairs(pairs, n, bars.length);
    if (span === null) continue;
    const value = change(span[0].own.close, span[1].own.close) - change(span[0].other.close, span[1].other.close);
    readings.push({
      key: `relative_strength_${n}`,
      label: `Return over ${n} sessions less that of ${against}, percentage points`,
      value,
      unit: "%",
      formula: `return over ${n} common sessions − the same of ${benchmark.symbol}`,
      ...ground(span, source),
    });
  }
  const span = lastPairs(pairs, 252, bars.length);
  if (span === null) return readings;
  const { beta, correlation } = comovement(pairs);
  const of = `daily returns over 252 common sessions with ${benchmark.symbol}`;
  readings.push(
    {
      key: "beta_252",
      label: `Beta to ${against}`,
      value: beta,
      unit: "x",
      formula: `covariance / variance of the benchmark, ${of}`,
      ...ground(span, source),
    },
    {
      key: "correlation_252",
      label: `Correlation with ${against}`,
      value: correlation,
      unit: "x",
      formula: `Pearson, ${of}`,
      ...ground(span, source),
    },
  );
  return readings;
}

/** Returns here are of prices, without dividends on either side but where an index has them in it. */
function benchmarkName({ symbol, index }: Benchmark): string {
  switch (index) {
    case "price index":
      return `${symbol} (a price index, without dividends)`;
    case "total-return index":
      return `${symbol} (a total-return index, with dividends)`;
    case null:
      return symbol;
  }
}

function ground([first, last]: readonly [Pair, Pair], source: string): Pick<Reading, "at" | "source" | "sourceIds"> {
  return {
    at: last.own.date,
    source: joinSources([source, last.other.source]),
    sourceIds: [first.own.sourceId, last.own.sourceId, first.other.sourceId, last.other.sourceId],
  };
}

/** At most the last `limit` sessions that both have, ascending. */
function commonSessions(own: readonly Bar[], other: readonly Bar[], limit: number): Pair[] {
  const pairs: Pair[] = [];
  let j = other.length - 1;
  for (let i = own.length - 1; i >= 0 && pairs.length < limit; i -= 1) {
    const mine = own[i];
    if (mine === undefined) break;
    while (j >= 0 && (other[j]?.date ?? "") > mine.date) j -= 1;
    const theirs = other[j];
    if (theirs === undefined) break;
    if (theirs.date === mine.date) pairs.push({ index: i, own: mine, other: theirs });
  }
  return pairs.toReversed();
}

/**
 * The two ends of the last `n` common sessions. `null` when there are too few, when the benchmark has no price
 * for the last bar's session, or when so many sessions are not common that the window is longer than it says.
 */
function lastPairs(pairs: readonly Pair[], n: number, length: number): readonly [Pair, Pair] | null {
  const first = pairs.at(-n - 1);
  const last = pairs.at(-1);
  if (first === undefined || last === undefined || last.index !== length - 1) return null;
  return last.index - first.index <= n * (1 + missingAllowed) ? [first, last] : null;
}

function comovement(pairs: readonly Pair[]): { beta: number | null; correlation: number | null } {
  const own = simpleReturns(pairs.map((pair) => pair.own.close));
  const other = simpleReturns(pairs.map((pair) => pair.other.close));
  const covariance = productMean(own, other);
  const variance = productMean(other, other);
  const ownVariance = productMean(own, own);
  return {
    beta: variance > 0 ? covariance / variance : null,
    correlation: variance > 0 && ownVariance > 0 ? covariance / Math.sqrt(variance * ownVariance) : null,
  };
}

function simpleReturns(prices: readonly number[]): number[] {
  return prices.slice(1).map((price, index) => price / (prices[index] ?? Number.NaN) - 1);
}

/** Mean product of the deviations from the means. */
function productMean(a: readonly number[], b: readonly number[]): number {
  const meanA = a.reduce((sum, value) => sum + value, 0) / a.length;
  const meanB = b.reduce((sum, value) => sum + value, 0) / b.length;
  return a.reduce((sum, value, index) => sum + (value - meanA) * ((b[index] ?? Number.NaN) - meanB), 0) / a.length;
}
