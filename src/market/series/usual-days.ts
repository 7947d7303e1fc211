import type { Prices } from "./splits.ts";

/** An instrument's usual days before one of them, in logarithms. */
export interface UsualDays {
  /** Spread of the overnight moves. */
  readonly night: number;
  /** Median of high over low; 0 where a day has one price. */
  readonly range: number;
  /** `null` where too few days tell. */
  readonly shares: number | null;
  readonly money: number | null;
}

const sessionsOfPrices = 60;
const sessionsOfVolume = 20;
const fewestTold = 5;
/** Bounds against rounding and series that are all jumps. */
const leastNight = 0.008;
const mostNight = 0.03;
/** Converts a median distance to a standard deviation, for a normal spread. */
const perMedian = 1.4826;

/** Of the days before `index`. */
export function usualDays(bars: readonly Prices[], index: number): UsualDays {
  const window = bars.slice(Math.max(0, index - sessionsOfPrices), index);
  const nights = window.slice(1).map(({ open }, at) => Math.abs(Math.log(open / (window[at]?.close ?? open))));
  const traded = bars.slice(Math.max(0, index - sessionsOfVolume), index).filter(({ volume }) => (volume ?? 0) > 0);
  const isTold = traded.length >= fewestTold;
  return {
    night: Math.min(mostNight, Math.max(leastNight, perMedian * median(nights))),
    range: median(window.map(({ high, low }) => Math.log(high / low))),
    shares: isTold ? median(traded.map(({ volume }) => volume ?? 0)) : null,
    money: isTold ? median(traded.map(({ volume, close }) => (volume ?? 0) * close)) : null,
  };
}

/** Of none, 0. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
