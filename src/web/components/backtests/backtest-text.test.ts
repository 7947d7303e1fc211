import { expect, test } from "vitest";
import { drawdowns, drawnSessions, firstDrawn, listedSessions } from "./backtest-text.ts";

test("few sessions are all drawn, of many each nth with both ends", () => {
  expect(drawnSessions(0)).toEqual([]);
  expect(drawnSessions(3)).toEqual([0, 1, 2]);
  const many = drawnSessions(5033);
  expect(many.length).toBeLessThanOrEqual(1501);
  expect([many[0], many.at(-1)]).toEqual([0, 5032]);
  expect(new Set(many).size).toBe(many.length);
});

test("a drawdown is counted from the highest equity until then", () => {
  // 1.1 is the peak of 0.88: 0.88 / 1.1 − 1 = −0.2; after the new peak of 1.2 there is none.
  expect(drawdowns([1, 1.1, 0.88, 1.2]).map((value) => Number(value.toFixed(12)))).toEqual([0, 0, -0.2, 0]);
  expect(drawdowns([0, 0])).toEqual([0, 0]);
});

test("a range shows as many points as its sessions are of all", () => {
  expect(firstDrawn(500, 500, "1Y")).toBe(248);
  // One point for three sessions.
  expect(firstDrawn(1000, 3000, "1Y")).toBe(916);
  expect([firstDrawn(100, 100, "6M"), firstDrawn(100, 100, "All")]).toEqual([0, 0]);
});

test("a table lists a few sessions all, and of many the last of each month, newest first", () => {
  const days = Array.from({ length: 400 }, (_, index) =>
    new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
  );
  expect(listedSessions(days, 397)).toEqual([399, 398, 397]);
  const months = listedSessions(days, 0).map((at) => days[at]);
  expect(months).toHaveLength(14);
  expect([months[0], months[1], months.at(-1)]).toEqual(["2025-02-03", "2025-01-31", "2024-01-31"]);
});
