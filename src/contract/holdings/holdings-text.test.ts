import { expect, test } from "vitest";
import { readHoldingsText } from "./holdings-text.ts";

test("nothing typed is not given, and cash alone is a book without positions", () => {
  expect(readHoldingsText("  \n", "USD")).toBeNull();
  expect(readHoldingsText("cash 5000", "EUR")).toMatchObject({ currency: "EUR", positions: [], cash: "5000" });
});

test("lines and JSON say the same", () => {
  const typed = readHoldingsText("Symbol,Quantity,Cost\nAAPL,120,18400\nMSFT\t-4\n\nCash 10.50\n", "USD");
  const json = {
    currency: "USD",
    positions: [
      { symbol: "AAPL", quantity: "120", cost_basis: "18400" },
      { symbol: "MSFT", quantity: "-4" },
    ],
    cash: "10.50",
  };
  expect(readHoldingsText(JSON.stringify(json), "EUR")).toEqual(typed);
});

test.each([
  ["AAPL", /line 1 should be a symbol, a quantity and what it cost/],
  ["AAPL 120 184 00", /line 1 should be/],
  ["MSFT 4\nAAPL ten", /position 2: quantity must be a decimal number/],
  ["AAPL 1\nAAPL 2", /position 2: symbol is the symbol of positions\[0\] too/],
  ["{", /not valid JSON/],
])("%j is refused in words", (text, message) => {
  expect(() => readHoldingsText(text, "USD")).toThrow(message);
});
