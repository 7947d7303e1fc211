import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import { signalOf } from "#tests/support/signals.ts";
import { marksOf } from "../lib/marks.ts";
import { levelHit, settledBars } from "./outcomes.ts";

const day = (place: number, price: KnownDay["price"], split = 1): KnownDay => {
  const session = `2025-06-${String(place + 3).padStart(2, "0")}`;
  return { session, opensAt: Date.parse(`${session}T13:30:00Z`), price, split, dividend: 0 };
};

test("each split divides what was before it; a session without a price still splits", () => {
  const days = [
    day(0, { open: 80, close: 100 }),
    day(1, null, 2),
    day(2, { open: 60, close: 55 }),
    day(3, { open: 5, close: 6 }, 10),
  ];
  expect(settledBars(days).map(({ date, open, low, high, close }) => [date, open, low, high, close])).toEqual([
    ["2025-06-03", 4, 4, 5, 5],
    ["2025-06-05", 6, 5.5, 6, 5.5],
    ["2025-06-06", 5, 5, 6, 6],
  ]);
  expect(settledBars(days).every(({ rangeUnknown }) => rangeUnknown)).toBe(true);
});

const prices = fc.double({ min: 1, max: 1000, noNaN: true });
const days = fc
  .array(fc.record({ open: prices, close: prices, split: fc.constantFrom(1, 1, 1, 2, 0.1, 7) }), { minLength: 5 })
  .map((made) => made.slice(0, 20).map(({ open, close, split }, place) => day(place, { open, close }, split)));

property.prop([days])("they move as the marks do that are settled by them", (kept) => {
  const bars = settledBars(kept);
  for (const mark of marksOf(signalOf("AAPL", "Buy"), kept, { symbol: null, days: [] })) {
    if (mark.status !== "settled") continue;
    const [first, end] = [bars[0], bars[mark.horizon - 1]];
    const told = mark.return ?? Number.NaN;
    const moved = (end?.close ?? 0) / (first?.open ?? 1) - 1;
    // Marks are kept in eight digits.
    expect(Math.abs(moved - told)).toBeLessThanOrEqual(Math.abs(told) * 1e-7 + 1e-9);
  }
});

const closeOn = (session: string, close: number | null, split = 1): KnownDay => ({
  session,
  opensAt: Date.parse(`${session}T13:30:00Z`),
  price: close === null ? null : { open: close, close },
  split,
  dividend: 0,
});
const closes = (...given: readonly (number | null)[]): KnownDay[] =>
  given.map((close, index) => closeOn(`2025-06-${String(index + 3).padStart(2, "0")}`, close));

const long = signalOf("AAPL", "Buy", { stop: 90, target: 120 });
const short = signalOf("AAPL", "Sell", { stop: 110, target: 80 });

test("the first close at or behind a level counts, whichever level it is", () => {
  expect(levelHit(long, closes(100, 95, 90, 125))).toMatchObject({ level: "stop", close: 90, session: "2025-06-05" });
  expect(levelHit(long, closes(100, null, 121, 80))).toMatchObject({ level: "target", session: "2025-06-05" });
  expect(levelHit(short, closes(100, 111))).toMatchObject({ level: "stop", price: 110 });
  expect(levelHit(short, closes(100, 80))).toMatchObject({ level: "target" });
});

test("nothing is hit before the entry, without levels, or in between", () => {
  expect(levelHit(long, [closeOn("2025-06-02", 80)])).toBeNull();
  expect(levelHit(long, closes(100, 91, 119))).toBeNull();
  expect(levelHit(signalOf("AAPL", "Buy"), closes(1, 1000))).toBeNull();
});

test("the trade's own levels say which way it goes, and the rating where they do not", () => {
  expect(levelHit(signalOf("AAPL", "Hold", { stop: 90, target: 120 }), closes(89))).toMatchObject({ level: "stop" });
  expect(levelHit(signalOf("AAPL", "Underweight", { stop: 110 }), closes(111))).toMatchObject({ level: "stop" });
  expect(levelHit(signalOf("AAPL", "Hold", { stop: 90 }), closes(1))).toBeNull();
});

test("closes after a split are held against the levels in old shares", () => {
  expect(levelHit(long, [closeOn("2025-06-03", 100), closeOn("2025-06-04", 50, 2)])).toBeNull();
  const fallen = [closeOn("2025-06-03", 100), closeOn("2025-06-04", 44, 2)];
  expect(levelHit(long, fallen)).toMatchObject({ level: "stop", price: 90, close: 88 });
});
