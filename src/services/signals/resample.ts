import { createHash } from "node:crypto";
import type { Interval } from "#src/contract/backtest.ts";
import { rounded } from "./marks.ts";

/** Uniform in [0, 1), the same sequence for the same seed on every machine. */
export type Random = () => number;

/** SHA-256 of the seed and a counter, 32 bits a draw. */
export function seededRandom(seed: string): Random {
  let block = Buffer.alloc(0);
  let at = 0;
  let count = 0;
  return () => {
    if (at >= block.length) {
      block = createHash("sha256").update(`${seed} ${count}`).digest();
      count += 1;
      at = 0;
    }
    const drawn = block.readUInt32LE(at) / 4_294_967_296;
    at += 4;
    return drawn;
  };
}

/**
 * One resample of the positions 0 … n − 1 in blocks of geometric length around the end, so that neighbours mostly
 * stay neighbours.
 * @param block mean length of a block, at least 1
 * @see D. N. Politis and J. P. Romano, The Stationary Bootstrap, JASA 89 (1994)
 */
export function stationaryResample(n: number, block: number, random: Random): number[] {
  const drawn: number[] = [];
  let at = 0;
  for (let index = 0; index < n; index += 1) {
    at = index === 0 || random() < 1 / block ? Math.floor(random() * n) : (at + 1) % n;
    drawn.push(at);
  }
  return drawn;
}

/** The middle 95 % of values, ends interpolated (Hyndman and Fan's type 7); `null` without any. */
export function middle95(values: readonly number[]): Interval | null {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const low = sorted[Math.floor(place)] ?? 0;
    return low + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? low) - low);
  };
  return { low: rounded(at(0.025)), high: rounded(at(0.975)) };
}

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
