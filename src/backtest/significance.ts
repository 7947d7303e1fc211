import { Decimal } from "decimal.js";
import {
  type BacktestDecision,
  type BacktestIntervals,
  type BacktestResult,
  type BacktestSettings,
  DebateExcess,
  type StrategyName,
} from "#src/contract/backtests/backtest.ts";
import {
  type Interval,
  type Precision,
  between,
  effectiveOf,
  halfWidth,
  precisionOf,
  tooFew,
  type Outcome,
} from "#src/core/figures/interval.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { rounded } from "#src/core/figures/statistics.ts";
import { type Track, annualReturn, combineTracks, cumulativeReturn, dailyReturns } from "./metrics.ts";
import { type Subject, costsOf, ordersOf } from "./orders.ts";
import { simulate } from "./simulate.ts";
import { debateUsage } from "./decide.ts";

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

const most = 200;

/**
 * The debate against its own ratings moved along its dates, all symbols alike, so that mix, runs and common movements
 * stay. `beaten`: shifts that ended lower, ties half; all of them, or 200.
 */
export function timingTest(
  settings: BacktestSettings,
  subjects: readonly Subject[],
  start: LocalDate,
  sessions: readonly LocalDate[],
): BacktestResult["luck"] {
  const endOf = (moved: readonly Subject[]): number => {
    const tracks = moved.map(
      ({ path, decisions }) => simulate(path.days, start, ordersOf(decisions, settings.short), costsOf(settings)).track,
    );
    return cumulativeReturn(combineTracks(tracks, sessions).equity) ?? 0;
  };
  const shifts = Math.max(0, ...subjects.map(({ decisions }) => decisions.length)) - 1;
  const paths = Math.max(0, Math.min(most, shifts));
  if (paths === 0) return { paths, beaten: null, median_cumulative_return: null };
  const own = endOf(subjects);
  const ends = Array.from({ length: paths }, (_, index) => {
    const by = 1 + Math.floor((index * shifts) / paths);
    return endOf(subjects.map((subject) => moveOn(subject, by)));
  });
  const sorted = ends.toSorted((a, b) => a - b);
  const middle = ((sorted[Math.floor((paths - 1) / 2)] ?? 0) + (sorted[Math.floor(paths / 2)] ?? 0)) / 2;
  return {
    paths,
    beaten: rounded(ends.reduce((sum, end) => sum + (end < own ? 1 : end === own ? 0.5 : 0), 0) / paths),
    median_cumulative_return: rounded(middle),
  };
}

function moveOn(subject: Subject, by: number): Subject {
  const { decisions } = subject;
  const n = decisions.length;
  return {
    ...subject,
    decisions: decisions.map((decision, index) => ({
      ...decision,
      rating: decisions[(index + by) % n]?.rating ?? decision.rating,
    })),
  };
}

/**
 * Against each that decides on the same evidence; nothing without models. The interval is of the difference of annual
 * returns.
 */
export function debateExcess(
  tracks: ReadonlyMap<StrategyName, Track>,
  decisions: readonly BacktestDecision[],
  perYear: number,
): { readonly debate_excess?: DebateExcess[] } {
  const own = tracks.get("debate")?.equity ?? [];
  const { calls, cost_usd: cost } = debateUsage(decisions);
  const lines = DebateExcess.shape.over.options.flatMap((over): DebateExcess[] => {
    const other = tracks.get(over)?.equity;
    if (other === undefined) return [];
    const beside = decisions.map(({ baselines }) => baselines?.single_call).filter((one) => one !== undefined);
    const paid = over === "single_call" ? debateUsage(beside) : { calls: 0, cost_usd: "0" };
    return [
      {
        over,
        cumulative_return: difference(cumulativeReturn(own), cumulativeReturn(other)),
        annual_return: difference(annualReturn(own, perYear), annualReturn(other, perYear)),
        annual_return_interval: intervalsOf(dailyReturns(own), dailyReturns(other), perYear).excess_annual_return,
        same_ratings: decisions.filter(({ rating, baselines }) => rating === baselines?.[over]?.rating).length,
        decisions: decisions.length,
        calls: calls - paid.calls,
        cost_usd: cost === null || paid.cost_usd === null ? null : new Decimal(cost).minus(paid.cost_usd).toFixed(),
      },
    ];
  });
  return lines.length === 0 ? {} : { debate_excess: lines };
}

function difference(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : rounded(one - other);
}
