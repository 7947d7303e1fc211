import type { Opinion } from "#src/contract/analysis.ts";
import { positionOf } from "#src/contract/instruction.ts";
import { horizons, type Horizon, type Mark, type Signal } from "#src/contract/signals.ts";
import type { KnownDay } from "#src/db/queries/signal-days.ts";
import type { LocalDate } from "#src/platform/clock.ts";
import { rounded } from "#src/platform/rounded.ts";

/** Of each fill, in basis points of the traded value; those of a backtest. */
export const costs = { commissionBps: 1, slippageBps: 5 } as const;

/** Which way a rating points. */
export const direction: Readonly<Record<Opinion, 1 | 0 | -1>> = {
  Buy: 1,
  Overweight: 1,
  Hold: 0,
  Underweight: -1,
  Sell: -1,
};

/** What an instrument is held against, and its sessions; `symbol` is null for cash, which earns nothing. */
export interface Benchmark {
  readonly symbol: string | null;
  readonly days: readonly KnownDay[];
}

/** Where a signal is entered: the first session with a price that opened after it was published. −1: none yet. */
export function entryOf(
  { published_at: publishedAt }: Pick<Signal, "published_at">,
  days: readonly KnownDay[],
): number {
  const published = Date.parse(publishedAt);
  return days.findIndex((day) => day.opensAt >= published && day.price !== null);
}

/**
 * A signal marked at each horizon. A mark is settled when the sessions it takes are kept, of the instrument and of
 * its benchmark; since these are never changed, neither is the mark.
 * @param days of the instrument, ascending, every session of its calendar
 */
export function marksOf(signal: Signal, days: readonly KnownDay[], benchmark: Benchmark): Mark[] {
  const first = entryOf(signal, days);
  const entry = days[first];
  return horizons.map((horizon) => {
    const through = first === -1 ? undefined : days[first + horizon - 1];
    if (entry === undefined || entry.price === null || through === undefined)
      return { ...openMark(horizon, benchmark.symbol), ...entryFields(entry) };
    const held = holding(days.slice(first, first + horizon));
    const against = benchmark.symbol === null ? 0 : returnBetween(benchmark.days, entry.session, through.session);
    if (held === null || against === null) return { ...openMark(horizon, benchmark.symbol), ...entryFields(entry) };
    const gained = held.end / held.open - 1;
    const way = direction[signal.rating];
    const position = positionOf(signal.rating, signal.allow_short === true);
    return {
      horizon,
      status: "settled",
      ...entryFields(entry),
      exit_session: through.session,
      exit_price: held.price,
      return: rounded(gained),
      net_return: position === "keep" || position === 0 ? null : rounded(afterCosts(held, position > 0 ? 1 : -1)),
      benchmark: benchmark.symbol,
      benchmark_return: rounded(against),
      excess_return: rounded(gained - against),
      hit: way === 0 ? null : way * gained > 0,
    };
  });
}

function openMark(horizon: Horizon, benchmark: string | null): Mark {
  return {
    horizon,
    status: "open",
    entry_session: null,
    entry_price: null,
    exit_session: null,
    exit_price: null,
    return: null,
    net_return: null,
    benchmark,
    benchmark_return: null,
    excess_return: null,
    hit: null,
  };
}

function entryFields(entry: KnownDay | undefined): Pick<Mark, "entry_session" | "entry_price"> {
  return { entry_session: entry?.session ?? null, entry_price: entry?.price?.open ?? null };
}

interface Holding {
  /** Of one share, bought at the first open. */
  readonly open: number;
  /** Price of a share at the last close, and the shares that the one has become. */
  readonly price: number;
  readonly shares: number;
  readonly cash: number;
  /** shares × price + cash. */
  readonly end: number;
}

/** One share from the first day's open to the last day's close, with splits and dividends; the last price is carried. */
function holding(days: readonly KnownDay[]): Holding | null {
  const [first, ...later] = days;
  if (first === undefined || first.price === null) return null;
  let { close: price } = first.price;
  let shares = 1;
  let cash = 0;
  for (const day of later) {
    shares *= day.split;
    cash += shares * day.dividend;
    price = day.price?.close ?? price / day.split;
  }
  return { open: first.price.open, price, shares, cash, end: shares * price + cash };
}

/**
 * Of a buyer: what the sale brings over what the purchase cost, − 1. Of a short seller: what the sale brought less what
 * the purchase cost and the dividends owed, over the open. A buyer pays (1 + slippage)(1 + commission) of the price,
 * a seller gets (1 − slippage)(1 − commission) of it; borrowing is free.
 */
function afterCosts({ open, price, shares, cash }: Holding, way: 1 | -1): number {
  const paid = (1 + costs.slippageBps / 10_000) * (1 + costs.commissionBps / 10_000);
  const got = (1 - costs.slippageBps / 10_000) * (1 - costs.commissionBps / 10_000);
  return way === 1
    ? (shares * price * got + cash) / (open * paid) - 1
    : (open * got - shares * price * paid - cash) / open;
}

/** From the first open on or after `from` to the last close on or before `to`; `null` until `to` is known. */
function returnBetween(days: readonly KnownDay[], from: LocalDate, to: LocalDate): number | null {
  if ((days.at(-1)?.session ?? "") < to) return null;
  const first = days.findIndex((day) => day.session >= from && day.price !== null);
  const last = days.findLastIndex((day) => day.session <= to);
  // Where the benchmark had no session in between, it did not move.
  if (first === -1 || first > last) return 0;
  const held = holding(days.slice(first, last + 1));
  return held === null ? null : held.end / held.open - 1;
}
