import { addDays, type LocalDate } from "#src/core/clock.ts";
import type { Market } from "./frankfurt.ts";

/* What a book in euros is worth, lot by lot and day by day, in whole numbers: a computation of the tests' own. */

export interface BoughtLot {
  readonly symbol: string;
  readonly quantity: number;
  /** Of one, in `currency`. */
  readonly cost: number;
  readonly on: LocalDate;
  readonly currency: string;
}

/** Amounts in cents. */
export interface OwnPosition {
  readonly quantity: number;
  readonly value: bigint;
  readonly cost: bigint;
  readonly dividends: bigint;
}

/** The newest one on or before a day, by looking back a day at a time. */
function before(closes: ReadonlyMap<LocalDate, number>, day: LocalDate, without = ""): number {
  for (let back = 0; back < 12; back += 1) {
    const date = addDays(day, -back);
    const found = date === without ? undefined : closes.get(date);
    if (found !== undefined) return found;
  }
  throw new Error(`nothing before ${day}`);
}

/** Whole numbers: of a quantity, price, cost or rate, all of which have at most six decimals. */
const whole = (amount: number): bigint => BigInt(Math.round(amount * 1e6));
const scale = 10n ** 18n;

/** Half up, away from zero. */
const cents = (amount: bigint): bigint => (amount * 100n + scale / 2n) / scale;

/** @param gapOn a day without a rate of the dollar */
export function bookIn(
  world: ReadonlyMap<string, Market>,
  lots: readonly BoughtLot[],
  gapOn?: LocalDate,
): (symbol: string, day: LocalDate) => OwnPosition {
  const marketOf = (symbol: string): Market => {
    const found = world.get(symbol);
    if (found === undefined) throw new Error(symbol);
    return found;
  };
  const inEuro = (currency: string, day: LocalDate): { readonly rate: number; readonly per: bigint } => {
    if (currency === "EUR") return { rate: 1, per: 1n };
    const code = currency === "GBp" ? "GBP" : currency;
    const rate = before(marketOf(`${code}EUR=X`).closes, day, code === "USD" ? gapOn : "");
    return { rate, per: currency === "GBp" ? 100n : 1n };
  };
  /** In 10^-18 euros. */
  const worth = (quantity: bigint, price: number, currency: string, day: LocalDate): bigint => {
    const { rate, per } = inEuro(currency, day);
    return (quantity * whole(price) * whole(rate)) / per;
  };
  // Each lot by itself, day after day.
  return (symbol, day) => {
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
  };
}

/** `-1234.50` of cents. */
export function exactText(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
