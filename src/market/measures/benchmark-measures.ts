import type { Bar } from "../market-data.ts";
import { joinSources, type Reading } from "./measure.ts";
import { change, labelOver, missingAllowed, tooManyMissing, type Benchmark, type PriceArgs } from "./price-measures.ts";

/** A session that both the instrument and its benchmark have. */
interface Pair {
  readonly index: number;
  readonly own: Bar;
  readonly other: Bar;
}

/** Strength against the benchmark, beta and correlation, as of the last bar. */
export function againstBenchmark(args: PriceArgs): Reading[] {
  const { bars, benchmark, holes } = args;
  if (benchmark === null) return [];
  const pairs = commonSessions(bars, benchmark.bars, 253);
  const against = benchmarkName(benchmark);
  const readings: Reading[] = [];
  for (const n of [63, 252]) {
    const span = lastPairs(pairs, n, bars.length);
    if (span === null) continue;
    const [from, to] = span;
    const label = `Return over ${n} sessions less that of ${against}, percentage points`;
    readings.push({
      key: `relative_strength_${n}`,
      label: labelOver(label, holes, from.own.date, to.own.date),
      value: change(from.own.close, to.own.close) - change(from.other.close, to.other.close),
      unit: "%",
      formula: `return over ${n} common sessions − the same of ${benchmark.symbol}`,
      ...ground(span, args.source),
    });
  }
  const span = lastPairs(pairs, 252, bars.length);
  if (span === null || tooManyMissing(args, span[0].own.date, 252)) return readings;
  const { beta, correlation } = comovement(pairs);
  const of = `daily returns over 252 common sessions with ${benchmark.symbol}`;
  const named = (label: string): string => labelOver(label, holes, span[0].own.date, span[1].own.date);
  readings.push(
    {
      key: "beta_252",
      label: named(`Beta to ${against}`),
      value: beta,
      unit: "x",
      formula: `covariance / variance of the benchmark, ${of}`,
      ...ground(span, args.source),
    },
    {
      key: "correlation_252",
      label: named(`Correlation with ${against}`),
      value: correlation,
      unit: "x",
      formula: `Pearson, ${of}`,
      ...ground(span, args.source),
    },
  );
  return readings;
}

/** Price returns, without dividends except in total-return indices. */
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
 * Both ends of the last `n` common sessions. `null` when there are too few, the benchmark lacks the last session, or
 * too many sessions are missing.
 */
function lastPairs(pairs: readonly Pair[], n: number, length: number): readonly [Pair, Pair] | null {
  const first = pairs.at(-n - 1);
  const last = pairs.at(-1);
  if (first === undefined || last === undefined || last.index !== length - 1) return null;
  return last.index - first.index <= n * (1 + missingAllowed) ? [first, last] : null;
}

function comovement(pairs: readonly Pair[]): { beta: number | null; correlation: number | null } {
  return comovementOf(
    simpleReturns(pairs.map((pair) => pair.own.close)),
    simpleReturns(pairs.map((pair) => pair.other.close)),
  );
}

/** Of returns on the same days; `null` where one of them does not move. */
export function comovementOf(
  own: readonly number[],
  other: readonly number[],
): { beta: number | null; correlation: number | null } {
  const covariance = productMean(own, other);
  const variance = productMean(other, other);
  const ownVariance = productMean(own, own);
  return {
    beta: variance > 0 ? covariance / variance : null,
    correlation: variance > 0 && ownVariance > 0 ? covariance / Math.sqrt(variance * ownVariance) : null,
  };
}

export function simpleReturns(prices: readonly number[]): number[] {
  return prices.slice(1).map((price, index) => price / (prices[index] ?? Number.NaN) - 1);
}

/** Mean product of the deviations from the means. */
function productMean(a: readonly number[], b: readonly number[]): number {
  const meanA = a.reduce((sum, value) => sum + value, 0) / a.length;
  const meanB = b.reduce((sum, value) => sum + value, 0) / b.length;
  return a.reduce((sum, value, index) => sum + (value - meanA) * ((b[index] ?? Number.NaN) - meanB), 0) / a.length;
}
