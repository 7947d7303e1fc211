import { type LineValues, macd, rsi, sma } from "#src/market/measures/running-indicators.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { Day } from "./price-path.ts";
import type { StrategyName } from "#src/contract/backtests/backtest.ts";
import { seededRandom } from "#src/core/figures/random.ts";
import type { Order } from "./simulate.ts";

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

export type BaselineName = Exclude<StrategyName, "debate" | "debate_levels" | "single_call" | "rules">;

/** The past, and the sessions of the debate's decisions. */
export interface BaselineArgs {
  readonly days: readonly Day[];
  readonly decisions: readonly LocalDate[];
  /** The first session at whose close an order may be given. */
  readonly from: LocalDate;
  readonly short: boolean;
  readonly seed: string;
}

/*
 * The baselines of TradingAgents (Y. Xiao et al., arXiv 2412.20138, section S1.1) with customary parameters, chosen
 * before any result and never fitted. A sale means cash, or a short position where allowed. Equal sums differ in their
 * last digits, so within a billionth a line is on its mark, which changes nothing.
 */
const tie = 1e-9;

export const baselines: Readonly<Record<BaselineName, (args: BaselineArgs) => Order[]>> = {
  /** All in at the first open, and nothing after it: dividends stay cash. */
  buy_and_hold: ({ from }) => [{ session: from, target: 1 }],

  /** On the debate's dates, so dividends are reinvested at the next. */
  always_buy: ({ decisions }) => decisions.map((session) => ({ session, target: 1 })),

  /** In while the MACD line (12, 26) is above its signal line (9). */
  macd: (args) => follow(args, signOf(macdHistogram)),

  /** In on J < 20 with RSI(14) < 30, out on J > 80 with RSI(14) > 70. */
  kdj_rsi: (args) =>
    follow(args, (candles, out) => {
      const j = kdjLine(candles);
      const strengths = rsiLine(candles);
      return candles.map((_, index) => {
        const [kdj, strength] = [j[index] ?? null, strengths[index] ?? null];
        if (kdj === null || strength === null) return null;
        const [low, high] = [20 - kdj > tie && 30 - strength > tie, kdj - 80 > tie && strength - 70 > tie];
        return low ? 1 : high ? out : null;
      });
    }),

  /** z = (C − SMA(20)) / σ₂₀: in at −2, out at zero; with shorts the same upside down. */
  zmr: (args) => follow(args, (candles, out) => reversion(zScoreLine(candles, 20), out)),

  /** In while SMA(20) is above SMA(50). */
  sma_cross: (args) =>
    follow(
      args,
      signOf((candles) => {
        const slow = smaLine(candles, 50);
        return smaLine(candles, 20).map((fast, index) => {
          const other = slow[index] ?? null;
          return fast === null || other === null ? null : fast - other;
        });
      }),
    ),

  /** On the debate's dates, with equal chance; with shorts in, out or short. */
  random({ decisions, short, seed }) {
    const random = seededRandom(seed);
    const choices = short ? [-1, 0, 1] : [0, 1];
    return decisions.map((session) => ({ session, target: choices[Math.floor(random() * choices.length)] ?? 0 }));
  },
};

/** `null`: as before. `out` is 0, or −1 with shorts. */
type Rule = (candles: readonly Candle[], out: number) => readonly (number | null)[];

/** A position wanted earlier is there from the first day. */
function follow({ days, from, short }: BaselineArgs, rule: Rule): Order[] {
  const candles = forwardAdjusted(days);
  const wanted = rule(candles, short ? -1 : 0);
  const orders: Order[] = [];
  let want = 0;
  let has = 0;
  for (const [index, { session }] of candles.entries()) {
    want = wanted[index] ?? want;
    if (session < from || want === has) continue;
    orders.push({ session, target: want });
    has = want;
  }
  return orders;
}

/** In above 0, out below; 0 changes nothing. In units of the price. */
function signOf(line: (candles: readonly Candle[]) => readonly (number | null)[]): Rule {
  return (candles, out) =>
    line(candles).map((value, index) => {
      const price = candles[index]?.close ?? 0;
      return value === null || Math.abs(value) <= price * tie ? null : value > 0 ? 1 : out;
    });
}

function reversion(z: readonly (number | null)[], out: number): (number | null)[] {
  const most = 2;
  let now = 0;
  return z.map((value) => {
    if (value === null) return null;
    // Here the marks belong to the rule.
    if ((now === 1 && value >= -tie) || (now === -1 && value <= tie)) now = 0;
    if (now === 0 && value <= tie - most) now = 1;
    else if (now === 0 && value >= most - tie && out < 0) now = -1;
    return now;
  });
}
