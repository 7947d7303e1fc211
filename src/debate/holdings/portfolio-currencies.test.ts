import { expect, test } from "vitest";
import { bar } from "#tests/support/memory-vendor.ts";
import { type Listed, acme, bought, day, last, portfolio, sessions, value } from "#tests/support/listed-companies.ts";

/* Portfolios whose positions are in other currencies than their own. */

test("with a rate, foreign prices, costs and dividends are converted on their own days", async () => {
  const euro = { ...acme, symbol: "EURO", currency: "EUR" };
  const rates = sessions.map((date) => bar(date, date < day(50) ? 1.1 : 1.25, {}, "FX"));
  const pair = { symbol: "EURUSD=X", bars: rates, actions: [] };
  const held = portfolio([{ ...bought(10), symbol: "EURO", currency: "EUR" }]);
  const found = await value([euro, pair], held, day(70));
  const inEuro = await value([{ ...acme }], portfolio([bought(10)]), day(70));
  expect(found).toMatchObject({
    cost: "2200.00",
    dividends: "25.00",
    value: (Number(inEuro.value) * 1.25).toFixed(2),
  });
});

test.each([1.3, 100, 1 / 1.21])("a rate %d times that of the day before is not used, and named", async (times) => {
  const euro = { ...acme, symbol: "EURO", currency: "EUR" };
  const pair = (close: number): Listed => ({
    symbol: "EURUSD=X",
    bars: sessions.map((date, index) => bar(date, index === 80 ? close : 1.1, {}, "FX")),
    actions: [],
  });
  const held = portfolio([{ ...bought(10), symbol: "EURO", currency: "EUR" }]);
  const [right, wrong] = await Promise.all([
    value([euro, pair(1.1)], held, day(80)),
    value([euro, pair(1.1 * times)], held, day(80)),
  ]);
  const note = `The rate EURUSD=X on ${day(80)} is far from the days around it and is not used.`;
  expect(wrong).toEqual({ ...right, notes: [note] });
});

test("beta compares position and benchmark in one currency", async () => {
  const index = { symbol: "SPY", bars: acme.bars, actions: acme.actions };
  const rates = sessions.map((date, at) => bar(date, 1.1 + (at % 3) / 50, {}, "FX"));
  const pair = { symbol: "EURUSD=X", bars: rates, actions: [] };
  const inEuro = portfolio([{ symbol: "ACME", quantity: "1", acquired: day(0) }], { currency: "EUR" });
  expect((await value([acme, index, pair], inEuro, day(last))).beta).toMatchObject({ value: 1, benchmark: "SPY" });
});
