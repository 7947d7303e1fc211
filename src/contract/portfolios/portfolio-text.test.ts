import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lotLines, portfolioFromFile, readHoldingsText, readLotLines } from "./portfolio-text.ts";
import { PortfolioBody } from "./portfolios.ts";

const lot = {
  symbol: "DEMO",
  quantity: "100",
  cost_per_unit: "55.20",
  acquired: "2019-03-01",
  currency: null,
  note: null,
};

test.each([
  ["DEMO 100 55.20 2019-03-01", lot],
  ["DEMO,100,55.20,2019-03-01", lot],
  ["DEMO\t100\t55.20\t2019-03-01\t", lot],
  ["DEMO 100 2019-03-01", { ...lot, cost_per_unit: null }],
  ["DEMO -100 - 2019-03-01", { ...lot, quantity: "-100", cost_per_unit: null }],
  ["DEMO 100 55.20 2019-03-01 EUR", { ...lot, currency: "EUR" }],
  ["DEMO 100 55.20 2019-03-01 EUR from Oma, 2 of 3", { ...lot, currency: "EUR", note: "from Oma, 2 of 3" }],
  ["DEMO 100 55.20 2019-03-01 GBp", { ...lot, currency: "GBX" }],
  ["DEMO 100 55.20 2019-03-01 GBp, ISA", { ...lot, currency: "GBX", note: "ISA" }],
  ["DEMO 100 55.20 2019-03-01 usd", { ...lot, currency: "USD" }],
  ["DEMO 100 55.20 2019-03-01 all of it", { ...lot, note: "all of it" }],
  ["DEMO 100 55.20 2019-03-01 Oma", { ...lot, note: "Oma" }],
  ["DEMO 100 55.20 2019-03-01 from Oma", { ...lot, note: "from Oma" }],
])("%j", (line, read) => {
  expect(readLotLines(`symbol quantity cost since\n${line}\n\ncash 12.50`)).toEqual({ lots: [read], cash: "12.50" });
});

test.each(["DEMO", "DEMO 100", "DEMO 100 55.20", "DEMO 100 55.20 90 2019-03-01", "DEMO 100 01.03.2019", "cash"])(
  "%j is no lot, and the line is named",
  (line) => expect(() => readLotLines(`DEMO 1 2019-03-01\n${line}`)).toThrow(/^line 2 should be a symbol/),
);

test.each(["SAP.DE 30,5 2025-09-05", "SAP.DE 30 185,50 2025-09-05", "SAP.DE 1,000 185.50 2025-09-05 a note"])(
  "%j is not guessed at",
  (line) => expect(() => readLotLines(line)).toThrow(/^line 1 has a comma within a number/),
);

test("what is written for somebody to change is read as it was", () => {
  const words = fc.stringMatching(/^[A-Za-z][A-Za-z ,;.]{0,40}$/).map((text) => text.trim());
  const amount = fc.stringMatching(/^[1-9]\d{0,5}(\.\d{1,8})?$/);
  const any = fc.record({
    symbol: fc.constantFrom("DEMO", "BRK-B", "^GSPC", "BTC-USD"),
    quantity: amount,
    cost_per_unit: fc.option(amount),
    acquired: fc.constantFrom("1999-12-31", "2019-03-01"),
    currency: fc.constantFrom(null, "EUR"),
    note: fc.option(words),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 5 }), (lots) => {
      const whole = PortfolioBody.parse({ name: "Mine", currency: "USD", cash: "3.10", lots });
      const again = PortfolioBody.parse({ ...whole, ...readLotLines(lotLines(whole)) });
      const named = (body: PortfolioBody) => body.lots.map((one) => ({ ...one, currency: one.currency ?? "USD" }));
      expect([named(again), again.cash]).toEqual([named(whole), whole.cash]);
    }),
  );
});

test("a broker's file is what is held on its day", () => {
  const one = { asset_type: "stock", written: "AAPL", name: null, doubt: null } as const;
  const read = portfolioFromFile(
    {
      instruments: [
        { ...one, symbol: "AAPL", quantity: 12.5, cost: 1000, currency: "USD" },
        { ...one, symbol: "SAP.DE", quantity: 3, cost: null, currency: "EUR" },
        { ...one, symbol: "VOD.L", quantity: 100, cost: 7120, currency: "GBp" },
        { ...one, symbol: "KO", quantity: 2, cost: 120, currency: "US dollars" },
        { ...one, symbol: "MSFT", written: "Microsoft", quantity: null, cost: 5, currency: null },
      ],
      leftOut: [{ text: "Total", reason: "a total" }],
    },
    { currency: "USD", acquired: "2026-11-27" },
  );
  expect(read).toEqual({
    lots: [
      { symbol: "AAPL", quantity: "12.5", cost_per_unit: "80", acquired: "2026-11-27" },
      { symbol: "SAP.DE", quantity: "3", cost_per_unit: null, acquired: "2026-11-27", currency: "EUR" },
      { symbol: "VOD.L", quantity: "100", cost_per_unit: "71.2", acquired: "2026-11-27", currency: "GBX" },
      { symbol: "KO", quantity: "2", cost_per_unit: null, acquired: "2026-11-27" },
    ],
    leftOut: [
      { text: "Total", reason: "a total" },
      { text: "Microsoft", reason: "no quantity" },
    ],
  });
});

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
