import { describe, expect, test } from "vitest";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import { addDays } from "#src/core/clock.ts";
import { bar } from "#tests/support/memory-vendor.ts";
import { forwardReturn, hitRates } from "./metrics.ts";
import type { Day } from "./price-path.ts";

const on = (index: number): string => addDays("2025-01-01", index);

function days(
  prices: readonly (readonly [open: number, close: number] | null)[],
  changes: Readonly<Record<number, Partial<Day>>> = {},
): Day[] {
  return prices.map((price, index) => ({
    session: on(index),
    split: 1,
    dividend: 0,
    bar:
      price === null
        ? null
        : bar(on(index), price[1], { open: price[0], high: Math.max(...price), low: Math.min(...price) }, "24/7"),
    ...changes[index],
  }));
}

describe("the return after a decision", () => {
  const path = days(
    [
      [10, 10],
      [20, 22],
      [22, 24],
      [12, 13],
    ],
    { 3: { split: 2, dividend: 0.5 } },
  );

  test("is from the next open to the close of the horizon's session, which counts from the fill", () => {
    expect(forwardReturn(path, on(0), 1)).toBeCloseTo(22 / 20 - 1, 12);
    expect(forwardReturn(path, on(0), 2)).toBeCloseTo(24 / 20 - 1, 12);
  });

  test("holds the split shares and their dividends: (2 × 13 + 2 × 0.5) / 20 − 1", () => {
    expect(forwardReturn(path, on(0), 3)).toBeCloseTo(27 / 20 - 1, 12);
  });

  test("is not there before the horizon has passed, nor without a next open", () => {
    expect(forwardReturn(path, on(0), 4)).toBeNull();
    expect(forwardReturn(path, on(3), 1)).toBeNull();
  });

  test("carries the last price over a session without one", () => {
    expect(forwardReturn(days([[1, 1], [10, 12], null]), on(0), 2)).toBeCloseTo(0.2, 12);
  });
});

test("an interval needs ten dates, and three blocks of the horizon", () => {
  const path = days(Array.from({ length: 120 }, (_, index) => [10, index % 3 === 0 ? 9 : 11] as const));
  const upTo = (count: number) =>
    hitRates(
      Array.from({ length: count }, (_, index) => ({
        symbol: "A",
        session: on(index),
        rating: "Buy" as const,
        days: path,
      })),
    )
      .filter(({ rating }) => rating === "Buy")
      .map((one) => one.hit_rate_interval);
  expect(upTo(9)).toMatchObject([
    { status: "too_few", missing_outcomes: 1, missing_blocks: 0 },
    { status: "too_few", missing_outcomes: 1, missing_blocks: 2 },
    { status: "too_few", missing_outcomes: 1, missing_blocks: 2 },
    { status: "too_few", missing_outcomes: 1, missing_blocks: 2 },
  ]);
  // 40 dates: blocks of 1 and 5 fit, three of 21 or 63 do not.
  const [day, week, month, quarter] = upTo(40);
  expect([week, month, quarter]).toMatchObject([
    { status: "given" },
    { status: "too_few", missing_outcomes: 0, missing_blocks: 2 },
    { status: "too_few", missing_outcomes: 0, missing_blocks: 2 },
  ]);
  // Two of three days rise.
  if (day?.status !== "given") throw new Error("no interval of a day");
  expect(day.low).toBeLessThan(2 / 3);
  expect(day.high).toBeGreaterThan(2 / 3);
});

test("decisions a week apart overlap at a month, and twenty symbols of one day are not twenty outcomes", () => {
  const path = days(Array.from({ length: 400 }, (_, index) => [10, index % 3 === 0 ? 9 : 11] as const));
  const rates = (symbols: number) =>
    hitRates(
      Array.from({ length: 50 }, (_, index) =>
        Array.from({ length: symbols }, (_each, symbol) => ({
          symbol: `S${symbol}`,
          session: on(5 * index),
          rating: "Buy" as const,
          days: path,
        })),
      ).flat(),
    );
  const month = (symbols: number) => rates(symbols).find(({ rating, horizon }) => rating === "Buy" && horizon === 21);
  const [one, twenty] = [month(1), month(20)];
  if (one?.hit_rate_interval?.status !== "given" || twenty === undefined) throw new Error("no interval");
  // 50 weeks are twelve months.
  expect(one.hit_rate_interval.effective).toBeLessThan(14);
  expect(twenty.hit_rate_interval).toEqual(one.hit_rate_interval);
});

test("hits are rises for Buy and Overweight and falls for Sell; Hold and REVIEW have none and stay apart", () => {
  // The open of day n + 1 is 10; its close says what came of a decision of day n: up, down, up, down, up, up.
  const path = days([
    [10, 10],
    [10, 11],
    [10, 9],
    [10, 12],
    [10, 8],
    [10, 11],
    [10, 13],
  ]);
  const ratings: Rating[] = ["Buy", "Buy", "Overweight", "Sell", "Hold", "REVIEW"];
  const calls = ratings.map((rating, index) => ({ symbol: "A", session: on(index), rating, days: path }));
  const at = (rating: Rating) => hitRates(calls).find((one) => one.rating === rating && one.horizon === 1);
  // Buy: +10 %, −10 %. Overweight +20 %. Sell −20 %. All six: 10 − 10 + 20 − 20 + 10 + 30 = 40, over 6.
  expect(at("Buy")).toMatchObject({ settled: 2, hits: 1, hit_rate: 0.5, mean_return: 0 });
  expect(at("Overweight")).toMatchObject({ settled: 1, hits: 1, hit_rate: 1, mean_return: 0.2 });
  expect(at("Sell")).toMatchObject({ settled: 1, hits: 1, hit_rate: 1, mean_return: -0.2 });
  expect(at("Hold")).toMatchObject({
    settled: 1,
    hits: null,
    hit_rate: null,
    hit_rate_interval: null,
    mean_return: 0.1,
  });
  expect(at("REVIEW")).toMatchObject({ settled: 1, hits: null, hit_rate: null, mean_return: 0.3 });
  expect(at("Underweight")).toMatchObject({ settled: 0, hits: 0, hit_rate: null, mean_return: null });
  expect(at("Buy")?.mean_return_of_all).toBeCloseTo(0.4 / 6, 7);
});
