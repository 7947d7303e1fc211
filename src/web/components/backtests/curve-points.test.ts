import { expect, test } from "vitest";
import { drawdowns, drawnSessions } from "./curve-points.ts";

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
