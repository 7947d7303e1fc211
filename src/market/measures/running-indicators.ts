import { significant } from "./measure.ts";

/*
 * Incremental indicators; `null` while they know too little. Same order of additions as trading-signals, so results
 * agree to the last bit.
 */

/** Takes the next value of a series, or the next session of prices. */
export type Running<Input, Output = number> = (next: Input) => Output | null;

export interface HighLowClose {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The last `n` values; `null` while there are fewer. */
function lastOf<T>(n: number): Running<T, readonly T[]> {
  const kept: T[] = [];
  return (next) => {
    kept.push(next);
    if (kept.length > n) kept.shift();
    return kept.length === n ? kept : null;
  };
}

/** Plain mean of the last `n`. */
export function sma(n: number): Running<number> {
  const last = lastOf<number>(n);
  return (value) => {
    const window = last(value);
    return window && mean(window);
  };
}

/** m ← value × α + m × (1 − α), α = 2/(n + 1), from the first value. Never `null`. */
export function ema(n: number): (value: number) => number {
  const alpha = 2 / (n + 1);
  let current: number | null = null;
  return (value) => {
    current = value * alpha + (current ?? value) * (1 - alpha);
    return current;
  };
}

/** Plain mean of the first `n`, then m ← m + (value − m)/n. */
function wilder(n: number): Running<number> {
  const start = sma(n);
  const alpha = 1 / n;
  let current: number | null = null;
  return (value) => {
    current = current === null ? start(value) : (value - current) * alpha + current;
    return current;
  };
}

export interface Macd {
  readonly macd: number;
  readonly signal: number;
  readonly histogram: number;
}

/** EMA(short) − EMA(long), its EMA(smoothing), and their difference. @see G. Appel (1979) */
export function macd(short: number, long: number, smoothing: number): Running<number, Macd> {
  const fast = ema(short);
  const slow = ema(long);
  const smoothed = ema(smoothing);
  let told = 0;
  return (close) => {
    told += 1;
    const line = fast(close) - slow(close);
    if (told < long) return null;
    const signal = smoothed(line);
    return { macd: line, signal, histogram: line - signal };
  };
}

/** 0 to 100; 100 where nothing fell, even if nothing rose. */
export function rsi(n: number): Running<number> {
  const gains = wilder(n);
  const losses = wilder(n);
  let before: number | null = null;
  return (close) => {
    const change = before === null ? null : close - before;
    const fall = before === null ? null : before - close;
    before = close;
    if (change === null || fall === null) return null;
    const loss = losses(change > 0 ? 0 : fall);
    const gain = gains(change > 0 ? change : 0);
    if (gain === null || loss === null) return null;
    return loss === 0 ? 100 : 100 - 100 / (gain / loss + 1);
  };
}

export interface Bands {
  readonly lower: number;
  readonly upper: number;
}

/** SMA(n) ± `width` population standard deviations. */
export function bollinger(n: number, width: number): Running<number, Bands> {
  const last = lastOf<number>(n);
  return (close) => {
    const window = last(close);
    if (window === null) return null;
    const middle = mean(window);
    const deviation = Math.sqrt(mean(window.map((value) => (value - middle) * (value - middle))));
    return { lower: middle - deviation * width, upper: middle + deviation * width };
  };
}

/** Wilder's average true range; the first session has only its range. */
export function atr(n: number): Running<HighLowClose> {
  const smoothed = wilder(n);
  let before: number | null = null;
  return ({ high, low, close }) => {
    const range = high - low;
    const trueRange = before === null ? range : Math.max(range, Math.abs(high - before), Math.abs(low - before));
    before = close;
    return smoothed(trueRange);
  };
}

/** `null` also where nothing was traded. */
export function vwma(candles: readonly { readonly close: number; readonly volume: number }[]): number | null {
  let turnover = 0;
  let traded = 0;
  for (const { close, volume } of candles) {
    turnover += close * volume;
    traded += volume;
  }
  return traded === 0 ? null : turnover / traded;
}

/** Rising share of typical price × volume; `null` where none flowed. */
export function mfi(candles: readonly (HighLowClose & { readonly volume: number })[]): number | null {
  let rising = 0;
  let falling = 0;
  let before: number | null = null;
  for (const { high, low, close, volume } of candles) {
    const typical = (high + low + close) / 3;
    if (before !== null && typical > before) rising += typical * volume;
    else if (before !== null && typical < before) falling += typical * volume;
    before = typical;
  }
  return rising + falling === 0 ? null : (100 * rising) / (rising + falling);
}

/**
 * Values until the start of a smoothed mean weighs `share` or less.
 * @param alpha weight of the newest: 2/(n+1) of an EMA, 1/n of Wilder's
 */
function warmUp(alpha: number, share: number): number {
  return Math.ceil(Math.log(share) / Math.log(1 - alpha));
}

/** A start wrong by a tenth is then wrong by a thousandth. */
const faded = 0.01;
/** A difference of two means is some hundredth of the price. */
const fadedInDifference = 0.0001;

/** Bars that Wilder's mean of 14 changes, started with the plain mean of the first 14, needs: 78. */
export const fewestForWilder = 15 + warmUp(1 / 14, faded);
/** Bars that the slower mean of the MACD, EMA(26), needs: 121. */
export const fewestForMacd = 1 + warmUp(2 / 27, fadedInDifference);

/** Started with the first value: EMA(10) needs 24 of them, EMA(20) 48. */
export function fewestForEma(n: number): number {
  return 1 + warmUp(2 / (n + 1), faded);
}

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
  const average = sma(n);
  return candles.map(({ close }) => printed(average(close)));
}

export function emaLine(candles: readonly Candle[], n: number): LineValues {
  const average = ema(n);
  const fewest = fewestForEma(n);
  return candles.map(({ close }, index) => {
    const value = average(close);
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
