import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Holdings } from "#src/contract/holdings/holdings.ts";
import { rateAt } from "#src/market/currencies/rates.ts";
import { comoves, concentration, valueBook, type Close, type Quote, type RateTo } from "./book.ts";

const day = (index: number): string => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
const series = (closes: readonly number[]): Close[] => closes.map((close, index) => ({ date: day(index), close }));
const quote = (price: number, currency = "USD"): Quote => ({ closes: series([price]), currency, notes: [] });

const noRates: (base: string) => RateTo = (base) => (currency) => rateAt(new Map(), currency, base, "2020-01-02");

test("a book is worth its positions and its cash, to the cent, and shorts count against it", () => {
  const book = valueBook(
    Holdings.parse({
      currency: "USD",
      cash: "1000.10",
      positions: [
        { symbol: "A", quantity: "10", cost_basis: "90" },
        { symbol: "B", quantity: "-2.5", cost_basis: "120" },
      ],
    }),
    new Map([
      ["A", quote(10.01)],
      ["B", quote(40)],
    ]),
    noRates("USD"),
  );
  expect(book).toMatchObject({ value: "1000.20", hhi: expect.closeTo(0.5, 4), notes: [] });
  // 100.10 long and 100.00 short of 1000.20.
  expect([book.gross_exposure_pct, book.net_exposure_pct]).toEqual([20.01, 0.01]);
  expect(book.positions.map(({ value, profit, weight_pct }) => [value, profit, weight_pct])).toEqual([
    ["100.10", "10.10", 10.01],
    ["-100.00", "20.00", -10],
  ]);
});

test("what has no price or no exchange rate has no value and is named; nothing is guessed", () => {
  const holdings = Holdings.parse({
    currency: "EUR",
    positions: [
      { symbol: "A", quantity: "1" },
      { symbol: "GONE", quantity: "1" },
    ],
  });
  const book = valueBook(holdings, new Map([["A", quote(10, "USD")]]), noRates("EUR"));
  expect(book.positions.map(({ value, note }) => [value, note])).toEqual([
    [null, "its price is in USD, and no exchange rate from USD to EUR is known on 2020-01-02"],
    [null, "no price was found"],
  ]);
  expect(book.notes).toHaveLength(3);
  expect([book.value, book.gross_exposure_pct, book.hhi]).toEqual(["0.00", null, null]);
});

test("a book in euros holds stocks in yen and pence, and names by which rates", () => {
  const pairs = new Map([
    ["EURJPY=X", series([160, 200])],
    ["GBPEUR=X", series([1.25])],
  ]);
  const book = valueBook(
    Holdings.parse({
      currency: "EUR",
      cash: "50",
      positions: [
        { symbol: "7203.T", quantity: "100", cost_basis: "200", currency: "JPY" },
        { symbol: "AZN.L", quantity: "4", cost_basis: "30" },
        { symbol: "SAP.DE", quantity: "1", cost_basis: "90", currency: "USD" },
      ],
    }),
    new Map([
      ["7203.T", quote(3, "JPY")],
      ["AZN.L", quote(1000, "GBp")],
      ["SAP.DE", quote(100, "EUR")],
    ]),
    (currency) => rateAt(pairs, currency, "EUR", "2020-01-02"),
  );
  expect(book.value).toBe("201.50");
  expect(
    book.positions.map(({ value, profit, price, currency, note }) => [value, profit, price, currency, note]),
  ).toEqual([
    ["1.50", "0.50", 3, "JPY", null],
    ["50.00", "20.00", 1000, "GBp", null],
    ["100.00", null, 100, null, "its cost is not counted: no exchange rate from USD to EUR is known on 2020-01-02"],
  ]);
  expect(book.rates).toEqual([
    { currency: "JPY", base: "EUR", rate: 1 / 200, date: "2020-01-02", pairs: ["EURJPY=X"], how: "inverse" },
    { currency: "GBp", base: "EUR", rate: 0.0125, date: "2020-01-01", pairs: ["GBPEUR=X"], how: "direct" },
  ]);
});

test("concentration is 1/n for n equal positions, 1 for one, and never outside that", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20 }), (values) => {
      const hhi = concentration(values) ?? -1;
      expect(hhi).toBeGreaterThanOrEqual(1 / values.length - 1e-9);
      expect(hhi).toBeLessThanOrEqual(1 + 1e-9);
      expect(concentration(values.map(() => 7))).toBeCloseTo(1 / values.length, 9);
    }),
  );
});

test("beta and correlation to a book are those of its returns, and need two months in common", () => {
  const seeded = Array.from({ length: 120 }, (_one, index) => Math.sin(index * 12.9898) * 0.02);
  const grow = (returns: readonly number[]): Close[] =>
    series(returns.reduce<number[]>((all, each) => [...all, (all.at(-1) ?? 1) * (1 + each)], [100]));
  const market = grow(seeded);
  const doubled = grow(seeded.map((each) => 2 * each));
  expect(comoves(doubled, [{ weight: 1, closes: market }])).toMatchObject({
    beta: expect.closeTo(2, 6),
    correlation: expect.closeTo(1, 6),
  });
  // Half in cash moves half as much.
  expect(comoves(doubled, [{ weight: 0.5, closes: market }]).beta).toBeCloseTo(4, 6);
  expect(comoves(doubled.slice(-60), [{ weight: 1, closes: market }]).beta).toBeNull();
});

test.each([
  ["a zero quantity", { positions: [{ symbol: "A", quantity: "0" }] }, "positions.0.quantity"],
  ["no number", { positions: [{ symbol: "A", quantity: "ten" }] }, "positions.0.quantity"],
  ["an absurd size", { positions: [{ symbol: "A", quantity: "1234567890123" }] }, "positions.0.quantity"],
  [
    "a symbol twice",
    {
      positions: [
        { symbol: "A", quantity: "1" },
        { symbol: "a", quantity: "2" },
      ],
    },
    "positions.1.symbol",
  ],
  ["no code of a currency", { positions: [{ symbol: "A", quantity: "1", currency: "euro" }] }, "positions.0.currency"],
  ["an unknown field", { positions: [], leverage: 2 }, ""],
  [
    "too many",
    { positions: Array.from({ length: 51 }, (_one, index) => ({ symbol: `S${index}`, quantity: "1" })) },
    "positions",
  ],
])("%s is refused where it stands", (_name, given, path) => {
  const read = Holdings.safeParse({ currency: "USD", ...given });
  expect(read.error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});
