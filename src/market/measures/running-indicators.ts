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

function mean(values: readonly number[]): number {
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
export function wilder(n: number): Running<number> {
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
