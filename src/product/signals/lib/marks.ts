import type { Opinion } from "#src/contract/jobs/analysis.ts";
import { positionOf } from "#src/contract/run/instruction.ts";
import { horizons, type Horizon, type Mark, type Signal } from "#src/contract/signals/signals.ts";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { rounded } from "#src/core/figures/statistics.ts";

/** Basis points a fill, as in a backtest. */
export const costs = { commissionBps: 1, slippageBps: 5 } as const;

/** Which way a rating points. */
export const direction: Readonly<Record<Opinion, 1 | 0 | -1>> = {
  Buy: 1,
  Overweight: 1,
  Hold: 0,
  Underweight: -1,
  Sell: -1,
};

/** `symbol` is null for cash. */
export interface Benchmark {
  readonly symbol: string | null;
  readonly days: readonly KnownDay[];
}

/** The first priced session that opened after publication. −1: none yet. */
export function entryOf(
  { published_at: publishedAt }: Pick<Signal, "published_at">,
  days: readonly KnownDay[],
): number {
  const published = Date.parse(publishedAt);
  return days.findIndex((day) => day.opensAt >= published && day.price !== null);
}

/**
 * Settled once its sessions are kept, which never change.
 * @param days ascending, every session of the calendar
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
  /** At the last close, and what one share became. */
  readonly price: number;
  readonly shares: number;
  readonly cash: number;
  /** shares × price + cash. */
  readonly end: number;
}

/** First open to last close, with splits and dividends. */
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
 * Buyers pay (1 + slippage)(1 + commission), sellers get (1 − slippage)(1 − commission); a short seller owes dividends,
 * borrowing is free.
 */
function afterCosts({ open, price, shares, cash }: Holding, way: 1 | -1): number {
  const paid = (1 + costs.slippageBps / 10_000) * (1 + costs.commissionBps / 10_000);
  const got = (1 - costs.slippageBps / 10_000) * (1 - costs.commissionBps / 10_000);
  return way === 1
    ? (shares * price * got + cash) / (open * paid) - 1
    : (open * got - shares * price * paid - cash) / open;
}

/** `null` until `to` is known. */
function returnBetween(days: readonly KnownDay[], from: LocalDate, to: LocalDate): number | null {
  if ((days.at(-1)?.session ?? "") < to) return null;
  const first = days.findIndex((day) => day.session >= from && day.price !== null);
  const last = days.findLastIndex((day) => day.session <= to);
  // Where the benchmark had no session in between, it did not move.
  if (first === -1 || first > last) return 0;
  const held = holding(days.slice(first, last + 1));
  return held === null ? null : held.end / held.open - 1;
}
