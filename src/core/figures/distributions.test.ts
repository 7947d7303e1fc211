import { expect, test } from "vitest";
import { studentT95 } from "./statistics.ts";

// Those of whole degrees as tables have them, the others by integrating the density in 200,000 steps.
test.each([
  [1, 12.706205],
  [1.1, 10.276801],
  [1.5, 6.016663],
  [2, 4.302653],
  [2.5, 3.574655],
  [3, 3.182446],
  [3.7, 2.867521],
  [4, 2.776445],
  [4.5, 2.658912],
  [5, 2.570582],
  [7, 2.364624],
  [7.25, 2.348195],
  [10, 2.228139],
  [20, 2.085963],
  [60, 2.000298],
  [1000, 1.962339],
])("with %d degrees of freedom |t| stays below %d in 95 of 100 cases, to five decimals", (freedom, quantile) => {
  expect(studentT95(freedom)).toBeCloseTo(quantile, 5);
});

test("it falls with the degrees of freedom, also between whole ones, and there is none below one", () => {
  const quantiles = Array.from({ length: 200 }, (_, index) => studentT95(1 + index / 10));
  expect(quantiles).toEqual(quantiles.toSorted((a, b) => b - a));
  expect(() => studentT95(0.9)).toThrow(RangeError);
});
