import { againstBenchmark } from "./benchmark-measures.ts";
import type { Bar, Measure } from "../market-data.ts";
import { measures, type Reading } from "./measure.ts";
import type { Hole } from "../calendar/calendar.ts";
import { labelOver, returnsAndRisk, type PriceArgs } from "./price-measures.ts";
import {
  atr,
  bollinger,
  ema,
  fewestForEma,
  fewestForMacd,
  fewestForWilder,
  macd,
  mfi,
  rsi,
  sma,
  vwma,
  type Running,
} from "./running-indicators.ts";

type Candle = { open: number; high: number; low: number; close: number; volume: number };

/** Inputs that all indicators share, computed once. */
interface Window {
  readonly bars: readonly Bar[];
  readonly holes: readonly Hole[];
  readonly closes: readonly number[];
  readonly last: Bar;
  readonly currency: string;
  readonly source: string;
}

/**
 * Measures as of the last bar; what lacks bars, volume or range is absent. Recursive indicators run over all bars and
 * need `warmUp`. Definitions: docs/measures.md.
 * @param args.bars split-adjusted, ascending, one a date
 * @param args.rawLast the last bar as traded
 */
export function priceMeasures(args: PriceArgs): Measure[] {
  const last = args.bars.at(-1);
  if (last === undefined) return [];
  const window: Window = {
    bars: args.bars,
    holes: args.holes,
    closes: args.bars.map((bar) => bar.close),
    last,
    currency: args.rawLast.currency,
    source: args.source,
  };
  const hasRange = args.bars.some((bar) => bar.high > bar.low);
  return measures([
    close(args.rawLast, args.source),
    ...averages(window),
    ...momentum(window),
    ...bands(window),
    ...(hasRange ? averageTrueRange(window) : []),
    ...volume(window, hasRange),
    ...returnsAndRisk(args, hasRange),
    ...againstBenchmark(args),
  ]);
}

function close(rawLast: Bar, source: string): Reading {
  return {
    key: "close",
    label: "Last close, as traded",
    value: rawLast.close,
    unit: rawLast.currency,
    at: rawLast.date,
    formula: null,
    source,
    sourceIds: [rawLast.sourceId],
  };
}

/**
 * A reading over the last `sessions` bars.
 * @param remembered how many still count in a smoothed mean
 */
function reading(
  { bars, holes, last, source }: Window,
  sessions: number,
  key: string,
  label: string,
  unit: string,
  value: number | null,
  formula: string,
  remembered = sessions,
): Reading {
  const first = bars.at(-sessions) ?? last;
  const sourceIds = first === last ? [last.sourceId] : [first.sourceId, last.sourceId];
  const named = labelOver(label, holes, bars.at(-remembered)?.date ?? first.date, last.date);
  return { key, label: named, value, unit, at: last.date, formula, source, sourceIds };
}

function averages(window: Window): Reading[] {
  const { closes, currency, last } = window;
  const readings: Reading[] = [];
  for (const n of [20, 50, 200]) {
    const value = latest(sma(n), closes.slice(-n));
    readings.push(
      reading(window, n, `sma_${n}`, `Mean close of ${n} sessions`, currency, value, `SMA(${n}) of closes`),
    );
    if (n === 20 || value === null) continue;
    const away = (last.close / value - 1) * 100;
    const label = `Close against its ${n}-session mean`;
    readings.push(reading(window, n, `close_vs_sma_${n}`, label, "%", away, `close / SMA(${n}) − 1`));
  }
  for (const n of [10, 20]) {
    const label = `Exponential mean close, ${n} sessions`;
    const formula = `EMA(${n}) of ${closes.length} closes`;
    readings.push(
      reading(window, closes.length, `ema_${n}`, label, currency, emaOf(closes, n), formula, fewestForEma(n)),
    );
  }
  return readings;
}

/** The indicator after the last value. */
function latest<Input, Output>(indicator: Running<Input, Output>, values: readonly Input[]): Output | null {
  let last: Output | null = null;
  for (const value of values) last = indicator(value);
  return last;
}

function emaOf(values: readonly number[], n: number): number | null {
  return values.length < fewestForEma(n) ? null : latest(ema(n), values);
}

