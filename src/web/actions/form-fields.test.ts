import { expect, test } from "vitest";
import { TypedDecimal } from "./form-fields.ts";

test.each([
  ["2,5", "2.5"],
  [" 5,00 ", "5.00"],
  ["2.5", "2.5"],
  ["1,000", "1,000"],
  ["1.000,50", "1.000,50"],
  ["", ""],
])("%s is read as %s", (typed, read) => {
  expect(TypedDecimal.parse(typed)).toBe(read);
});
