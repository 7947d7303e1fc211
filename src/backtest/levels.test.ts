import { expect, test } from "vitest";
import type { BacktestDecision } from "#src/contract/backtests/backtest.ts";
import type { DecidedLevels } from "#src/contract/backtests/levels.ts";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { addDays } from "#src/core/clock.ts";
import { bar, instrument } from "#tests/support/memory-vendor.ts";
import { levelOrders, levelResults } from "./levels.ts";
import { daysOf, type PricePath } from "./price-path.ts";

const start = "2025-01-01";
const buy: DecidedLevels = { action: "buy", stop: 95, target: 110, size_pct: 8, horizon_days: 5 };

function decided(day: number, rating: Rating, levels?: DecidedLevels): BacktestDecision {
  return {
    symbol: "ETH-USD",
    session: addDays(start, day),
    rating,
    review_reason: null,
    confidence: null,
    calls: 1,
    tokens: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
    cost_usd: "0",
    unsupported_numbers: 0,
    result_sha256: "",
    ...(levels !== undefined && { levels }),
  };
}

function pathOf(closes: readonly number[]): PricePath {
  const calendar = calendarByName("24/7");
  if (calendar === null) throw new Error("there is no calendar");
  const bars = closes.map((close, index) => bar(addDays(start, index), close, {}, "24/7"));
  return { instrument: instrument("ETH-USD", "24/7", "crypto"), calendar, days: daysOf(calendar, bars, []), notes: [] };
}

test("whoever follows the proposals holds the proposed share until its level, and nothing after a rating that holds none", () => {
  const decisions = [
    decided(0, "Buy", buy),
    decided(1, "Hold", buy),
    decided(2, "Overweight", { ...buy, size_pct: null }),
    decided(3, "Overweight"),
    decided(4, "Underweight"),
    decided(5, "Sell", { ...buy, action: "sell", stop: 110, target: 90 }),
    decided(6, "Buy", { ...buy, action: "sell" }),
    decided(7, "REVIEW", buy),
  ];
  const exits = { stop: 95, target: 110, until: addDays(start, 5) };
  const first = { session: start, target: 0.08, exits };
  const none = (day: number) => ({ session: addDays(start, day), target: 0 });
  expect(levelOrders(decisions, false)).toEqual([first, none(4), none(5)]);
  // Where shorts are allowed a Sell is one.
  const short = {
    session: addDays(start, 5),
    target: -0.08,
    exits: { stop: 110, target: 90, until: addDays(start, 10) },
  };
  expect(levelOrders(decisions, true)).toEqual([first, none(4), short]);
});

test("of each proposal it is told what became of it", () => {
  const closes = [100, 100, 112, 100, 90, 100, 100, 100, 100, 100, 100, 100];
  const decisions = [
    // To the target on the third day, to the stop on the fifth, to the end of its horizon, and past the prices.
    decided(0, "Buy", buy),
    decided(2, "Buy", { ...buy, target: null }),
    decided(4, "Overweight", { ...buy, horizon_days: 2 }),
    decided(9, "Buy", buy),
    decided(3, "Buy", { ...buy, stop: 99 }),
    decided(5, "Buy", { ...buy, size_pct: null }),
    decided(6, "Hold", buy),
  ];
  const { levels } = levelResults([{ symbol: "ETH-USD", path: pathOf(closes), decisions }], false);
  expect(levels).toMatchObject({ proposals: 6, incomplete: 1, refused: 1, open: 1, settled: 3 });
  expect(levels).toMatchObject({ stopped: 1, reached_target: 1, expired: 1, wins: 1 });
  // Entries at 100; out at opens beyond their levels, 112 and 90, and at 100; held, at 100 each.
  expect(levels?.mean_outcome).toBeCloseTo((0.12 - 0.1 + 0) / 3, 9);
  expect(levels?.mean_held).toBeCloseTo(0, 9);
});

test("where nobody proposes a trade nothing is told", () => {
  expect(
    levelResults([{ symbol: "ETH-USD", path: pathOf([1, 2]), decisions: [decided(0, "Hold", buy)] }], false),
  ).toEqual({});
});
