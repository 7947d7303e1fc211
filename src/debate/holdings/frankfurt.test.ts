import { expect, test } from "vitest";
import { PortfolioBody } from "#src/contract/portfolios/portfolios.ts";
import { readLotLines } from "#src/contract/portfolios/portfolio-text.ts";
import { addDays, type LocalDate } from "#src/core/clock.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { temporaryFolder } from "#tests/support/archive-folder.ts";
import { bookIn, exactText as text, type BoughtLot } from "#tests/support/frankfurt-book.ts";
import { frankfurtWorld, writeFrankfurtArchive } from "#tests/support/frankfurt.ts";
import { vendorChainOf } from "#tests/support/memory-vendor.ts";
import { valuePortfolio } from "./portfolio.ts";

/*
 * A book in euros of a stock of New York, Xetra, London (in pence) and Tokyo, a fund and a coin, out of an archive, with
 * the holidays of each market, two splits, dividends and a day without a rate, against a computation of the test's own.
 */

const today = "2026-11-29";
const world = frankfurtWorld(today);
const ago = (days: number): LocalDate => addDays(today, -days);
const gapOn = [...(world.get("USDEUR=X")?.closes.keys() ?? [])].at(-3) ?? "";

const lots = [
  { symbol: "AAPL", quantity: 20, cost: 470, on: ago(500), currency: "USD" },
  { symbol: "AAPL", quantity: 7, cost: 150, on: ago(100), currency: "USD" },
  { symbol: "SAP.DE", quantity: 30, cost: 185.5, on: ago(450), currency: "EUR" },
  { symbol: "VOD.L", quantity: 5000, cost: 71.2, on: ago(400), currency: "GBp" },
  { symbol: "7203.T", quantity: 100, cost: 10_900, on: ago(420), currency: "JPY" },
  { symbol: "VWCE.DE", quantity: 80, cost: 112, on: ago(380), currency: "EUR" },
  { symbol: "BTC-USD", quantity: 0.15, cost: 61_000, on: ago(300), currency: "USD" },
] as const satisfies BoughtLot[];
const own = bookIn(world, lots, gapOn);

test.each([ago(0), gapOn])("a book in Frankfurt as of %s, to the cent", async (asOf) => {
  const dir = temporaryFolder();
  writeFrankfurtArchive(dir, world, { missing: new Map([["USDEUR=X", [gapOn]]]) });
  const vendor = await openArchive(dir);
  const lines = lots.map((one) => `${one.symbol} ${one.quantity} ${one.cost} ${one.on} ${one.currency}`);
  const body = PortfolioBody.parse({ name: "Depot", currency: "EUR", ...readLotLines(lines.join("\n")) });
  const tools = {
    vendorsOf: () => vendorChainOf(vendor),
    now: Date.parse(`${today}T12:00:00Z`),
    signal: new AbortController().signal,
  };
  const found = await valuePortfolio(tools, body, { from: ago(365), asOf });
  const symbols = [...new Set(lots.map((one) => one.symbol))];
  expect(
    found.positions.map(({ symbol, quantity, value, cost, dividends }) => [
      symbol,
      Number(quantity),
      value,
      cost,
      dividends,
    ]),
  ).toEqual(
    symbols.map((symbol) => {
      const { quantity, value, cost, dividends } = own(symbol, asOf);
      return [symbol, quantity, text(value), text(cost), text(dividends)];
    }),
  );
  expect([found.missing, found.notes]).toEqual([[], []]);
  for (const { date, positions_value, profit } of found.days.filter((_day, index) => index % 7 === 0)) {
    const all = symbols
      .filter((symbol) => lots.some((lot) => lot.symbol === symbol && lot.on <= date))
      .map((one) => own(one, date));
    const value = all.reduce((sum, one) => sum + one.value, 0n);
    const gain = all.reduce((sum, one) => sum + one.value + one.dividends - one.cost, 0n);
    expect([date, positions_value, profit]).toEqual([date, text(value), text(gain)]);
  }
  // The coin trades on weekends, the stocks do not.
  if (asOf === ago(0)) expect(found.days.at(-1)?.date).toBe("2026-11-28");
});
