import { ATR, BollingerBands, EMA, MACD, MFI, RSI, SMA, VWMA } from "trading-signals";
import { fewestForEma, fewestForMacd, fewestForWilder } from "./indicators.ts";
import { significant } from "./measure.ts";

/** A session's prices on one basis. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
}

/** A value for each candle, to six digits; `null` while there are too few before it. */
export type Line = readonly (number | null)[];

/*
 * The indicators of `indicators.ts` at each session, so that a chart draws what the evidence says: the last value of a
 * line is the measure of the same name. Definitions and warm-up: docs/measures.md.
 */

export function smaLine(candles: readonly Candle[], n: number): Line {
  const indicator = new SMA(n);
  return candles.map(({ close }, index) => {
    indicator.add(close);
    return index < n - 1 ? null : significant(indicator.getResultOrThrow());
  });
}

export function emaLine(candles: readonly Candle[], n: number): Line {
  const indicator = new EMA(n);
  const fewest = fewestForEma(n);
  return candles.map(({ close }, index) => {
    indicator.add(close);
    return index < fewest - 1 ? null : significant(indicator.getResultOrThrow());
  });
}

/** SMA(20) ± 2 population standard deviations. */
export function bollingerLines(candles: readonly Candle[]): { readonly upper: Line; readonly lower: Line } {
  const indicator = new BollingerBands(20, 2);
  const bands = candles.map(({ close }, index) => {
    indicator.add(close);
    return index < 19 ? null : indicator.getResultOrThrow();
  });
  return {
    upper: bands.map((band) => (band === null ? null : significant(band.upper))),
    lower: bands.map((band) => (band === null ? null : significant(band.lower))),
  };
}

/** EMA(12) − EMA(26), its EMA(9), and the difference of the two. */
export function macdLines(candles: readonly Candle[]): {
  readonly macd: Line;
  readonly signal: Line;
  readonly histogram: Line;
} {
  const indicator = new MACD(new EMA(12), new EMA(26), new EMA(9));
  const values = candles.map(({ close }, index) => {
    indicator.add(close);
    return index < fewestForMacd - 1 ? null : indicator.getResultOrThrow();
  });
  return {
    macd: values.map((value) => (value === null ? null : significant(value.macd))),
    signal: values.map((value) => (value === null ? null : significant(value.signal))),
    histogram: values.map((value) => (value === null ? null : significant(value.histogram))),
  };
}

/** Wilder's, of 14 sessions; `null` while no close has moved. */
export function rsiLine(candles: readonly Candle[]): Line {
  const indicator = new RSI(14);
  let moved = false;
  return candles.map(({ close }, index) => {
    moved ||= close !== candles[0]?.close;
    indicator.add(close);
    return index < fewestForWilder - 1 || !moved ? null : significant(indicator.getResultOrThrow());
  });
}

/** Wilder's average true range of 14 sessions. */
export function atrLine(candles: readonly Candle[]): Line {
  const indicator = new ATR(14);
  return candles.map((candle, index) => {
    indicator.add(candle);
    return index < fewestForWilder - 1 ? null : significant(indicator.getResultOrThrow());
  });
}

/** Of 20 sessions, each with a known volume. */
export function vwmaLine(candles: readonly Candle[]): Line {
  return windows(candles, 20, (window) => {
    const indicator = new VWMA(20);
    for (const candle of window) indicator.add(candle);
    return indicator.getResult();
  });
}

/** Money flow index of 14 sessions, each with a known volume; `null` without any flow. */
export function mfiLine(candles: readonly Candle[]): Line {
  return windows(candles, 15, (window) => {
    const typical = window.map(({ high, low, close }) => (high + low + close) / 3);
    if (!window.some(({ volume }, index) => index > 0 && volume > 0 && typical[index] !== typical[index - 1]))
      return null;
    const indicator = new MFI(14);
    for (const candle of window) indicator.add(candle);
    return indicator.getResult();
  });
}

type Traded = Candle & { readonly volume: number };

/** `value` of the last `n` candles at each; `null` while there are fewer, and where one of them has no known volume. */
function windows(candles: readonly Candle[], n: number, value: (window: Traded[]) => number | null): Line {
  return candles.map((_, index) => {
    const window = candles
      .slice(Math.max(0, index - n + 1), index + 1)
      .flatMap(({ volume, ...rest }) => (volume === null ? [] : [{ ...rest, volume }]));
    const found = window.length < n ? null : value(window);
    return found === null ? null : significant(found);
  });
}
