import type { BacktestIntervals } from "#src/contract/backtest.ts";
import { middle95, stationaryResample } from "#src/platform/bootstrap.ts";
import { seededRandom } from "#src/platform/random.ts";

const resamples = 1000;

/** Mean block for n daily returns: n^(1/3), the order that minimises the error of a mean's variance; at least 2. */
export function usualBlock(n: number): number {
  return Math.max(2, Math.round(Math.cbrt(n)));
}

/**
 * Intervals of each strategy's annual return and Sharpe ratio, and of its annual return over that of `against`. All
 * strategies are drawn on the same sessions in a resample, so that the difference is of a pair.
 * @param returns daily returns by strategy, all of one length
 */
export function intervalsOf<K extends string>(
  returns: ReadonlyMap<K, readonly number[]>,
  against: K,
  perYear: number,
  seed: string,
): Map<K, BacktestIntervals> {
  const n = returns.get(against)?.length ?? 0;
  const drawn = new Map<K, Drawn>();
  for (const key of returns.keys()) drawn.set(key, { annual: [], sharpe: [], excess: [] });
  const logs = new Map([...returns].map(([key, values]) => [key, values.map((value) => Math.log1p(value))]));
  const random = seededRandom(`${seed} intervals`);
  for (let resample = 0; resample < (n < 2 ? 0 : resamples); resample += 1) {
    const places = stationaryResample(n, usualBlock(n), random);
    const annualOf = (key: K): number => {
      const line = logs.get(key) ?? [];
      return Math.expm1((places.reduce((sum, place) => sum + (line[place] ?? 0), 0) * perYear) / n);
    };
    const base = annualOf(against);
    for (const [key, lists] of drawn) {
      const annual = annualOf(key);
      lists.annual.push(annual);
      lists.excess.push(annual - base);
      lists.sharpe.push(sharpeOf(returns.get(key) ?? [], places, perYear));
    }
  }
  return new Map(
    [...drawn].map(([key, { annual, sharpe, excess }]) => [
      key,
      {
        annual_return: middle95(annual),
        sharpe: middle95(sharpe),
        excess_annual_return: key === against ? null : middle95(excess),
      },
    ]),
  );
}

interface Drawn {
  readonly annual: number[];
  readonly sharpe: number[];
  readonly excess: number[];
}

/** As `sharpe` in metrics.ts, over the drawn places; no number when nothing moved. */
function sharpeOf(values: readonly number[], places: readonly number[], perYear: number): number {
  let sum = 0;
  let squares = 0;
  for (const place of places) {
    const value = values[place] ?? 0;
    sum += value;
    squares += value * value;
  }
  const n = places.length;
  const variance = (squares - (sum * sum) / n) / (n - 1);
  return variance < 1e-24 ? Number.NaN : (sum / n / Math.sqrt(variance)) * Math.sqrt(perYear);
}
