import { expect, test } from "vitest";
import { findNumbers } from "./numbers.ts";

test.each([
  ["RSI is in the mid-50s", "the mid-50s", 53, 57],
  ["RSI is in the mid-fifties", "the mid-fifties", 53, 57],
  ["MFI reads in the high 30s", "the high 30s", 36, 39.99],
  ["the oscillator sits in the low-80's.", "the low-80's", 80, 84],
  ["RSI is in the 30s", "the 30s", 30, 39.99],
  ["volatility in the upper 20s percent", "the upper 20s percent", 26, 29.99],
  ["a margin in the low to mid 40s", "the low to mid 40s", 40, 44],
])("%s", (text, printed, low, high) => {
  const [number, ...others] = findNumbers(text);
  expect(others).toEqual([]);
  expect(number?.text).toBe(printed);
  expect(Number(number?.value) - Number(number?.halfUnit)).toBeCloseTo(low);
  expect(Number(number?.value) + Number(number?.halfUnit)).toBeCloseTo(high);
});

test.each(["since the 90s", "in the 1990s", "in the '90s", "the 30s chart"])(
  "years and charts are none: %s",
  (text) => {
    expect(findNumbers(text)).toEqual([]);
  },
);
