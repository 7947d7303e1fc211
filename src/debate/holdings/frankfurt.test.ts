import { expect, test } from "vitest";
import { PortfolioBody } from "#src/contract/portfolios/portfolios.ts";
import { readLotLines } from "#src/contract/portfolios/portfolio-text.ts";
import { addDays, type LocalDate } from "#src/core/clock.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { temporaryFolder } from "#tests/support/archive-folder.ts";
import { frankfurtWorld, writeFrankfurtArchive, type Market } from "#tests/support/frankfurt.ts";
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
] as const;

/** The newest one on or before a day, by looking back a day at a time. */
function before(closes: ReadonlyMap<LocalDate, number>, day: LocalDate, without = ""): number {
  for (let back = 0; back < 12; back += 1) {
    const date = addDays(day, -back);
    const found = date === without ? undefined : closes.get(date);
    if (found !== undefined) return found;
  }
  throw new Error(`nothing before ${day}`);
}

const marketOf = (symbol: string): Market => {
  const found = world.get(symbol);
  if (found === undefined) throw new Error(symbol);
  return found;
};

function inEuro(currency: string, day: LocalDate): number {
  if (currency === "EUR") return 1;
  const [code, per] = currency === "GBp" ? ["GBP", 100] : [currency, 1];
  return before(marketOf(`${code}EUR=X`).closes, day, code === "USD" ? gapOn : "") / per;
}

const roundly = (amount: number): number => Math.round((amount + Number.EPSILON) * 100) / 100;

/** Each lot by itself, day after day. */
function own(symbol: string, day: LocalDate) {
  const { closes, splits, dividends, currency } = marketOf(symbol);
  let [quantity, cost, paid] = [0, 0, 0];
  for (const lot of lots.filter((one) => one.symbol === symbol && one.on <= day)) {
    let held: number = lot.quantity;
    cost += lot.quantity * lot.cost * inEuro(lot.currency, lot.on);
    for (let date = addDays(lot.on, 1); date <= day; date = addDays(date, 1)) {
      held *= splits.get(date) ?? 1;
      paid += held * (dividends.get(date) ?? 0) * inEuro(currency, date);
    }
    quantity += held;
  }
  const value = roundly(quantity * before(closes, day) * inEuro(currency, day));
  return { quantity, value, cost: roundly(cost), dividends: roundly(paid) };
}

test.each([ago(0), ago(2), ago(60), gapOn, ago(200)])("a book in Frankfurt as of %s, to the cent", async (asOf) => {
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
      Number(value),
      Number(cost),
      Number(dividends),
    ]),
  ).toEqual(
    symbols.map((symbol) => {
      const { quantity, value, cost, dividends } = own(symbol, asOf);
      return [symbol, quantity, value, cost, dividends];
    }),
  );
  expect([found.missing, found.notes]).toEqual([[], []]);
  for (const { date, positions_value, profit } of found.days) {
    const all = symbols
      .filter((symbol) => lots.some((lot) => lot.symbol === symbol && lot.on <= date))
      .map((one) => own(one, date));
    const value = all.reduce((sum, one) => sum + one.value, 0);
    const gain = all.reduce((sum, one) => sum + one.value + one.dividends - one.cost, 0);
    expect([date, positions_value, profit]).toEqual([date, value.toFixed(2), gain.toFixed(2)]);
  }
  // The coin trades on weekends, the stocks do not.
  if (asOf === ago(0)) expect(found.days.at(-1)?.date).toBe("2026-11-28");
});
