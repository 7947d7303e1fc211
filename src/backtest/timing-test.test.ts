import { expect, test } from "vitest";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { addDays } from "#src/core/clock.ts";
import { seededRandom } from "#src/core/figures/random.ts";
import { bar, instrument } from "#tests/support/memory-vendor.ts";
import { timingTest } from "./timing-test.ts";
import type { Subject } from "./orders.ts";

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
