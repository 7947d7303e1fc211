import { expect, test } from "vitest";
import { pauseAfter } from "./supervise.ts";

test("the pause before a start doubles with each death in a row, up to 30 s", () => {
  const never = (): number => 0;
  expect([1, 2, 3, 7, 8, 100, 5000].map((deaths) => pauseAfter(deaths, never))).toEqual([
    250, 500, 1000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test("chance makes it shorter, by half at most", () => {
  expect(pauseAfter(8, () => 0.5)).toBe(22_500);
  expect(pauseAfter(8, () => 0.999_999)).toBeGreaterThan(15_000);
});
