import { expect, test } from "vitest";
import { studentT95 } from "./student-t.ts";

test.each([
  [1, 12.7062],
  [2, 4.30265],
  [3, 3.18245],
  [4, 2.77645],
  [5, 2.57058],
  [7, 2.36462],
  [10, 2.22814],
  [20, 2.08596],
  [60, 2.0003],
  [1000, 1.96234],
])("with %d degrees of freedom |t| stays below %d in 95 of 100 cases, as the tables say", (freedom, quantile) => {
  expect(studentT95(freedom)).toBeCloseTo(quantile, 4);
});

test("it falls with the degrees of freedom, also between whole ones, and there is none below one", () => {
  const quantiles = Array.from({ length: 200 }, (_, index) => studentT95(1 + index / 10));
  expect(quantiles).toEqual(quantiles.toSorted((a, b) => b - a));
  expect(() => studentT95(0.9)).toThrow(RangeError);
});
