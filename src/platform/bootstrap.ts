import type { Random } from "./random.ts";
import { rounded } from "./rounded.ts";

/**
 * One resample of the positions 0 … n − 1 in blocks of geometric length around the end, so that neighbours mostly
 * stay neighbours and what depends on its past keeps doing so.
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
export function middle95(values: readonly number[]): { low: number; high: number } | null {
  const sorted = values.filter((value) => Number.isFinite(value)).toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const low = sorted[Math.floor(place)] ?? 0;
    return low + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? low) - low);
  };
  return { low: rounded(at(0.025)), high: rounded(at(0.975)) };
}
