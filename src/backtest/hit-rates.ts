import { Rating } from "#src/contract/analysis.ts";
import type { HitRate } from "#src/contract/backtest.ts";
import type { LocalDate } from "#src/platform/clock.ts";
import { middle95, stationaryResample } from "#src/platform/bootstrap.ts";
import { seededRandom } from "#src/platform/random.ts";
import { rounded } from "#src/platform/rounded.ts";
import type { Day } from "./price-path.ts";

/** In sessions: a day, a week, a month, a quarter. */
export const horizons = [1, 5, 21, 63] as const;

const resamples = 1000;
const fewestDates = 10;
const fewestBlocks = 3;

/** A decision and what its instrument did. */
export interface Call {
  readonly symbol: string;
  readonly session: LocalDate;
  readonly rating: Rating;
  readonly days: readonly Day[];
}

/**
 * Return of one share, with splits and dividends, from the first open after `session` to the close of the
 * `horizon`th session from there (the first counts): (shares × close + dividends) / open − 1. A session without a
 * price carries the last. `null` when the days end before.
 */
export function forwardReturn(days: readonly Day[], session: LocalDate, horizon: number): number | null {
  const start = days.findIndex((day) => day.session > session && day.bar !== null);
  const entry = days[start]?.bar;
  if (entry === undefined || entry === null || days[start + horizon - 1] === undefined) return null;
  let shares = 1;
  let cash = 0;
  let mark = entry.close;
  for (const day of days.slice(start + 1, start + horizon)) {
    shares *= day.split;
    cash += shares * day.dividend;
    mark = day.bar?.close ?? mark / day.split;
  }
  return (shares * mark + cash) / entry.open - 1;
}

/** What counts as right; `null`: the rating says nothing about the direction. */
const isHit: Readonly<Record<Rating, ((value: number) => boolean) | null>> = {
  Buy: (value) => value > 0,
  Overweight: (value) => value > 0,
  Hold: null,
  Underweight: (value) => value < 0,
  Sell: (value) => value < 0,
  REVIEW: null,
};

/**
 * By rating and horizon. Decisions closer together than the horizon share returns, and symbols share days, so they
 * are not independent: the interval draws decision dates with all their symbols, in blocks as long as the horizon.
 * There is none for fewer than 10 dates or three blocks.
 * @param every sessions between decisions
 */
export function hitRates(calls: readonly Call[], every: number, seed: string): HitRate[] {
  return horizons.flatMap((horizon) => {
    const settled = calls.flatMap((call) => {
      const value = forwardReturn(call.days, call.session, horizon);
      return value === null ? [] : [{ rating: call.rating, session: call.session, value }];
    });
    const all = meanOf(settled.map(({ value }) => value));
    return Rating.options.map((rating) => {
      const own = settled.filter((one) => one.rating === rating);
      const hit = isHit[rating];
      const hits = hit === null ? null : own.filter(({ value }) => hit(value)).length;
      return {
        rating,
        horizon,
        settled: own.length,
        hits,
        hit_rate: hits === null || own.length === 0 ? null : rounded(hits / own.length),
        hit_rate_interval:
          hit === null
            ? null
            : interval(own, hit, Math.max(1, Math.ceil(horizon / every)), `${seed} ${rating} ${horizon}`),
        mean_return: meanOf(own.map(({ value }) => value)),
        mean_return_of_all: all,
      };
    });
  });
}

function interval(
  settled: readonly { readonly session: LocalDate; readonly value: number }[],
  hit: (value: number) => boolean,
  block: number,
  seed: string,
): HitRate["hit_rate_interval"] {
  const dates = [...Map.groupBy(settled, ({ session }) => session)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, of]) => ({ hits: of.filter(({ value }) => hit(value)).length, all: of.length }));
  // Of a few blocks every draw is much the same, and the interval would look sure of itself.
  if (dates.length < Math.max(fewestDates, fewestBlocks * block)) return null;
  const random = seededRandom(seed);
  const rates = Array.from({ length: resamples }, () => {
    let hits = 0;
    let all = 0;
    for (const place of stationaryResample(dates.length, block, random)) {
      hits += dates[place]?.hits ?? 0;
      all += dates[place]?.all ?? 0;
    }
    return hits / all;
  });
  return middle95(rates);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}
