import type { BacktestIntervals } from "#src/contract/backtests/backtest.ts";
import {
  between,
  effectiveOf,
  halfWidth,
  precisionOf,
  tooFew,
  type Interval,
  type Precision,
  type Outcome,
} from "#src/core/figures/interval.ts";

/** Smaller deviations are floating-point noise. */
const still = 1e-12;

/**
 * They follow from the mean return of a session.
 * @param returns of each session
 * @param held compared on the same sessions; `null`: nothing
 */
export function intervalsOf(
  returns: readonly number[],
  held: readonly number[] | null,
  perYear: number,
): BacktestIntervals {
  const logs = returns.map((value) => Math.log1p(value));
  const others = held?.map((value) => Math.log1p(value)) ?? null;
  return {
    annual_return: unlessStill(logs, (precision) => {
      // The value grows with the mean log return, so the ends of its interval are those of the mean.
      const half = halfWidth(precision);
      const [low, high] = [precision.mean - half, precision.mean + half].map((mean) => Math.expm1(mean * perYear));
      return between(low ?? 0, high ?? 0, effectiveOf(precision));
    }),
    sharpe: unlessStill(returns, (precision) => sharpe(precision, perYear)),
    excess_annual_return: others === null ? null : excess(logs, others, perYear),
  };
}

/** Still sessions are no outcomes. */
function unlessStill(values: readonly number[], make: (precision: Precision) => Interval): Interval {
  const moved = outcomesOf(values).filter(({ value }) => Math.abs(value) > still);
  if (moved.length === 0 && values.length > 0) return { status: "no_spread" };
  return tooFew(moved) ?? make(precisionOf(outcomesOf(values)));
}

function outcomesOf(values: readonly number[]): Outcome[] {
  return values.map((value, index) => ({ from: index, through: index, value }));
}

/**
 * The mean's interval over the deviation; the deviation's own error is small beside it.
 * @see A. W. Lo, The Statistics of Sharpe Ratios, Financial Analysts Journal 58 (2002)
 */
function sharpe(precision: Precision, perYear: number): Interval {
  const deviation = Math.sqrt(precision.spread);
  if (deviation < still) return { status: "no_spread" };
  const scale = Math.sqrt(perYear) / deviation;
  const half = halfWidth(precision);
  return between((precision.mean - half) * scale, (precision.mean + half) * scale, effectiveOf(precision));
}

/**
 * e^(P m) (e^(P d) − 1) for all mean log returns m and gaps d in their intervals (Bonferroni); it excludes zero exactly
 * where the gap's does.
 */
function excess(logs: readonly number[], others: readonly number[], perYear: number): Interval {
  const gaps = logs.map((value, index) => value - (others[index] ?? 0));
  return unlessStill(gaps, (gap) => {
    const other = precisionOf(outcomesOf(others));
    const [least, most] = [other.mean - halfWidth(other), other.mean + halfWidth(other)];
    const end = (mean: number, outwards: boolean): number =>
      Math.exp((outwards ? most : least) * perYear) * Math.expm1(mean * perYear);
    const [low, high] = [gap.mean - halfWidth(gap), gap.mean + halfWidth(gap)];
    return between(end(low, low < 0), end(high, high > 0), effectiveOf(gap));
  });
}
