import { Rating } from "#src/contract/jobs/analysis.ts";
import type { HitRate } from "#src/contract/backtests/backtest.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { shareInterval } from "#src/core/figures/interval.ts";
import { meanOf, rounded } from "#src/core/figures/rounded.ts";
import type { Day } from "./price-path.ts";

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
