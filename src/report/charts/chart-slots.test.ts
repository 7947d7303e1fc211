import { expect, test } from "vitest";
import type { ChartBar } from "#src/contract/run/run.ts";
import { chartData } from "./chart-data.ts";
import { chartGeometry } from "./chart-geometry.ts";
import { laterOnBasis } from "./later-prices.ts";
import { asOfPlace, chartSlots, placesOf } from "#src/contract/chart.ts";

function bar(date: string, close = 100): ChartBar {
  return { date, open: close, high: close + 1, low: close - 1, close, volume: 1000 };
}

function dataOf(dates: readonly string[], asOf: string, later: readonly string[] = []) {
  const made = chartData({
    symbol: "AAPL",
    currency: "USD",
    asOf,
    bars: dates.map((date) => bar(date)),
    later: later.map((date) => bar(date)),
  });
  if (made === null) throw new Error("there were bars");
  return made;
}

test("sessions without a price have places of their own, and a holiday has none", () => {
  // 17 February 2025 was Presidents' Day.
  const data = dataOf(["2025-02-10", "2025-02-20", "2025-02-21"], "2025-02-21");
  expect(data.holes).toMatchObject([{ from: "2025-02-11", to: "2025-02-19", sessions: 6 }]);
  const slots = chartSlots(data);
  expect(slots.map(({ bar: one }) => one !== null)).toEqual([true, ...Array<boolean>(6).fill(false), true, true]);
  expect(slots.filter(({ missing }) => missing === 6)).toHaveLength(6);
});

test("the as-of line stands at its date, also where prices end long before", () => {
  const data = dataOf(["2023-10-09", "2023-10-10"], "2025-01-31");
  const slots = chartSlots(data);
  expect(slots.at(asOfPlace(slots))?.date).toBe("2025-01-31");
  // 328 sessions are told of, and drawn as wide as a long gap is.
  expect(data.holes).toMatchObject([{ from: "2023-10-11", to: "2025-01-31", sessions: 328 }]);
  expect(slots.length).toBeLessThan(20);
  const drawn = chartGeometry(data, { width: 920, height: 340, sessions: 130 });
  expect(drawn?.gaps.map(({ text }) => text)).toEqual(["328 missing"]);
  expect(drawn?.asOfX).toBeGreaterThan((drawn?.candles.at(-1)?.x ?? 0) + 300);
});

test("prices after the as-of date lie behind its line", () => {
  const slots = chartSlots(dataOf(["2025-02-20", "2025-02-21"], "2025-02-21", ["2025-02-24", "2025-02-25"]));
  expect(asOfPlace(slots)).toBe(1);
  expect(slots.filter(({ later }) => later).map(({ date }) => date)).toEqual(["2025-02-24", "2025-02-25"]);
});

test("a range counts sessions with a price and keeps the gaps between them", () => {
  const slots = chartSlots(dataOf(["2025-02-07", "2025-02-10", "2025-02-20", "2025-02-21"], "2025-02-21"));
  expect(placesOf(slots, 2)).toBe(2);
  expect(placesOf(slots, 3)).toBe(9);
  expect(placesOf(slots, 99)).toBe(slots.length);
});

test("where holidays are not known, a week without prices may be one", () => {
  const taipei = (dates: readonly string[]) =>
    chartData({ symbol: "2330.TW", currency: "TWD", asOf: "2025-05-30", bars: dates.map((date) => bar(date)) });
  expect(taipei(["2025-05-26", "2025-05-30"])?.holes).toEqual([]);
  expect(taipei(["2025-04-01", "2025-05-30"])?.holes[0]?.sessions).toBe(42);
});

test("prices of a later run are brought to the basis of the earlier one, and end up after its date alone", () => {
  const known = [bar("2025-02-20", 200), bar("2025-02-21", 210)];
  // A split of 2 for 1 came in between.
  const later = [bar("2025-02-20", 100), bar("2025-02-21", 105), bar("2025-02-24", 110)];
  expect(laterOnBasis(known, later, "2025-02-21")).toEqual([
    { date: "2025-02-24", open: 220, high: 222, low: 218, close: 220, volume: 500 },
  ]);
  expect(laterOnBasis(known, [bar("2025-02-24", 110)], "2025-02-21")).toEqual([]);
});
