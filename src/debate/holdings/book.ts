import { Decimal } from "decimal.js";
import type { Book, ExchangeRate, Holdings, ValuedPosition } from "#src/contract/holdings/holdings.ts";
import type { RateAnswer } from "#src/market/currencies/rates.ts";
import { comovementOf, simpleReturns } from "#src/market/measures/benchmark-measures.ts";
import type { Lot } from "#src/contract/portfolios/portfolios.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { CorporateAction } from "#src/market/market-data.ts";

/* The book as of an instant: values, weights and how it moves. Pure. */

export interface Close {
  readonly date: string;
  readonly close: number;
}

/** What is known of a held instrument by the run's instant. */
export interface Quote {
  /** Ascending, on one split basis; the last one is the price. Empty: none was found. */
  readonly closes: readonly Close[];
  readonly currency: string;
  readonly notes: readonly string[];
}

/** Fewer sessions in common say little about how two series move together. */
const leastSessions = 60;
/** A year of sessions, as for an instrument's own beta. */
const mostSessions = 252;

export type Valued = Omit<Book, "beta" | "benchmark">;

/** From a currency to the book's. */
export type RateTo = (currency: string) => RateAnswer;

/**
 * Values at the last closes. Without a price or a rate to the book's currency a position has no value and is named;
 * weights are then of the rest.
 */
export function valueBook(holdings: Holdings, quotes: ReadonlyMap<string, Quote>, rateTo: RateTo): Valued {
  const { currency, cash } = holdings;
  const lines = holdings.positions.map((position) =>
    valuePosition(position, quotes.get(position.symbol), { currency, rateTo }),
  );
  const worth = lines.flatMap(({ value }) => (value === null ? [] : [new Decimal(value)]));
  const net = sum(worth);
  const gross = sum(worth.map((value) => value.abs()));
  const total = net.plus(cash);
  const share = (value: Decimal): number | null => (total.gt(0) ? percent(value.div(total)) : null);
  const missing = lines.filter(({ value }) => value === null);
  return {
    currency,
    value: money(total),
    cash: money(new Decimal(cash)),
    gross_exposure_pct: share(gross),
    net_exposure_pct: share(net),
    hhi: concentration(worth.map((value) => value.toNumber())),
    rates: usedRates(holdings, lines, rateTo),
    positions: lines.map((line) => ({
      ...line,
      weight_pct: line.value === null ? null : share(new Decimal(line.value)),
    })),
    notes: [
      ...missing.map(({ symbol, note }) => `${symbol} is not in the figures of the book: ${note}.`),
      ...holdings.positions.flatMap(({ symbol }) =>
        (quotes.get(symbol)?.notes ?? []).map((note) => `${symbol}: ${note}.`),
      ),
      ...(total.gt(0)
        ? []
        : ["The book has no value to hold a position against, so no weights and no sizes are given."]),
    ],
  };
}

interface InBook {
  readonly currency: string;
  readonly rateTo: RateTo;
}

function valuePosition(
  { symbol, quantity, cost_basis: cost, currency: ofCost }: Holdings["positions"][number],
  quote: Quote | undefined,
  { currency, rateTo }: InBook,
): ValuedPosition {
  const last = quote?.closes.at(-1);
  const known = {
    symbol,
    quantity,
    price: last?.close ?? null,
    currency: quote === undefined || last === undefined || quote.currency === currency ? null : quote.currency,
    price_date: last?.date ?? null,
    weight_pct: null,
  };
  const without = (note: string): ValuedPosition => ({ ...known, value: null, profit: null, note });
  if (quote === undefined || last === undefined) return without("no price was found");
  const rate = rateTo(quote.currency);
  if (!rate.ok) return without(`its price is in ${quote.currency}, and ${rate.reason}`);
  const value = new Decimal(quantity).times(last.close).times(rate.rate);
  const paidAt = rateTo(ofCost ?? currency);
  if (cost === null || !paidAt.ok)
    return {
      ...known,
      value: money(value),
      profit: null,
      note: cost === null || paidAt.ok ? null : `its cost is not counted: ${paidAt.reason}`,
    };
  const paid = new Decimal(cost).times(paidAt.rate).times(value.isNegative() ? -1 : 1);
  return { ...known, value: money(value), profit: money(value.minus(paid)), note: null };
}

function usedRates(
  { currency, positions }: Holdings,
  lines: readonly ValuedPosition[],
  rateTo: RateTo,
): ExchangeRate[] {
  const foreign = [...lines.map((line) => line.currency), ...positions.map((position) => position.currency)];
  return [...new Set(foreign)].flatMap((code) => (code == null || code === currency ? [] : exchangeRate(rateTo(code))));
}

/** None within one currency. */
export function exchangeRate(answer: RateAnswer): ExchangeRate[] {
  if (!answer.ok || answer.currency === answer.base) return [];
  const { currency, base, rate, date, pairs, how } = answer;
  return [{ currency, base, rate, date, pairs: [...pairs], how }];
}

/**
 * Sum of squared shares of gross exposure: 1 for a single position, 1/n for n equal ones.
 * @see A. O. Hirschman, The Paternity of an Index, American Economic Review 54 (1964)
 */
export function concentration(values: readonly number[]): number | null {
  const gross = values.reduce((all, value) => all + Math.abs(value), 0);
  return gross > 0 ? values.reduce((all, value) => all + (value / gross) ** 2, 0) : null;
}

/** A part of the book: its weight and its closes. */
export interface Leg {
  readonly weight: number;
  readonly closes: readonly Close[];
}

export interface Comovement {
  readonly beta: number | null;
  readonly correlation: number | null;
  /** First and last session that was compared. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Beta and correlation of an instrument's daily returns to those of a book that always had today's weights, over up to
 * 252 sessions that all have. `null` with fewer than 60.
 * @see W. F. Sharpe, Portfolio Theory and Capital Markets (1970), ch. 5
 */
export function comoves(own: readonly Close[], legs: readonly Leg[]): Comovement {
  const none = { beta: null, correlation: null, from: null, to: null };
  if (legs.length === 0) return none;
  const maps = legs.map(({ closes }) => new Map(closes.map(({ date, close }) => [date, close])));
  const common = own.filter(({ date }) => maps.every((of) => of.has(date))).slice(-mostSessions - 1);
  if (common.length <= leastSessions) return none;
  const returns = maps.map((of) => simpleReturns(common.map(({ date }) => of.get(date) ?? Number.NaN)));
  const book = common
    .slice(1)
    .map((_one, day) => legs.reduce((all, { weight }, leg) => all + weight * (returns[leg]?.[day] ?? 0), 0));
  const [from, to] = [common[0]?.date ?? null, common.at(-1)?.date ?? null];
  return { ...comovementOf(simpleReturns(common.map(({ close }) => close)), book), from, to };
}

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((all, value) => all.plus(value), new Decimal(0));
}

function percent(share: Decimal): number {
  return share.times(100).toDecimalPlaces(2).toNumber();
}

/** To the cent, half up. */
export function money(value: Decimal): string {
  const cents = value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  return (cents.isZero() ? cents.abs() : cents).toFixed(2);
}

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

function inCents(total: Decimal | null): Decimal | null {
  return total === null ? null : new Exact(money(total));
}

function plus(total: Decimal | null, amount: Decimal, rate: number | null): Decimal | null {
  return total === null || rate === null ? null : total.plus(amount.times(rate));
}

/** In force on a day; `null` before the first. */
export function stateOn(states: readonly LotState[], day: LocalDate): LotState | null {
  return states.findLast((state) => state.day <= day) ?? null;
}
