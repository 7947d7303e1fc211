import type { BacktestIntervals } from "#src/contract/backtest.ts";
import {
  between,
  effectiveOf,
  halfWidth,
  precisionOf,
  tooFew,
  type Interval,
  type Precision,
} from "#src/platform/interval.ts";
import type { Outcome } from "#src/platform/shared-sessions.ts";

/** Below this nothing moved: what is left are a machine's last bits. */
const still = 1e-12;

/**
 * Intervals of a strategy's annual return and Sharpe ratio, and of its annual return over that of `held`. They follow
 * from those of the mean return of a session, which is what is known so well or so badly.
 * @param returns of each session
 * @param held what it is compared with on the same sessions; `null`: with nothing
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
      const { low, high } = annual(precision, perYear);
      return between(low, high, effectiveOf(precision));
    }),
    sharpe: unlessStill(returns, (precision) => sharpe(precision, returns.length, perYear)),
    excess_annual_return: others === null ? null : excess(logs, others, perYear),
  };
}

/** Sessions in which nothing moved say nothing of how far a strategy goes, so they are not counted as outcomes. */
function unlessStill(values: readonly number[], make: (precision: Precision) => Interval): Interval {
  const moved = outcomesOf(values).filter(({ value }) => Math.abs(value) > still);
  if (moved.length === 0 && values.length > 0) return { status: "no_spread" };
  return tooFew(moved) ?? make(precisionOf(outcomesOf(values)));
}

function outcomesOf(values: readonly number[]): Outcome[] {
  return values.map((value, index) => ({ from: index, through: index, value }));
}

/** Of the geometric return of a year: growing with the mean log return, its ends are those of the mean. */
function annual(precision: Precision, perYear: number): { low: number; at: number; high: number } {
  const { mean } = precision;
  const half = halfWidth(precision);
  const [low, at, high] = [mean - half, mean, mean + half].map((value) => Math.expm1(value * perYear));
  return { low: low ?? 0, at: at ?? 0, high: high ?? 0 };
}

/**
 * The mean's interval over the deviation. The deviation's own error adds half the squared ratio of a session to a
 * variance of 1, which is nothing beside the rest.
 * @see A. W. Lo, The Statistics of Sharpe Ratios, Financial Analysts Journal 58 (2002)
 */
function sharpe(precision: Precision, n: number, perYear: number): Interval {
  const deviation = Math.sqrt((precision.spread * n) / (n - 1));
  if (deviation < still) return { status: "no_spread" };
  const scale = Math.sqrt(perYear) / deviation;
  const half = halfWidth(precision);
  return between((precision.mean - half) * scale, (precision.mean + half) * scale, effectiveOf(precision));
}

/**
 * Of the difference of two annual returns, from the interval of each and how far they go together.
 * @see G. Y. Zou and A. Donner, Construction of Confidence Limits about Effect Measures, Statistics in Medicine 27 (2008)
 */
function excess(logs: readonly number[], others: readonly number[], perYear: number): Interval {
  const gaps = logs.map((value, index) => value - (others[index] ?? 0));
  return unlessStill(gaps, (gap) => {
    const [own, other] = [precisionOf(outcomesOf(logs)), precisionOf(outcomesOf(others))];
    const scale = 2 * Math.sqrt(own.spread * other.spread);
    const together = scale === 0 ? 0 : (own.spread + other.spread - gap.spread) / scale;
    const [one, two] = [annual(own, perYear), annual(other, perYear)];
    const reach = (a: number, b: number): number => Math.sqrt(Math.max(0, a ** 2 - 2 * together * a * b + b ** 2));
    const difference = one.at - two.at;
    return between(
      difference - reach(one.at - one.low, two.high - two.at),
      difference + reach(one.high - one.at, two.at - two.low),
      effectiveOf(gap),
    );
  });
}
