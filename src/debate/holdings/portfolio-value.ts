import type { Decimal } from "decimal.js";
import type { Lot, PortfolioDay, PortfolioPosition } from "#src/contract/portfolios/portfolios.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { lastOn } from "#src/market/currencies/rates.ts";
import {
  money,
  type Close,
  Exact,
  lotStates,
  splitRatio,
  stateOn,
  type History,
  type LotState,
  type RateAt,
} from "./book.ts";

/* What a portfolio is worth, on one day and day by day, in the portfolio's currency. Pure. */

/** An instrument with its lots, through time. */
export interface HeldLots {
  readonly history: History;
  readonly lots: readonly Lot[];
  readonly states: readonly LotState[];
}

/** Lots that were there on the day. */
export function heldLots(
  history: History,
  lots: readonly Lot[],
  { asOf, base }: { readonly asOf: LocalDate; readonly base: string },
  rateAt: RateAt,
): HeldLots | null {
  const there = lots.filter(({ acquired }) => acquired <= asOf);
  return there.length === 0 ? null : { history, lots: there, states: lotStates(there, history, base, rateAt) };
}

/** Rounded to the cent, so that a column adds up to its sum. */
export interface Worth {
  readonly quantity: Decimal;
  readonly price: Close | null;
  readonly value: Decimal | null;
  readonly cost: Decimal | null;
  readonly dividends: Decimal | null;
  readonly profit: Decimal | null;
}

/** At the last close on or before a day, on the split basis of the day. `null` before the first lot. */
export function worthOn(
  { history, states }: Pick<HeldLots, "history" | "states">,
  day: LocalDate,
  base: string,
  rateAt: RateAt,
): Worth | null {
  const state = stateOn(states, day);
  if (state === null) return null;
  const price = lastOn(history.closes, day) ?? null;
  const rate = rateAt(history.currency, base, day);
  const value =
    price === null || rate === null ? null : cents(onDay(history, price, day).times(state.quantity).times(rate));
  const { cost, dividends } = state;
  const profit = value === null || cost === null || dividends === null ? null : value.plus(dividends).minus(cost);
  return { quantity: state.quantity, price, value, cost, dividends, profit };
}

/** A close of an earlier day, on the split basis of this one. */
function onDay({ splits }: History, { date, close }: Close, day: LocalDate): Decimal {
  return date === day ? new Exact(close) : new Exact(close).div(splitRatio(splits, date, day));
}

export function cents(value: Decimal): Decimal {
  const rounded = value.toDecimalPlaces(2, Exact.ROUND_HALF_UP);
  return rounded.isZero() ? rounded.abs() : rounded;
}

/** `null` for no amounts. */
export function total(amounts: readonly (Decimal | null)[]): Decimal | null {
  const known = amounts.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum.plus(each), new Exact(0));
}

/** The row of an instrument, and why something of it is missing. */
export function positionOn(held: HeldLots, day: LocalDate, base: string, rateAt: RateAt): PortfolioPosition | null {
  const worth = worthOn(held, day, base, rateAt);
  if (worth === null) return null;
  const { history, lots } = held;
  const first = lots.map(({ acquired }) => acquired).toSorted()[0] ?? day;
  const splits = history.splits.filter(({ exDate }) => exDate > first && exDate <= day);
  const inText = (amount: Decimal | null): string | null => (amount === null ? null : money(amount));
  return {
    symbol: history.symbol,
    quantity: worth.quantity.toDecimalPlaces(8).toFixed(),
    splits: splits.map(({ exDate, value }) => ({ ex_date: exDate, ratio: value })),
    price: worth.price?.close ?? null,
    price_date: worth.price?.date ?? null,
    price_currency: history.closes.length === 0 ? null : history.currency,
    value: inText(worth.value),
    weight_pct: null,
    cost: inText(worth.cost),
    dividends: inText(worth.dividends),
    profit: inText(worth.profit),
    notes: [...history.notes, ...missingOf(held, worth, day, base, rateAt)],
  };
}

function missingOf({ history, lots }: HeldLots, worth: Worth, day: LocalDate, base: string, rateAt: RateAt): string[] {
  const reasons: string[] = [];
  if (worth.price === null) reasons.push("no price was found, so it is in no figure");
  else if (rateAt(history.currency, base, day) === null)
    reasons.push(`no exchange rate from ${history.currency} to ${base} is known, so it is in no figure`);
  if (lots.some(({ cost_per_unit: each }) => each === null)) reasons.push("a lot has no cost, so there is no profit");
  else if (worth.cost === null)
    reasons.push(`no exchange rate to ${base} is known for its cost, so there is no profit`);
  reasons.push(...lots.flatMap((lot) => doubtOfCost(lot, history, base, rateAt)));
  if (worth.dividends === null) reasons.push(`no exchange rate to ${base} is known for its dividends`);
  return reasons;
}

