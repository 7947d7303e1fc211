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

function inEuro(currency: string, day: LocalDate): { readonly rate: number; readonly per: bigint } {
  if (currency === "EUR") return { rate: 1, per: 1n };
  const code = currency === "GBp" ? "GBP" : currency;
  const rate = before(marketOf(`${code}EUR=X`).closes, day, code === "USD" ? gapOn : "");
  return { rate, per: currency === "GBp" ? 100n : 1n };
}

/** Whole numbers: of a quantity, price, cost or rate, all of which have at most six decimals. */
const whole = (amount: number): bigint => BigInt(Math.round(amount * 1e6));
const scale = 10n ** 18n;

/** Half up, away from zero. */
const cents = (amount: bigint): bigint => (amount * 100n + scale / 2n) / scale;

/** Each lot by itself, day after day. */
function own(symbol: string, day: LocalDate) {
  const { closes, splits, dividends, currency } = marketOf(symbol);
  let [quantity, cost, paid] = [0n, 0n, 0n];
  for (const lot of lots.filter((one) => one.symbol === symbol && one.on <= day)) {
    let held = whole(lot.quantity);
    cost += worth(whole(lot.quantity), lot.cost, lot.currency, lot.on);
    for (let date = addDays(lot.on, 1); date <= day; date = addDays(date, 1)) {
      held *= BigInt(splits.get(date) ?? 1);
      paid += worth(held, dividends.get(date) ?? 0, currency, date);
    }
    quantity += held;
  }
  const value = worth(quantity, before(closes, day), currency, day);
  return { quantity: Number(quantity) / 1e6, value: cents(value), cost: cents(cost), dividends: cents(paid) };
}

/** In 10^-18 euros. */
function worth(quantity: bigint, price: number, currency: string, day: LocalDate): bigint {
  const { rate, per } = inEuro(currency, day);
  return (quantity * whole(price) * whole(rate)) / per;
}

const text = (amount: bigint): string => `${amount < 0n ? "-" : ""}${digits(amount < 0n ? -amount : amount)}`;
const digits = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;

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
