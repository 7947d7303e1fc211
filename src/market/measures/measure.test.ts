import { expect, test } from "vitest";
import { fc, test as property } from "@fast-check/vitest";
import { joinSources, measures, roundToUnit } from "./measure.ts";

test.each([
  [12.3456, "%", 12.35],
  [66.666, "points", 66.67],
  [1.23456, "x", 1.235],
  [13.6, "days", 14],
  [6_029_667_000.4, "shares", 6_029_667_000],
  [628.65432, "USD", 628.654],
  [28.654321, "USD", 28.6543],
  // Rounded to four decimals first it would end in 1.
  [100.000499999, "USD", 100],
  [123_456.789, "USD", 123_457],
  // A tie on paper, and what a sum makes of it; away from zero.
  [241.2305, "USD", 241.231],
  [241.23049999999998, "USD", 241.231],
  [-90.20155, "USD", -90.2016],
  [45_095_325_000_001, "JPY", 45_095_325_000_001],
  [12_345.678, "%", 12_345.7],
  [6.001428, "USD/share", 6.0014],
  [0.000012345678, "USD", 0.00001235],
  [176_035_000_000.49, "USD", 176_035_000_000],
  [-0.001, "%", 0],
])("%d %s is kept as %d", (value, unit, kept) => {
  expect(Object.is(roundToUnit(value, unit), kept)).toBe(true);
});

property.prop([fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.constantFrom("%", "x", "USD", "shares")], {
  seed: 1,
})("a rounded value stays as it is, and close to what it was", (value, unit) => {
  const once = roundToUnit(value, unit);
  expect(Object.is(roundToUnit(once, unit), once)).toBe(true);
  // Half of the last digit that six leave, or of the unit's own.
  const digit = Math.max(
    unit === "shares" ? 1 : 0.01,
    Math.min(1, 10 ** (Math.floor(Math.log10(Math.abs(value))) - 5)),
  );
  expect(Math.abs(once - value)).toBeLessThanOrEqual(digit * 0.5001);
});

test("what cannot be told is left out", () => {
  const rest = { label: "", unit: "%", at: "2024-01-02", formula: null, source: "test", sourceIds: [] };
  const readings = [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 0].map((value, index) => ({
    ...rest,
    key: `k${index}`,
    value,
  }));
  expect(measures(readings).map(({ key, value }) => [key, value])).toEqual([["k4", 0]]);
});

test("sources are named once, in the order met", () => {
  expect(joinSources(["edgar", "yahoo", "edgar"])).toBe("edgar + yahoo");
});
