import { Decimal } from "decimal.js";
import type { Lot } from "#src/contract/portfolios/portfolios.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { CorporateAction } from "#src/market/market-data.ts";
import { money, type Close } from "./book.ts";

/* Lots of one instrument through its splits and dividends. Pure. */

/** No product of quantity, price and splits has more digits. */
export const Exact = Decimal.clone({ precision: 60 });

export type Split = Pick<CorporateAction, "exDate" | "value">;
export type Dividend = Pick<CorporateAction, "exDate" | "value" | "currency">;

/** How much of `base` one unit of `currency` was worth at the end of a day; `null`: no rate is known. */
export type RateAt = (currency: string, base: string, date: LocalDate) => number | null;

/** What is known of a held instrument by the close of a day. */
export interface History {
  readonly symbol: string;
  readonly currency: string;
  /** Ascending, each as traded on its day; only days whose prices compare. Empty: no price was found. */
  readonly closes: readonly Close[];
  /** Ascending by ex-date, those in force on the day. */
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
  readonly notes: readonly string[];
}

/** From a day on, until the next one. */
export interface LotState {
  readonly day: LocalDate;
  readonly quantity: Decimal;
  /** To the cent, in the portfolio's currency; of what is short negative. `null`: of a lot it is not known. */
  readonly cost: Decimal | null;
  /** All so far, to the cent, in the portfolio's currency. `null`: of one the rate is not known. */
  readonly dividends: Decimal | null;
}

/** New shares for an old one by the splits after `from`, up to and including `to`. */
export function splitRatio(splits: readonly Split[], from: LocalDate, to: LocalDate): Decimal {
  return splits
    .filter(({ exDate }) => exDate > from && exDate <= to)
    .reduce((ratio, { value }) => ratio.times(value), new Exact(1));
}

/**
 * Quantity, cost and dividends since each day on which one of them changed, ascending. What is bought on an ex-date
 * is bought without the dividend and after the split; a dividend is paid on shares after a split of the same day.
 */
export function lotStates(
  lots: readonly Lot[],
  history: Pick<History, "splits" | "dividends" | "currency">,
  base: string,
  rateAt: RateAt,
): LotState[] {
  const bought = Map.groupBy(lots, ({ acquired }) => acquired);
  const splits = Map.groupBy(history.splits, ({ exDate }) => exDate);
  const paid = Map.groupBy(history.dividends, ({ exDate }) => exDate);
  const days = [...new Set([...bought.keys(), ...splits.keys(), ...paid.keys()])].toSorted();
  let quantity: Decimal = new Exact(0);
  let cost: Decimal | null = new Exact(0);
  let dividends: Decimal | null = new Exact(0);
  const states: LotState[] = [];
  for (const day of days) {
    for (const { value } of splits.get(day) ?? []) quantity = quantity.times(value);
    if (!quantity.isZero())
      for (const { value, currency } of paid.get(day) ?? [])
        dividends = plus(dividends, quantity.times(value), rateAt(currency ?? history.currency, base, day));
    for (const lot of bought.get(day) ?? []) {
      quantity = quantity.plus(lot.quantity);
      const each = lot.cost_per_unit;
      cost =
        each === null ? null : plus(cost, new Exact(lot.quantity).times(each), rateAt(lot.currency ?? base, base, day));
    }
    if (states.length > 0 || bought.has(day))
      states.push({ day, quantity, cost: inCents(cost), dividends: inCents(dividends) });
  }
  return states;
}

function inCents(sum: Decimal | null): Decimal | null {
  return sum === null ? null : new Exact(money(sum));
}

function plus(sum: Decimal | null, amount: Decimal, rate: number | null): Decimal | null {
  return sum === null || rate === null ? null : sum.plus(amount.times(rate));
}

/** In force on a day; `null` before the first. */
export function stateOn(states: readonly LotState[], day: LocalDate): LotState | null {
  return states.findLast((state) => state.day <= day) ?? null;
}