function momentum(window: Window): Reading[] {
  const { closes, currency } = window;
  const all = closes.length;
  const readings: Reading[] = [];
  const lines = all < fewestForMacd ? null : latest(macd(12, 26, 9), closes);
  if (lines !== null) {
    const of = (key: string, label: string, value: number, formula: string): Reading =>
      reading(window, all, key, label, currency, value, formula, fewestForMacd);
    readings.push(
      of("macd", "MACD line (12, 26)", lines.macd, `EMA(12) − EMA(26) of ${all} closes`),
      of("macd_signal", "MACD signal line (9)", lines.signal, "EMA(9) of MACD"),
      of("macd_hist", "MACD histogram", lines.histogram, "MACD − signal"),
    );
  }
  const formula = `Wilder RSI(14) of ${all} closes`;
  readings.push(reading(window, all, "rsi_14", "RSI, 14 sessions", "points", rsiOf(closes), formula, fewestForWilder));
  return readings;
}

/** `null` for closes that never moved: neither gain nor loss. */
function rsiOf(closes: readonly number[]): number | null {
  if (closes.length < fewestForWilder || closes.every((value) => value === closes[0])) return null;
  return latest(rsi(14), closes);
}

function bands(window: Window): Reading[] {
  const { closes, currency, last } = window;
  const found = latest(bollinger(20, 2), closes.slice(-20));
  if (found === null) return [];
  const { upper, lower } = found;
  // Flat closes leave bands of rounding noise.
  const share = upper - lower > last.close * 1e-9 ? (last.close - lower) / (upper - lower) : null;
  const formula = "SMA(20) ± 2 population standard deviations of 20 closes";
  return [
    reading(window, 20, "bollinger_upper", "Upper Bollinger band (20, 2)", currency, upper, formula),
    reading(window, 20, "bollinger_lower", "Lower Bollinger band (20, 2)", currency, lower, formula),
    reading(
      window,
      20,
      "bollinger_percent_b",
      "Close within the Bollinger bands",
      "x",
      share,
      "(close − lower) / (upper − lower)",
    ),
  ];
}

function averageTrueRange(window: Window): Reading[] {
  const { bars, currency, last } = window;
  if (bars.length < fewestForWilder) return [];
  const range = latest(atr(14), bars);
  const share = range === null ? null : (range / last.close) * 100;
  const all = bars.length;
  return [
    reading(
      window,
      all,
      "atr_14",
      "Average true range, 14 sessions",
      currency,
      range,
      `Wilder ATR(14) of ${all} sessions`,
      fewestForWilder,
    ),
    reading(
      window,
      all,
      "atr_14_pct",
      "Average true range against the close",
      "%",
      share,
      "ATR(14) / close",
      fewestForWilder,
    ),
  ];
}

function volume(window: Window, hasRange: boolean): Reading[] {
  const { currency } = window;
  const recent = candles(window.bars.slice(-20), 20);
  const before = candles(window.bars.slice(-21), 21);
  const flow = hasRange ? candles(window.bars.slice(-15), 15) : null;
  const meanBefore = before === null ? null : before.slice(0, -1).reduce((sum, bar) => sum + bar.volume, 0) / 20;
  const lastVolume = window.last.volume;
  const ratio = lastVolume === null || meanBefore === null || meanBefore === 0 ? null : lastVolume / meanBefore;
  return [
    reading(
      window,
      20,
      "vwma_20",
      "Volume-weighted mean close, 20 sessions",
      currency,
      recent && vwma(recent),
      "Σ close × volume / Σ volume, 20 sessions",
    ),
    reading(
      window,
      15,
      "mfi_14",
      "Money flow index, 14 sessions",
      "points",
      flow && mfi(flow),
      "100 × rising / all typical-price flow, 14 sessions",
    ),
    reading(
      window,
      21,
      "volume_ratio_20",
      "Last volume against the mean of the 20 sessions before",
      "x",
      ratio,
      "volume / mean volume of the previous 20 sessions",
    ),
  ];
}

function candles(bars: readonly Bar[], n: number): Candle[] | null {
  const known: Candle[] = [];
  for (const { open, high, low, close: price, volume: traded } of bars) {
    if (traded !== null) known.push({ open, high, low, close: price, volume: traded });
  }
  return known.length === n ? known : null;
}
