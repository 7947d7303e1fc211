import { describe, expect, test } from "vitest";
import type { Interval } from "#src/contract/backtests/interval.ts";
import { seededRandom } from "#src/core/figures/random.ts";
import { type ProcessName, processes } from "#tests/support/coverage.ts";
import { runs } from "#tests/support/runs.ts";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { addDays } from "#src/core/clock.ts";
import { bar, instrument } from "#tests/support/memory-vendor.ts";
import { intervalsOf, timingTest } from "./significance.ts";
import { annualReturn, sharpe } from "./metrics.ts";
import type { Subject } from "./orders.ts";

const perYear = 252;

/** A market, and a strategy that is in it some of the time. */
function made(process: ProcessName, sessions: number, seed: string, often = 0.6) {
  const random = seededRandom(seed);
  const market = processes[process](sessions, random).map((value) => 0.0006 + 0.011 * value);
  let isIn = random() < often;
  const strategy = market.map((value) => {
    if (random() < 0.1) isIn = random() < often;
    return isIn ? value : 0;
  });
  return { market, strategy };
}

function equityOf(returns: readonly number[]): number[] {
  const line = [1];
  for (const value of returns) line.push((line.at(-1) ?? 1) * (1 + value));
  return line;
}

function holds(interval: Interval | null, figure: number): boolean | null {
  return interval?.status === "given" ? interval.low <= figure && figure <= interval.high : null;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("intervals of a strategy hold the true figure in at least 90 of 100 cases", () => {
  const samples: [ProcessName, number][] = [
    ["independent", 42],
    ["fat tails", 126],
    ["autocorrelated 0.15", 126],
    ["wild times", 252],
  ];
  test.each(samples.slice(0, runs(2, samples.length)))("%s, %d sessions", (process, sessions) => {
    const long = made(process, 50_000, "long");
    const annual = (values: readonly number[]) => Math.expm1(meanOf(values.map(Math.log1p)) * perYear);
    const truth = {
      annual_return: annual(long.strategy),
      sharpe: sharpe(long.strategy, perYear) ?? Number.NaN,
      excess_annual_return: annual(long.strategy) - annual(long.market),
    };
    const drawn = Array.from({ length: 150 }, (_, index) => {
      const { market, strategy } = made(process, sessions, `short ${index}`);
      return intervalsOf(strategy, market, perYear);
    });
    for (const key of ["annual_return", "sharpe", "excess_annual_return"] as const) {
      const held = drawn.map((intervals) => holds(intervals[key], truth[key])).filter((one) => one !== null);
      expect(held.length, key).toBeGreaterThan(75);
      expect(held.filter(Boolean).length / held.length, key).toBeGreaterThanOrEqual(0.9);
    }
  });
});

test("also of half of a coin, where a year multiplies what is unsure", () => {
  const coin = (sessions: number, seed: string) => {
    const market = processes.independent(sessions, seededRandom(seed)).map((value) => 0.002 + 0.04 * value);
    return { market, half: market.map((value) => value / 2) };
  };
  const annual = (values: readonly number[]) => Math.expm1(meanOf(values.map(Math.log1p)) * 365);
  const long = coin(100_000, "long");
  const truth = annual(long.half) - annual(long.market);
  const held = Array.from({ length: 150 }, (_, index) => {
    const { market, half } = coin(126, `short ${index}`);
    return holds(intervalsOf(half, market, 365).excess_annual_return, truth);
  });
  expect(held.filter(Boolean).length / held.length).toBeGreaterThanOrEqual(0.9);
});

test("they hold the figures of the sample itself, and are the same each time", () => {
  const { market, strategy } = made("independent", 500, "sample");
  const found = intervalsOf(strategy, market, perYear);
  expect(holds(found.annual_return, annualReturn(equityOf(strategy), perYear) ?? Number.NaN)).toBe(true);
  expect(holds(found.sharpe, sharpe(strategy, perYear) ?? Number.NaN)).toBe(true);
  expect(intervalsOf(strategy, market, perYear)).toEqual(found);
});

test("a gain that comes every session is found, and what does the same has no interval of a difference", () => {
  const { market } = made("independent", 500, "gain");
  const gained = (interval: Interval | null) => (interval?.status === "given" ? interval.high - interval.low : null);
  const better = market.map((value) => (1 + value) * 1.001 - 1).map((value, index) => value + (index % 2) * 1e-5);
  expect(intervalsOf(better, market, perYear).excess_annual_return).toMatchObject({ status: "given" });
  expect(holds(intervalsOf(better, market, perYear).excess_annual_return, 0)).toBe(false);
  // What both have in common does not make the difference unsure.
  expect(gained(intervalsOf(better, market, perYear).excess_annual_return)).toBeLessThan(0.5);
  expect(gained(intervalsOf(market, null, perYear).annual_return)).toBeGreaterThan(0.2);
  expect(intervalsOf(market, market, perYear).excess_annual_return).toEqual({ status: "no_spread" });
  expect(intervalsOf(market, null, perYear).excess_annual_return).toBeNull();
});

test("sessions in which nothing moved are no outcomes", () => {
  const { market } = made("independent", 60, "flat");
  const rare = market.map((value, index) => (index < 6 ? value : 0));
  const few = { status: "too_few", missing_outcomes: 4, missing_blocks: 0 };
  expect(intervalsOf(rare, market, perYear)).toMatchObject({ annual_return: few, sharpe: few });
  expect(intervalsOf(market.slice(0, 9), null, perYear)).toMatchObject({
    annual_return: { status: "too_few", missing_outcomes: 1 },
  });
  expect(intervalsOf([], [], perYear)).toMatchObject({ sharpe: { status: "too_few", missing_outcomes: 10 } });
});

const settings: BacktestSettings = {
  symbols: ["A"],
  asset_type: "crypto",
  from: "2024-01-01",
  to: "2024-12-31",
  every: 1,
  archives: [],
  reasoner: { provider: "rules", deep: "rules", quick: "rules", base_url: null },
  analysts: ["market"],
  rounds: 1,
  risk_rounds: 1,
  tool_steps: 0,
  seed: 1,
  short: false,
  commission_bps: 0,
  slippage_bps: 0,
  mask_ticker: false,
  cutoff: null,
  code_version: "test",
};

const calendar = calendarByName("24/7");
const random = seededRandom("steps");
const steps = Array.from({ length: 120 }, () => (random() < 0.5 ? -0.02 : 0.02));
const on = (index: number): string => addDays("2024-01-01", index);

function subject(ratingOf: (index: number) => Rating): Subject {
  if (calendar === null) throw new Error("no 24/7");
  let close = 100;
  // The close of a day is the open of the next one.
  const days = steps.map((step, index) => {
    const open = close;
    close *= 1 + step;
    return {
      session: on(index),
      split: 1,
      dividend: 0,
      bar: bar(on(index), close, { open, high: Math.max(open, close), low: Math.min(open, close) }, "24/7"),
    };
  });
  const decisions = days.map(({ session }, index): BacktestDecision => ({
    symbol: "A",
    session,
    rating: ratingOf(index),
    review_reason: null,
    confidence: null,
    calls: 0,
    tokens: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
    cost_usd: "0",
    unsupported_numbers: 0,
    result_sha256: "",
  }));
  return { symbol: "A", path: { instrument: instrument("A", "24/7", "crypto"), calendar, days, notes: [] }, decisions };
}

const luck = (ratingOf: (index: number) => Rating) =>
  timingTest(
    settings,
    [subject(ratingOf)],
    on(0),
    steps.map((_, index) => on(index)),
  );

test("who is right about every next day beats all shifts of the same ratings, and who is wrong none", () => {
  const up = (index: number): boolean => (steps[index + 1] ?? 0) > 0;
  expect(luck((index) => (up(index) ? "Buy" : "Sell"))).toMatchObject({ paths: 119, beaten: 1 });
  expect(luck((index) => (up(index) ? "Sell" : "Buy"))).toMatchObject({ paths: 119, beaten: 0 });
});

test("ratings that never change have no timing: a half", () => {
  expect(luck(() => "Buy").beaten).toBe(0.5);
});
