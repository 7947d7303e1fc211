import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import type { ChartBar, Levels } from "#src/contract/run/run.ts";
import { addDays } from "#src/core/clock.ts";
import { asOfPlace, chartSlots, placesOf } from "#src/contract/chart.ts";
import { chartGeometry, labelHeight } from "./chart.ts";
import { chartData } from "./chart-data.ts";
import { laterOnBasis } from "./run-chart.ts";

const wide = { width: 920, height: 340, sessions: 130 };
const narrow = { width: 360, height: 300, sessions: 50 };

function bars(prices: readonly number[]): ChartBar[] {
  return prices.map((price, index) => ({
    date: addDays("2023-11-20", index),
    open: price,
    high: price * 1.02,
    low: price * 0.98,
    close: price * 1.01,
  }));
}

/** As of the last bar, with nothing missing. */
function chartOf(all: ChartBar[], proposed: Levels | null) {
  return { bars: all, levels: proposed, holes: [], asOf: all.at(-1)?.date ?? "2023-11-20" };
}

function levels(entry: number | null, stop: number | null, target: number | null): Levels {
  return { action: "buy", entry, stop, target, size_pct: 5, currency: "USD" };
}

test("levels lie at their price on the scale of the candles", () => {
  const chart = chartGeometry(chartOf(bars([100, 110, 120, 110]), levels(100, 110, null)), wide);
  const [first, second] = chart?.candles ?? [];
  // The body of an up candle runs from its open (below) to its close (above).
  const openAt = (candle: typeof first): number => (candle?.top ?? 0) + (candle?.height ?? 0);
  const at = Object.fromEntries(chart?.levels.map(({ name, y }) => [name, y]) ?? []);
  expect(at["entry"]).toBeCloseTo(openAt(first), 6);
  expect(at["stop"]).toBeCloseTo(openAt(second), 6);
  expect(chart?.levels.map(({ text }) => text)).toEqual(["stop 110.00", "entry 100.00"]);
});

test("the as-of line stands at the right edge of the data, and only the last sessions are drawn", () => {
  const chart = chartGeometry(chartOf(bars(Array.from({ length: 200 }, (_, at) => 50 + at)), null), narrow);
  const last = chart?.candles.at(-1);
  expect(chart?.candles).toHaveLength(50);
  expect(last?.date).toBe(addDays("2023-11-20", 199));
  const gap = (chart?.asOfX ?? 0) - ((last?.x ?? 0) + (last?.width ?? 0));
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(last?.width ?? 0);
});

test("the year stands with the first month and with January", () => {
  const chart = chartGeometry(chartOf(bars(Array.from({ length: 100 }, () => 10)), null), wide);
  expect(chart?.months.map(({ text }) => text)).toEqual(["Dec 2023", "Jan 2024", "Feb"]);
});

test("prices far below one keep their digits", () => {
  const chart = chartGeometry(chartOf(bars([0.00001234]), levels(0.00001234, null, null)), wide);
  expect(chart?.levels[0]?.text).toBe("entry 0.00001234");
  expect(new Set(chart?.prices.map(({ text }) => text)).size).toBe(chart?.prices.length);
});

const price = fc.double({ min: 1e-6, max: 200_000, noNaN: true });
const level = fc.option(price, { nil: null });

property.prop(
  [
    fc.array(price, { minLength: 1, maxLength: 160 }),
    fc.tuple(level, level, level),
    fc.constantFrom(wide, narrow),
    fc.boolean(),
  ],
  { seed: 5, numRuns: 500 },
)(
  "every number is finite and inside the drawing, and no two labels overlap",
  (prices, [entry, stop, target], size, flat) => {
    const drawn = flat ? prices.map(() => prices[0] ?? 1) : prices;
    const chart = chartGeometry(chartOf(bars(drawn), levels(entry, stop, target)), size);
    if (chart === null) throw new Error("there were bars");
    const { plot, candles, levels: marks, months, prices: ticks } = chart;
    expect(plot.left).toBeLessThan(plot.right);
    for (const { x, width, high, low, top, height } of candles) {
      for (const value of [x, width, high, low, top, height]) expect(Number.isFinite(value)).toBe(true);
      expect(x).toBeGreaterThanOrEqual(plot.left);
      expect(x + width).toBeLessThanOrEqual(plot.right + 1e-9);
      expect(high).toBeLessThanOrEqual(low);
      expect(high).toBeGreaterThanOrEqual(plot.top - 1e-6);
      expect(low).toBeLessThanOrEqual(plot.bottom + 1e-6);
    }
    const inside = (y: number): boolean => y >= plot.top - 1e-6 && y <= plot.bottom + 1e-6;
    expect(marks.every(({ y, labelY }) => inside(y) && inside(labelY))).toBe(true);
    const apart = (ys: readonly number[], least: number): boolean =>
      ys.toSorted((a, b) => a - b).every((y, at, all) => at === 0 || y - (all[at - 1] ?? 0) >= least - 1e-6);
    expect(
      apart(
        marks.map(({ labelY }) => labelY),
        labelHeight,
      ),
    ).toBe(true);
    expect(
      apart(
        ticks.map(({ y }) => y),
        labelHeight,
      ),
    ).toBe(true);
    for (const [at, { x, text }] of months.entries()) {
      const end = x + text.length * 6.8;
      expect(end).toBeLessThanOrEqual(months[at + 1]?.x ?? plot.right);
    }
    const widest = Math.max(0, ...marks.map(({ text }) => text.length)) * 6.8;
    expect(plot.right + (marks.length === 0 ? 0 : 19) + widest).toBeLessThanOrEqual(size.width + 1);
  },
);

test("there is nothing to draw without a bar", () => {
  expect(chartGeometry(chartOf([], levels(1, 2, 3)), wide)).toBeNull();
});

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
