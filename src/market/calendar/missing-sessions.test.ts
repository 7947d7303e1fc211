import { expect, test } from "vitest";
import { bar } from "#tests/support/memory-vendor.ts";
import { calendarByName, missingSessions } from "./calendar.ts";
import { priceMeasures } from "../measures/indicators.ts";
import type { Bar } from "../market-data.ts";

const found = calendarByName("XNYS");
if (found === null) throw new Error("New York has a calendar");
const newYork = found;

/** Every session of two years, each a little dearer than the one before. */
const whole = newYork
  .sessionsBetween("2023-06-01", "2025-02-21")
  .map((date, index) => bar(date, 100 + index, { volume: 1000 }));

function without(from: string, to: string): Bar[] {
  return whole.filter(({ date }) => date < from || date > to);
}

function measuresOf(bars: readonly Bar[]) {
  const rawLast = bars.at(-1);
  if (rawLast === undefined) throw new Error("a test without bars");
  const dates = bars.map(({ date }) => date);
  const holes = missingSessions(newYork, dates, rawLast.date);
  const found = priceMeasures({ bars, rawLast, holes, benchmark: null, sessionsPerYear: 252, source: "test" });
  return new Map(found.map((measure) => [measure.key, measure]));
}

test("a whole calendar has no hole", () => {
  expect(
    missingSessions(
      newYork,
      whole.map(({ date }) => date),
      "2025-02-21",
    ),
  ).toEqual([]);
});

test("sessions up to the date asked for are missing too", () => {
  expect(missingSessions(newYork, ["2025-02-18"], "2025-02-21")).toEqual([
    { from: "2025-02-19", to: "2025-02-21", sessions: 3 },
  ]);
});

test("a return counts sessions by the calendar, and is absent where the one that it starts from has no price", () => {
  const holed = measuresOf(without("2025-02-11", "2025-02-19"));
  const all = measuresOf(whole);
  expect(holed.has("return_5d")).toBe(false);
  for (const key of ["return_1d", "return_21d", "return_63d", "return_252d"])
    expect(holed.get(key), key).toEqual(all.get(key));
});

test("volatility needs nearly all of its sessions, and every other measure says how many are missing", () => {
  const holed = measuresOf(without("2025-02-11", "2025-02-19"));
  expect(holed.has("volatility_21")).toBe(false);
  expect(holed.get("sma_20")?.label).toBe("Mean close of 20 sessions (6 sessions missing in between)");
  expect(holed.get("rsi_14")?.label).toBe("RSI, 14 sessions (6 sessions missing in between)");
});

test("a hole before a measure's window changes nothing of it", () => {
  const holed = measuresOf(without("2023-08-01", "2023-08-04"));
  const all = measuresOf(whole);
  for (const key of ["sma_200", "return_252d", "volatility_63", "bollinger_upper", "high_252", "atr_14_pct"])
    expect(holed.get(key)?.label, key).toBe(all.get(key)?.label);
});
