import { describe, expect, test } from "vitest";
import { bar, split } from "#tests/support/memory-vendor.ts";
import { addDays } from "#src/core/clock.ts";
import { largeDistributions, putBack, withDividends } from "./corporate-actions.ts";
import type { CorporateAction } from "../market-data.ts";

const day = (index: number): string => addDays("2025-01-01", index);
const bars = Array.from({ length: 10 }, (_, index) => bar(day(index), index < 5 ? 100 : 70, {}, "24/7"));
const dividend = (date: string, value: number): CorporateAction => ({
  ...split(date, value),
  action: "dividend",
  currency: "USD",
});

describe("large distributions", () => {
  test("are dividends of 3 % of the close before and more, and none of more than the price", () => {
    const of = (value: number) => largeDistributions(bars, [dividend(day(5), value)]).map(({ share }) => share);
    expect(of(2.9)).toEqual([]);
    expect(of(3)).toEqual([0.03]);
    expect(of(30)).toEqual([0.3]);
    expect(of(3000)).toEqual([]);
  });

  test("that prices do not show are told from those that they do", () => {
    const of = (value: number, on: typeof bars) =>
      largeDistributions(on, [dividend(day(5), value)]).map(({ isShown }) => isShown);
    const adjusted = bars.map(({ date }) => bar(date, 70, {}, "24/7"));
    expect(of(30, bars)).toEqual([true]);
    expect(of(21, adjusted)).toEqual([false]);
    // Within a few nights' moves nobody can tell.
    expect(of(2.5, adjusted)).toEqual([true]);
  });

  test("need a close before, and are no splits", () => {
    expect(largeDistributions(bars, [dividend(day(0), 30), split(day(5), 2)])).toEqual([]);
  });

  test("put back leave no fall where there was none but them, one after the other", () => {
    const paid = largeDistributions(bars, [dividend(day(5), 30)]);
    expect(putBack(bars, paid).map(({ close }) => close)).toEqual(bars.map(() => 70));
    const twice = largeDistributions(bars, [dividend(day(5), 30), dividend(day(8), 7)]);
    expect(putBack(bars, twice)[0]?.close).toBeCloseTo(63, 9);
    expect(putBack(bars, twice).at(-1)).toBe(bars.at(-1));
  });
});

test("measures stand on both bases where they differ by more than 3 %, and nowhere else", () => {
  const rest = { label: "L", at: day(9), formula: null, source: "s", sourceIds: [] };
  const of = (values: readonly (readonly [key: string, value: number, unit: string])[]) =>
    values.map(([key, value, unit]) => ({ ...rest, key, value, unit }));
  const plain = of([
    ["return_5d", -30, "%"],
    ["return_1d", 1, "%"],
    ["sma_20", 90, "USD"],
    ["ema_10", 71, "USD"],
    ["beta_252", 9, "x"],
  ]);
  const back = of([
    ["return_5d", 0, "%"],
    ["return_1d", -2, "%"],
    ["sma_20", 70, "USD"],
    ["ema_10", 70, "USD"],
    ["beta_252", 1, "x"],
  ]);
  expect(withDividends(plain, back, 70).map(({ key, value }) => [key, value])).toEqual([
    ["with_dividends_return_5d", 0],
    ["with_dividends_sma_20", 70],
  ]);
});
