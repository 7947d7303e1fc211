import type { LocalDate } from "#src/core/clock.ts";
import type { BacktestMetrics, HitRate } from "#src/contract/backtests/backtest.ts";
import { meanOf, rounded } from "#src/core/figures/statistics.ts";
import { Rating } from "#src/contract/jobs/analysis.ts";
import { shareInterval } from "#src/core/figures/interval.ts";
import type { Day } from "./price-path.ts";

/** All lists have the length of `sessions`. */
export interface Track {
  readonly sessions: readonly LocalDate[];
  /** At each close; the first is the starting capital. */
  readonly equity: readonly number[];
  /** Value of the position at each close, negative when short. */
  readonly held: readonly number[];
  /** Value bought and sold at the open, before slippage. */
  readonly traded: readonly number[];
  /** Commission and slippage. */
  readonly costs: readonly number[];
  readonly dividends: readonly number[];
  readonly trades: readonly number[];
}

/** Equal parts, each left to itself. Missing sessions carry; before its first a track is cash. */
export function combineTracks(tracks: readonly Track[], sessions: readonly LocalDate[]): Track {
  const part = 1 / tracks.length;
  const sum = {
    equity: sessions.map(() => 0),
    held: sessions.map(() => 0),
    traded: sessions.map(() => 0),
    costs: sessions.map(() => 0),
    dividends: sessions.map(() => 0),
    trades: sessions.map(() => 0),
  };
  const add = (values: number[], index: number, value: number): void => {
    values[index] = (values[index] ?? 0) + value;
  };
  for (const track of tracks) {
    let at = -1;
    for (const [index, session] of sessions.entries()) {
      while ((track.sessions[at + 1] ?? "9999") <= session) {
        at += 1;
        add(sum.traded, index, part * (track.traded[at] ?? 0));
        add(sum.costs, index, part * (track.costs[at] ?? 0));
        add(sum.dividends, index, part * (track.dividends[at] ?? 0));
        add(sum.trades, index, track.trades[at] ?? 0);
      }
      add(sum.equity, index, part * (track.equity[at] ?? 1));
      add(sum.held, index, part * (track.held[at] ?? 0));
    }
  }
  return { sessions, ...sum };
}

/** From close to close, both inclusive; trades of the first belong to the time before. */
export function sliceTrack(track: Track, from: LocalDate, to: LocalDate): Track {
  const first = track.sessions.findIndex((session) => session >= from);
  const start = first === -1 ? track.sessions.length : first;
  const end = track.sessions.findLastIndex((session) => session <= to) + 1;
  const flow = (values: readonly number[]): number[] =>
    values.slice(start, end).map((value, index) => (index === 0 ? 0 : value));
  return {
    sessions: track.sessions.slice(start, end),
    equity: track.equity.slice(start, end),
    held: track.held.slice(start, end),
    traded: flow(track.traded),
    costs: flow(track.costs),
    dividends: flow(track.dividends),
    trades: flow(track.trades),
  };
}

/** r_t = E_t / E_{t−1} − 1; 0 once nothing is left. */
export function dailyReturns(equity: readonly number[]): number[] {
  return equity.slice(1).map((value, index) => {
    const before = equity[index] ?? 0;
    return before > 0 ? value / before - 1 : 0;
  });
}

/** E_n / E_0 − 1. `null` with fewer than two sessions. */
export function cumulativeReturn(equity: readonly number[]): number | null {
  const first = equity[0];
  const last = equity.at(-1);
  return first === undefined || last === undefined || equity.length < 2 || first <= 0 ? null : last / first - 1;
}

/** (E_n / E_0)^(P / n) − 1 over n sessions, P a year. Below a year it magnifies. */
export function annualReturn(equity: readonly number[], perYear: number): number | null {
  const whole = cumulativeReturn(equity);
  return whole === null ? null : (1 + whole) ** (perYear / (equity.length - 1)) - 1;
}

/** Sample standard deviation of the returns (n − 1), times √P. */
export function volatility(returns: readonly number[], perYear: number): number | null {
  const deviation = sampleDeviation(returns);
  return deviation === null ? null : deviation * Math.sqrt(perYear);
}

/**
 * mean(r) / s(r) × √P with a riskless rate of 0 and s the sample deviation. `null` when nothing moved.
 * @see W. F. Sharpe, The Sharpe Ratio, Journal of Portfolio Management 21 (1994)
 */
export function sharpe(returns: readonly number[], perYear: number): number | null {
  const deviation = sampleDeviation(returns);
  return deviation === null || deviation < 1e-12 ? null : (mean(returns) / deviation) * Math.sqrt(perYear);
}

/**
 * mean(r) / d × √P with d = √(Σ min(r, 0)² / n) over all n returns and a target of 0. `null` without a loss.
 * @see F. A. Sortino and L. N. Price, Performance Measurement in a Downside Risk Framework, Journal of Investing 3 (1994)
 */
export function sortino(returns: readonly number[], perYear: number): number | null {
  if (returns.length < 2) return null;
  const downside = Math.sqrt(returns.reduce((sum, value) => sum + Math.min(value, 0) ** 2, 0) / returns.length);
  return downside < 1e-12 ? null : (mean(returns) / downside) * Math.sqrt(perYear);
}

/**
 * max over t of 1 − E_t / max_{s ≤ t} E_s, at closes: a fraction from 0 to 1.
 * @see M. Magdon-Ismail and A. Atiya, Maximum Drawdown, Risk 17 (2004)
 */
