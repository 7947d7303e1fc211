import { expect, test } from "vitest";
import type { Levels } from "#src/contract/run/run.ts";
import { levelOutcomes } from "./levels.ts";

const levels: Levels = { action: "buy", entry: 100, stop: 95, target: 110, size_pct: null, currency: "USD" };

function bar(date: string, low: number, high: number) {
  return { date, open: low, high, low, close: high };
}

test("a level is reached by the first session that comes to it from the last close", () => {
  const later = [bar("2025-01-02", 99, 103), bar("2025-01-03", 95, 101), bar("2025-01-06", 94, 109.99)];
  expect(levelOutcomes(levels, 101, later)).toEqual([
    { name: "entry", price: 100, reached: "2025-01-02", through: "2025-01-06" },
    { name: "stop", price: 95, reached: "2025-01-03", through: "2025-01-06" },
    { name: "target", price: 110, reached: null, through: "2025-01-06" },
  ]);
});

test("of a short sale the stop lies above and the target below", () => {
  const short: Levels = { ...levels, action: "sell", stop: 105, target: 90 };
  const later = [bar("2025-01-02", 96, 104.9), bar("2025-01-03", 89, 99)];
  const [, stop, target] = levelOutcomes(short, 101, later);
  expect(stop?.reached).toBeNull();
  expect(target?.reached).toBe("2025-01-03");
});

test("without later prices nothing is told", () => {
  expect(levelOutcomes(levels, 101, [])).toEqual([]);
});
