import { expect, test } from "vitest";
import { counted, countText, percentText } from "./number-text.ts";

test.each([
  [0, "0 analyses"],
  [1, "1 analysis"],
  [2, "2 analyses"],
  [1200, "1,200 analyses"],
])("%d is %s", (count, text) => expect(counted(count, "analysis", "analyses")).toBe(text));

test("a plural without a form of its own ends in s", () => {
  expect([counted(1, "call"), counted(12_345, "call")]).toEqual(["1 call", "12,345 calls"]);
  expect(countText(1_000_000)).toBe("1,000,000");
});

test.each([
  [0.583, 0, "58%"],
  [0.583, 1, "58.3%"],
  [-0.0123, 1, "\u22121.2%"],
  [-0.00001, 1, "0.0%"],
  [12.3456, 1, "1,234.6%"],
])("%d with %d digits is %s", (share, digits, text) => expect(percentText(share, digits)).toBe(text));
