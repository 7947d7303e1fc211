import { EMA, StochasticOscillator, BollingerBands } from "trading-signals";
import { describe, expect, test } from "vitest";
import { bar } from "#tests/support/memory-vendor.ts";
import { addDays } from "#src/core/clock.ts";
import { seededRandom } from "#src/core/figures/random.ts";
import {
  baselines,
  type BaselineArgs,
  forwardAdjusted,
  kdjLine,
  macdHistogram,
  rsiLine,
  smaLine,
  zScoreLine,
  type Candle,
} from "./baselines.ts";
import type { LineValues } from "#src/market/measures/running-indicators.ts";
import type { Day } from "./price-path.ts";

/** A seeded walk with ranges. */
function walk(length: number, seed = "walk"): Day[] {
  const random = seededRandom(seed);
  let close = 100;
  return Array.from({ length }, (_, index) => {
    const session = addDays("2020-01-01", index);
    const open = close;
    close = Math.max(5, close * (1 + (random() - 0.5) * 0.08));
    const high = Math.max(open, close) * (1 + random() * 0.02);
    const low = Math.min(open, close) * (1 - random() * 0.02);
    return { session, split: 1, dividend: 0, bar: bar(session, close, { open, high, low }, "24/7") };
  });
}

const days = walk(300);
const candles = forwardAdjusted(days);
const closes = candles.map(({ close }) => close);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const value = (line: LineValues, index: number): number => line[index] ?? Number.NaN;

/** Written out from the definition: starts at the first value, moves by 2 / (n + 1). */
function plainEma(values: readonly number[], n: number): number[] {
  const line: number[] = [];
  for (const next of values) line.push((line.at(-1) ?? next) + (2 / (n + 1)) * (next - (line.at(-1) ?? next)));
  return line;
}

describe("the indicators against computations of their own", () => {
  test("MACD: two plain exponential means, and a third over their difference from the 26th close on", () => {
    const slow = plainEma(closes, 26);
    const line = plainEma(closes, 12).map((fast, index) => fast - (slow[index] ?? 0));
    const signal = plainEma(line.slice(25), 9);
    const histogram = macdHistogram(candles);
    expect(histogram.slice(0, 33).every((one) => one === null)).toBe(true);
    for (let index = 33; index < 300; index += 1)
      expect(value(histogram, index)).toBeCloseTo((line[index] ?? 0) - (signal[index - 25] ?? 0), 9);
  });

  test("RSI: Wilder's means of gains and losses", () => {
    const steps = closes.slice(1).map((close, index) => close - (closes[index] ?? 0));
    let gain = mean(steps.slice(0, 14).map((step) => Math.max(step, 0)));
    let loss = mean(steps.slice(0, 14).map((step) => Math.max(-step, 0)));
    const line = rsiLine(candles);
    for (let index = 14; index < 300; index += 1) {
      if (index > 14) {
        gain = (gain * 13 + Math.max(steps[index - 1] ?? 0, 0)) / 14;
        loss = (loss * 13 + Math.max(-(steps[index - 1] ?? 0), 0)) / 14;
      }
      expect(value(line, index)).toBeCloseTo((100 * gain) / (gain + loss), 8);
    }
  });

  test("KDJ: the library's raw stochastic, smoothed by its EMA(5), whose weight is 1/3 as well", () => {
    const raw = new StochasticOscillator({ kPeriod: 9, kSlowingPeriod: 1, dPeriod: 1 });
    const k = new EMA(5);
    const d = new EMA(5);
    // Held at the start until the library gives a value.
    for (let times = 0; times < 5; times += 1) for (const line of [k, d]) line.add(50);
    const line = kdjLine(candles);
    for (const [index, candle] of candles.entries()) {
      raw.add(candle);
      if (index < 8) {
        expect(line[index]).toBeNull();
        continue;
      }
      k.add(raw.getResultOrThrow().stochK);
      d.add(k.getResultOrThrow());
      expect(value(line, index)).toBeCloseTo(3 * k.getResultOrThrow() - 2 * d.getResultOrThrow(), 8);
    }
  });

  test("z-score: where the close stands between the library's Bollinger bands of one deviation", () => {
    const bands = new BollingerBands(20, 1);
    const line = zScoreLine(candles, 20);
    for (const [index, { close }] of candles.entries()) {
      bands.add(close);
      if (index < 19) continue;
      const { middle, upper } = bands.getResultOrThrow();
      expect(value(line, index)).toBeCloseTo((close - middle) / (upper - middle), 8);
    }
  });

  test("SMA: a plain mean", () => {
    const line = smaLine(candles, 50);
    expect(line[48]).toBeNull();
    for (let index = 49; index < 300; index += 1)
      expect(value(line, index)).toBeCloseTo(mean(closes.slice(index - 49, index + 1)), 9);
  });
});

/** Closes with a range of nothing; opens do not matter to a signal. */
function flatDays(prices: readonly number[]): Day[] {
  return prices.map((close, index) => {
    const session = addDays("2020-01-01", index);
    return {
      session,
      split: 1,
      dividend: 0,
      bar: bar(session, close, { open: close, high: close, low: close }, "24/7"),
    };
  });
}

function args(of: readonly Day[], changes: Partial<BaselineArgs> = {}): BaselineArgs {
  return { days: of, decisions: [], from: "2020-01-01", short: false, seed: "1", ...changes };
}

