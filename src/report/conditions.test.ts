import { expect, test } from "vitest";
import { conditionText } from "./conditions.ts";

test("a measure whose name has a comma is closed by one", () => {
  const at = { comparator: "below", threshold: 39.37, unit: "USD" } as const;
  expect(conditionText({ ...at, label: "Last close, as traded" })).toBe("Last close, as traded, below 39.37 USD");
  expect(conditionText({ ...at, label: "Mean close" })).toBe("Mean close below 39.37 USD");
});
