import type { Bar } from "#src/market/market-data.ts";

/*
 * Every price measure written out plainly from its definition, without the product's code and without its
 * library, for tests to compare with. Slow and simple on purpose.
 */

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

/** Every value of an exponential mean that starts at the first input. */
function emaLine(values: readonly number[], n: number): number[] {
  const line: number[] = [];
  for (const value of values) {
    const before = line.at(-1) ?? value;
    line.push(before + (2 / (n + 1)) * (value - before));
  }
  return line;
}

/** Wilder's smoothing: a plain mean of the first `n`, then a step of 1/n towards each next. */
function wilder(values: readonly number[], n: number): number {
  return values.slice(n).reduce((average, value) => (average * (n - 1) + value) / n, mean(values.slice(0, n)));
}

function deviation(values: readonly number[], freedom: number): number {
  const middle = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - freedom));
}

/** Unrounded, by key. Needs at least 253 bars of both, on the same dates. */
export function plainMeasures(bars: readonly Bar[], benchmark: readonly Bar[]): Record<string, number> {
  const price = bars.map((item) => item.close);
  const of = (index: number) => price.at(index) ?? Number.NaN;
  const last = of(-1);
  const steps = price.slice(1).map((value, index) => value - (price[index] ?? Number.NaN));
  const fast = emaLine(price, 12);
  const macdLine = emaLine(price, 26).map((slow, index) => (fast[index] ?? Number.NaN) - slow);
  const macd = macdLine.at(-1) ?? Number.NaN;
  const signal = emaLine(macdLine.slice(25), 9).at(-1) ?? Number.NaN;
  const gain = wilder(
    steps.map((step) => Math.max(step, 0)),
    14,
  );
  const loss = wilder(
    steps.map((step) => Math.max(-step, 0)),
    14,
  );
  const ranges = bars.map(({ high, low }, index) => {
    const before = price[index - 1];
    return before === undefined ? high - low : Math.max(high, before) - Math.min(low, before);
  });
  const atr = wilder(ranges, 14);
  const band = 2 * deviation(price.slice(-20), 0);
  const middle = mean(price.slice(-20));
  const logs = (n: number) => price.slice(-n).map((value, index) => Math.log(value / of(index - n - 1)));
  const volume = bars.map((item) => item.volume ?? Number.NaN);
  const typical = bars.map(({ high, low, close }) => (high + low + close) / 3);
  const flow = (sign: number) =>
    sum(
      typical.slice(-14).map((value, index) => {
        const before = typical.at(index - 15) ?? Number.NaN;
        return Math.sign(value - before) === sign ? value * (volume.at(index - 14) ?? Number.NaN) : 0;
      }),
    );
  const year = bars.slice(-252);
  const falls = year.map(
    ({ close }, index) => close / Math.max(...year.slice(0, index + 1).map((item) => item.close)) - 1,
  );
  const twenty = bars.slice(-21, -1);
  const own = price.slice(-252).map((value, index) => value / of(index - 253) - 1);
  const market = benchmark.slice(-253).map((item) => item.close);
  const other = market.slice(1).map((value, index) => value / (market[index] ?? Number.NaN) - 1);
  const covariance = mean(own.map((value, index) => value * (other[index] ?? Number.NaN))) - mean(own) * mean(other);
  const back = (n: number) => (last / of(-n - 1) - 1) * 100;
  const marketBack = (n: number) => ((market.at(-1) ?? Number.NaN) / (market.at(-n - 1) ?? Number.NaN) - 1) * 100;
  return {
    close: last,
    sma_20: middle,
    sma_50: mean(price.slice(-50)),
    sma_200: mean(price.slice(-200)),
    ema_10: emaLine(price, 10).at(-1) ?? Number.NaN,
    ema_20: emaLine(price, 20).at(-1) ?? Number.NaN,
    close_vs_sma_50: (last / mean(price.slice(-50)) - 1) * 100,
    close_vs_sma_200: (last / mean(price.slice(-200)) - 1) * 100,
    macd,
    macd_signal: signal,
    macd_hist: macd - signal,
    rsi_14: (100 * gain) / (gain + loss),
    bollinger_upper: middle + band,
    bollinger_lower: middle - band,
    bollinger_percent_b: (last - middle + band) / (2 * band),
    atr_14: atr,
    atr_14_pct: (atr / last) * 100,
    vwma_20:
      sum(price.slice(-20).map((value, index) => value * (volume.at(index - 20) ?? Number.NaN))) /
      sum(volume.slice(-20)),
    mfi_14: (100 * flow(1)) / (flow(1) + flow(-1)),
    return_1d: back(1),
    return_5d: back(5),
    return_21d: back(21),
    return_63d: back(63),
    return_252d: back(252),
    volatility_21: deviation(logs(21), 1) * Math.sqrt(252) * 100,
    volatility_63: deviation(logs(63), 1) * Math.sqrt(252) * 100,
    max_drawdown_252: Math.min(...falls) * 100,
    drawdown_from_high_252: (falls.at(-1) ?? Number.NaN) * 100,
    high_252: Math.max(...year.map((item) => item.high)),
    low_252: Math.min(...year.map((item) => item.low)),
    volume_ratio_20: (volume.at(-1) ?? Number.NaN) / mean(volume.slice(-21, -1)),
    relative_strength_63: back(63) - marketBack(63),
    relative_strength_252: back(252) - marketBack(252),
    beta_252: covariance / deviation(other, 0) ** 2,
    correlation_252: covariance / (deviation(other, 0) * deviation(own, 0)),
    support_20: Math.min(...twenty.map((item) => item.low)),
    resistance_20: Math.max(...twenty.map((item) => item.high)),
  };
}
