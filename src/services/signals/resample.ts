import type { Interval } from "#src/contract/backtest.ts";
import { middle95, stationaryResample } from "#src/platform/bootstrap.ts";
import { seededRandom } from "#src/platform/random.ts";
import { rounded } from "#src/platform/rounded.ts";

const resamples = 1000;

/**
 * An interval of the mean of values that are not independent: signals of one day share the market, and those closer
 * together than the horizon share returns. So days are drawn with all their values, in blocks as long as the horizon.
 * `null` with fewer than two days, which say nothing of how much days differ.
 */
export function meanInterval(
  values: readonly { readonly day: string; readonly value: number }[],
  block: number,
  seed: string,
): Interval | null {
  const days = [...Map.groupBy(values, ({ day }) => day)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, of]) => ({ sum: of.reduce((sum, { value }) => sum + value, 0), count: of.length }));
  if (days.length < 2) return null;
  const random = seededRandom(seed);
  return middle95(
    Array.from({ length: resamples }, () => {
      let sum = 0;
      let count = 0;
      for (const place of stationaryResample(days.length, block, random)) {
        sum += days[place]?.sum ?? 0;
        count += days[place]?.count ?? 0;
      }
      return sum / count;
    }),
  );
}

export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}
