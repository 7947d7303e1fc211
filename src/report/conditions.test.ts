import { expect, test } from "vitest";
import { conditionText } from "./conditions.ts";

test("a measure whose name has a comma is closed by one", () => {
  const at = { comparator: "below", threshold: 44, unit: "%" } as const;
  const gross = { ...at, measure: "gross_margin_ttm", label: "Gross margin, trailing twelve months" };
  expect(conditionText(gross)).toBe("Gross margin, trailing twelve months, below 44%");
  expect(conditionText({ ...gross, label: "Gross margin" })).toBe("Gross margin below 44%");
});

test("a price that is watched is called the close, not by the name of the newest one", () => {
  const at = { comparator: "below", threshold: 39.37, unit: "USD" } as const;
  expect(conditionText({ ...at, measure: "close", label: "Last close, as traded" })).toBe("Close below 39.37 USD");
});
