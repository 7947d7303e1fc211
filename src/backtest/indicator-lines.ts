import type { LineValues } from "#src/market/measures/indicator-lines.ts";
import { macd, rsi, sma } from "#src/market/measures/running-indicators.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { Day } from "./price-path.ts";

/** On the basis of the first bar's shares: splits apply forward in time. */
export interface Candle {
  readonly session: LocalDate;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Later prices times the splits since: nothing depends on the future, and signals ignore a common factor. */
export function forwardAdjusted(days: readonly Day[]): Candle[] {
  let factor = 1;
  return days.flatMap(({ session, split, bar }) => {
    factor *= split;
    if (bar === null) return [];
    return [{ session, high: bar.high * factor, low: bar.low * factor, close: bar.close * factor }];
  });
}

/** EMA(12) − EMA(26) minus its EMA(9), from the 34th close. @see G. Appel (1979) */
export function macdHistogram(candles: readonly Candle[]): LineValues {
  const macdAt = macd(12, 26, 9);
  return candles.map(({ close }, index) => {
    const lines = macdAt(close);
    return index < 33 ? null : lines && lines.histogram;
  });
}

/** Wilder's, n = 14, from the 15th close on. */
export function rsiLine(candles: readonly Candle[]): LineValues {
  const strength = rsi(14);
  return candles.map(({ close }) => strength(close));
}

/**
 * J = 3K − 2D with K_t = ⅔ K_{t−1} + ⅓ RSV_t, D_t = ⅔ D_{t−1} + ⅓ K_t, both 50 at the start, and
 * RSV = 100 (C − L₉) / (H₉ − L₉), the raw stochastic of 9 sessions (50 where they never moved).
 * The usual KDJ(9, 3, 3) of Asian charting; G. C. Lane's stochastics with recursive smoothing.
 */
export function kdjLine(candles: readonly Candle[]): LineValues {
  let k = 50;
  let d = 50;
  return candles.map(({ close }, index) => {
    if (index < 8) return null;
    const nine = candles.slice(index - 8, index + 1);
    const low = Math.min(...nine.map((candle) => candle.low));
    const high = Math.max(...nine.map((candle) => candle.high));
    const raw = high > low ? (100 * (close - low)) / (high - low) : 50;
    k = (2 * k + raw) / 3;
    d = (2 * d + k) / 3;
    return 3 * k - 2 * d;
  });
}

/** σ is the population deviation; `null` also for flat closes. */
export function zScoreLine(candles: readonly Candle[], n: number): LineValues {
  return candles.map(({ close }, index) => {
    if (index < n - 1) return null;
    const window = candles.slice(index - n + 1, index + 1).map((candle) => candle.close);
    const mean = window.reduce((sum, value) => sum + value, 0) / n;
    const deviation = Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n);
    return deviation > mean * 1e-9 ? (close - mean) / deviation : null;
  });
}

export function smaLine(candles: readonly Candle[], n: number): LineValues {
  const mean = sma(n);
  return candles.map(({ close }) => mean(close));
}