export function maxDrawdown(equity: readonly number[]): number | null {
  if (equity.length < 2) return null;
  let peak = 0;
  let worst = 0;
  for (const value of equity) {
    peak = Math.max(peak, value);
    if (peak > 0) worst = Math.max(worst, 1 - value / peak);
  }
  return worst;
}

/**
 * Annual return / maximum drawdown, both over the whole window (Young took the last 36 months). `null` without a
 * drawdown.
 * @see T. W. Young, Calmar Ratio: A Smoother Tool, Futures 20 (1991)
 */
export function calmar(equity: readonly number[], perYear: number): number | null {
  const annual = annualReturn(equity, perYear);
  const drawdown = maxDrawdown(equity);
  return annual === null || drawdown === null || drawdown < 1e-12 ? null : annual / drawdown;
}

/** Turnover is (Σ traded value) / (mean equity) / (n / P), exposure the mean of |held| / equity. */
export function metricsOf(track: Track, perYear: number): BacktestMetrics {
  const { equity } = track;
  const returns = dailyReturns(equity);
  const years = returns.length / perYear;
  const exposures = equity.map((value, index) => (value > 0 ? Math.abs(track.held[index] ?? 0) / value : 0));
  return {
    sessions: equity.length,
    cumulative_return: orNull(cumulativeReturn(equity)),
    annual_return: orNull(annualReturn(equity, perYear)),
    volatility: orNull(volatility(returns, perYear)),
    sharpe: orNull(sharpe(returns, perYear)),
    sortino: orNull(sortino(returns, perYear)),
    max_drawdown: orNull(maxDrawdown(equity)),
    calmar: orNull(calmar(equity, perYear)),
    turnover: years === 0 ? null : rounded(total(track.traded) / mean(equity) / years),
    exposure: equity.length === 0 ? null : rounded(mean(exposures)),
    trades: total(track.trades),
    costs: rounded(total(track.costs)),
    dividends: rounded(total(track.dividends)),
  };
}

function orNull(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : rounded(value);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function mean(values: readonly number[]): number {
  return total(values) / values.length;
}

function sampleDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

/** In sessions: a day, a week, a month, a quarter. */
const horizons = [1, 5, 21, 63] as const;

/** A decision and what its instrument did. */
export interface Call {
  readonly symbol: string;
  readonly session: LocalDate;
  readonly rating: Rating;
  readonly days: readonly Day[];
}

/**
 * From the open after `session` to the close of the `horizon`th session: (shares × close + dividends) / open − 1.
 * Missing prices are carried; `null` when the days end before.
 */
export function forwardReturn(days: readonly Day[], session: LocalDate, horizon: number): number | null {
  const [first, ...later] = heldAfter(days, session, horizon);
  const entry = first?.bar;
  if (entry === undefined || entry === null) return null;
  let shares = 1;
  let cash = 0;
  let mark = entry.close;
  for (const day of later) {
    shares *= day.split;
    cash += shares * day.dividend;
    mark = day.bar?.close ?? mark / day.split;
  }
  return (shares * mark + cash) / entry.open - 1;
}

/** The sessions that the return is measured over; none when the prices end earlier. */
function heldAfter(days: readonly Day[], session: LocalDate, horizon: number): readonly Day[] {
  const start = days.findIndex((day) => day.session > session && day.bar !== null);
  return start === -1 || days.length < start + horizon ? [] : days.slice(start, start + horizon);
}

/** When a rating counts as right. `null`: the rating predicts no direction. */
const isHit: Readonly<Record<Rating, ((value: number) => boolean) | null>> = {
  Buy: (value) => value > 0,
  Overweight: (value) => value > 0,
  Hold: null,
  Underweight: (value) => value < 0,
  Sell: (value) => value < 0,
  REVIEW: null,
};

/** Decisions share returns and days, so the interval counts dates once and for what they do not share. */
export function hitRates(calls: readonly Call[]): HitRate[] {
  const sessions = new Set(calls.flatMap(({ days }) => days.map(({ session }) => session)));
  const places = new Map([...sessions].toSorted().map((session, index) => [session, index]));
  const placeOf = (day: Day | undefined): number => places.get(day?.session ?? "") ?? 0;
  return horizons.flatMap((horizon) => {
    const settled = calls.flatMap(({ days, session, rating }) => {
      const value = forwardReturn(days, session, horizon);
      const held = heldAfter(days, session, horizon);
      return value === null ? [] : [{ rating, value, from: placeOf(held[0]), through: placeOf(held.at(-1)) }];
    });
    const all = meanOf(settled.map(({ value }) => value));
    return Rating.options.map((rating) => {
      const own = settled.filter((one) => one.rating === rating);
      const hit = isHit[rating];
      const right = hit === null ? null : own.map((one) => ({ ...one, value: hit(one.value) ? 1 : 0 }));
      const hits = right === null ? null : right.filter(({ value }) => value === 1).length;
      return {
        rating,
        horizon,
        settled: own.length,
        hits,
        hit_rate: hits === null || own.length === 0 ? null : rounded(hits / own.length),
        hit_rate_interval: right === null ? null : shareInterval(right),
        mean_return: meanOf(own.map(({ value }) => value)),
        mean_return_of_all: all,
      };
    });
  });
}