describe("the rules", () => {
  test("ZMR buys at two deviations below the mean and sells when the price is back at it", () => {
    // Nineteen closes around 100 with a deviation below 1, a fall, and the way back.
    const calm = Array.from({ length: 25 }, (_, index) => 100 + (index % 2 === 0 ? 0.5 : -0.5));
    const orders = baselines.zmr(args(flatDays([...calm, 90, 95, 103, 100])));
    const on = (index: number): string => addDays("2020-01-01", index);
    expect(orders).toEqual([
      { session: on(25), target: 1 },
      { session: on(27), target: 0 },
    ]);
  });

  test("with shorts ZMR also sells what stands two deviations above, and covers at the mean", () => {
    const calm = Array.from({ length: 25 }, (_, index) => 100 + (index % 2 === 0 ? 0.5 : -0.5));
    const orders = baselines.zmr(args(flatDays([...calm, 110, 105, 97, 100]), { short: true }));
    expect(orders.map(({ target }) => target)).toEqual([-1, 0]);
  });

  test("KDJ & RSI buy after a long fall and sell after a long rise", () => {
    const fall = Array.from({ length: 30 }, (_, index) => 100 - index);
    const rise = Array.from({ length: 40 }, (_, index) => 71 + 2 * index);
    expect(baselines.kdj_rsi(args(flatDays([...fall, ...rise]))).map(({ target }) => target)).toEqual([1, 0]);
  });

  test("SMA cross and MACD follow a trend up and leave it on the way down", () => {
    const up = Array.from({ length: 80 }, (_, index) => 100 + index);
    const down = Array.from({ length: 80 }, (_, index) => 180 - 2 * index + (index > 60 ? 0.1 : 0));
    for (const rule of [baselines.sma_cross, baselines.macd]) {
      const targets = rule(args(flatDays([...up, ...down]))).map(({ target }) => target);
      expect(targets[0]).toBe(1);
      expect(targets[1]).toBe(0);
    }
  });

  test("a position wanted before the window is taken on its first day", () => {
    const up = flatDays(Array.from({ length: 80 }, (_, index) => 100 + index));
    expect(baselines.sma_cross(args(up, { from: "2020-03-15" }))).toEqual([{ session: "2020-03-15", target: 1 }]);
  });

  test("buy and hold orders once, always-Buy on each date, random 0 or 1 as its seed says", () => {
    const decisions = Array.from({ length: 50 }, (_, index) => addDays("2020-01-01", 5 * index));
    expect(baselines.buy_and_hold(args(days, { decisions }))).toEqual([{ session: "2020-01-01", target: 1 }]);
    expect(baselines.always_buy(args(days, { decisions }))).toEqual(
      decisions.map((session) => ({ session, target: 1 })),
    );
    const drawn = (seed: string): number[] =>
      baselines.random(args(days, { decisions, seed })).map(({ target }) => target);
    expect(drawn("a")).toEqual(drawn("a"));
    expect(drawn("a")).not.toEqual(drawn("b"));
    expect(new Set(drawn("a"))).toEqual(new Set([0, 1]));
  });
});

describe("no baseline sees the future", () => {
  for (const [name, rule] of Object.entries(baselines))
    test(`not ${name}`, () => {
      const decisions = days.filter((_, index) => index % 5 === 0).map(({ session }) => session);
      const whole = rule(args(days, { decisions }));
      for (const length of [60, 120, 200]) {
        const end = days[length - 1]?.session ?? "";
        const cut = rule(args(days.slice(0, length), { decisions: decisions.filter((session) => session <= end) }));
        expect(whole.filter(({ session }) => session <= end)).toEqual(cut);
      }
    });
});

test("a split moves no signal", () => {
  const split = days.map((day, index): Day => {
    if (day.bar === null || index < 100) return day;
    const { open, high, low, close } = day.bar;
    const bars = { ...day.bar, open: open / 4, high: high / 4, low: low / 4, close: close / 4 };
    return { ...day, split: index === 100 ? 4 : 1, bar: bars };
  });
  const adjusted: readonly Candle[] = forwardAdjusted(split);
  for (const [index, candle] of adjusted.entries()) expect(candle.close).toBeCloseTo(closes[index] ?? 0, 9);
  for (const rule of [baselines.macd, baselines.kdj_rsi, baselines.zmr, baselines.sma_cross])
    expect(rule(args(split))).toEqual(rule(args(days)));
});

describe("a tie", () => {
  const flat = (length: number, price: number): Day[] =>
    Array.from({ length }, (_, index) => {
      const session = addDays("2020-01-01", index);
      return { session, split: 1, dividend: 0, bar: bar(session, price, {}, "24/7") };
    });
  const args = (path: readonly Day[]): BaselineArgs => ({
    days: path,
    decisions: [],
    from: path[0]?.session ?? "",
    short: true,
    seed: "s",
  });

  // 0.1 and 33.3 have no exact binary form: sums of them differ in the last digits.
  test.each([0.1, 33.3, 1234.56])("on paper is a tie: a price of %d that never moves gives no order", (price) => {
    for (const name of ["macd", "kdj_rsi", "zmr", "sma_cross"] as const) {
      expect([name, baselines[name](args(flat(300, price)))]).toEqual([name, []]);
    }
  });

  test("of the averages keeps the position, though their sums differ in the last digit", () => {
    // A price that repeats every ten sessions: SMA(20) and SMA(50) are the mean of the same ten prices, for ever.
    const wave = [10.1, 10.4, 10.9, 11.3, 11.1, 10.7, 10.2, 9.9, 9.6, 9.8];
    const path = flat(300, 1).map((day, index) => {
      const close = wave[index % wave.length] ?? 0;
      return { ...day, bar: bar(day.session, close, {}, "24/7") };
    });
    const lines = forwardAdjusted(path);
    const [fast, slow] = [smaLine(lines, 20), smaLine(lines, 50)];
    expect(lines.some((_, index) => index > 50 && value(fast, index) !== value(slow, index))).toBe(true);
    expect(baselines.sma_cross(args(path))).toEqual([]);
  });
});
