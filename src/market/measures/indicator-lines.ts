import { fewestForEma, fewestForMacd, fewestForWilder } from "./indicators.ts";
import { significant } from "./measure.ts";
import { atr, bollinger, ema, macd, mfi, rsi, sma, vwma } from "./running-indicators.ts";

/** A session's prices on one basis. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
}

/** `null` while there are too few candles. */
export type LineValues = readonly (number | null)[];

/* The last value of each line is the measure of the same name. Definitions: docs/measures.md. */

export function smaLine(candles: readonly Candle[], n: number): LineValues {
  const mean = sma(n);
  return candles.map(({ close }) => printed(mean(close)));
}

export function emaLine(candles: readonly Candle[], n: number): LineValues {
  const mean = ema(n);
  const fewest = fewestForEma(n);
  return candles.map(({ close }, index) => {
    const value = mean(close);
    return index < fewest - 1 ? null : significant(value);
  });
}

/** SMA(20) ± 2 population standard deviations. */
export function bollingerLines(candles: readonly Candle[]): {
  readonly upper: LineValues;
  readonly lower: LineValues;
} {
  const bandsAt = bollinger(20, 2);
  const bands = candles.map(({ close }) => bandsAt(close));
  return {
    upper: bands.map((band) => printed(band && band.upper)),
    lower: bands.map((band) => printed(band && band.lower)),
  };
}

/** EMA(12) − EMA(26), its EMA(9), and the difference of the two. */
export function macdLines(candles: readonly Candle[]): {
  readonly macd: LineValues;
  readonly signal: LineValues;
  readonly histogram: LineValues;
} {
  const macdAt = macd(12, 26, 9);
  const values = candles.map(({ close }, index) => {
    const value = macdAt(close);
    return index < fewestForMacd - 1 ? null : value;
  });
  return {
    macd: values.map((value) => printed(value && value.macd)),
    signal: values.map((value) => printed(value && value.signal)),
    histogram: values.map((value) => printed(value && value.histogram)),
  };
}

/** Wilder's, of 14 sessions; `null` while no close has moved. */
export function rsiLine(candles: readonly Candle[]): LineValues {
  const strength = rsi(14);
  let moved = false;
  return candles.map(({ close }, index) => {
    moved ||= close !== candles[0]?.close;
    const value = strength(close);
    return index < fewestForWilder - 1 || !moved ? null : printed(value);
  });
}

/** Wilder's average true range of 14 sessions. */
export function atrLine(candles: readonly Candle[]): LineValues {
  const range = atr(14);
  return candles.map((candle, index) => {
    const value = range(candle);
    return index < fewestForWilder - 1 ? null : printed(value);
  });
}

/** Of 20 sessions, each with a known volume. */
export function vwmaLine(candles: readonly Candle[]): LineValues {
  return windows(candles, 20, vwma);
}

export function mfiLine(candles: readonly Candle[]): LineValues {
  return windows(candles, 15, mfi);
}

function printed(value: number | null): number | null {
  return value === null ? null : significant(value);
}

type Traded = Candle & { readonly volume: number };

/** `null` while there are fewer than `n`, or one has no volume. */
function windows(candles: readonly Candle[], n: number, value: (window: Traded[]) => number | null): LineValues {
  return candles.map((_, index) => {
    const window = candles
      .slice(Math.max(0, index - n + 1), index + 1)
      .flatMap(({ volume, ...rest }) => (volume === null ? [] : [{ ...rest, volume }]));
    return printed(window.length < n ? null : value(window));
  });
}