/** Further from the price of the day than anybody pays: pence taken for euros, or what all of them cost. */
const farFromPrice = 20;

function doubtOfCost(lot: Lot, { closes, currency }: History, base: string, rateAt: RateAt): string[] {
  const { acquired, cost_per_unit: each, currency: own } = lot;
  const price = lastOn(closes, acquired)?.close ?? null;
  const [paidIn, pricedIn] = [rateAt(own ?? base, base, acquired), rateAt(currency, base, acquired)];
  if (price === null || paidIn === null || pricedIn === null || each === null || Number(each) === 0) return [];
  const times = (Number(each) * paidIn) / (price * pricedIn);
  if (times < farFromPrice && times > 1 / farFromPrice) return [];
  return [
    `a cost of ${each} ${own ?? base} on ${acquired} is far from the price of that day, ${price} ${currency}; check its currency, such as GBX for pence`,
  ];
}

export interface DayByDay {
  readonly days: readonly PortfolioDay[];
  readonly worst: number | null;
  readonly notes: readonly string[];
}

/**
 * Each day on which one of them has a close, from the first on which all that were held have a price. Drawdowns are of
 * an index of daily returns with dividends, which buying more does not move.
 * @param held those with a value at the end
 */
export function dayByDay(
  held: readonly HeldLots[],
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
  base: string,
  rateAt: RateAt,
): DayByDay {
  const late = held.flatMap(({ history, lots }) => {
    const firstClose = history.closes[0]?.date ?? to;
    return lots.some(({ acquired }) => acquired < firstClose) && firstClose > from
      ? [{ symbol: history.symbol, day: firstClose }]
      : [];
  });
  const start = [from, ...late.map(({ day }) => day)].toSorted().at(-1) ?? from;
  const dates = [...new Set(held.flatMap(({ history, states }) => daysOf(history, states, start, to)))].toSorted();
  let index = 1;
  let peak = 1;
  let worst: number | null = null;
  let before: {
    readonly day: LocalDate;
    readonly worths: readonly (Worth | null)[];
    readonly profit: Decimal | null;
  } | null = null;
  const days: PortfolioDay[] = [];
  for (const date of dates) {
    const worths = held.map((one) => worthOn(one, date, base, rateAt));
    const profit = total(worths.map((worth) => worth?.profit ?? null));
    const gained = before === null ? 0 : dayReturn(held, before, { day: date, worths }, base, rateAt);
    index *= 1 + (gained ?? 0);
    peak = Math.max(peak, index);
    const drawdown = gained === null ? null : percent(index / peak - 1);
    if (drawdown !== null) worst = Math.min(worst ?? 0, drawdown);
    days.push({
      date,
      positions_value: money(total(worths.map((worth) => worth?.value ?? null)) ?? new Exact(0)),
      profit: profit === null ? null : money(profit),
      day_profit:
        profit === null || before === null || before.profit === null ? null : money(profit.minus(before.profit)),
      return_pct: before === null || gained === null ? null : percent(gained),
      drawdown_pct: drawdown,
    });
    before = { day: date, worths, profit };
  }
  return {
    days,
    worst,
    notes: late
      .filter(({ day }) => day === start)
      .map(({ symbol, day }) => `The days before ${day} are left out: prices of ${symbol} begin then.`),
  };
}

function daysOf({ closes }: History, states: readonly LotState[], from: LocalDate, to: LocalDate): LocalDate[] {
  const first = states[0]?.day ?? to;
  return closes.flatMap(({ date }) => (date >= from && date >= first && date <= to ? [date] : []));
}

interface Dated {
  readonly day: LocalDate;
  readonly worths: readonly (Worth | null)[];
}

/** Of what was held the day before; `null` where that was worth nothing. */
function dayReturn(held: readonly HeldLots[], before: Dated, now: Dated, base: string, rateAt: RateAt): number | null {
  let [worth, gain] = [0, 0];
  for (const [place, { history }] of held.entries()) {
    const [old, fresh] = [before.worths[place], now.worths[place]];
    if (old?.value == null || fresh?.value == null || fresh.price === null) continue;
    worth += old.value.toNumber();
    // Nothing was bought, split or paid since.
    if (old.quantity === fresh.quantity && old.dividends === fresh.dividends) {
      gain += fresh.value.toNumber() - old.value.toNumber();
      continue;
    }
    const rate = rateAt(history.currency, base, now.day);
    const same = onDay(history, fresh.price, now.day)
      .times(old.quantity)
      .times(splitRatio(history.splits, before.day, now.day))
      .times(rate ?? 0);
    const paid = (fresh.dividends ?? new Exact(0)).minus(old.dividends ?? 0);
    gain += same.plus(paid).minus(old.value).toNumber();
  }
  return worth > 0 ? gain / worth : null;
}

export function percent(share: number): number {
  return Number((share * 100).toFixed(2));
}
