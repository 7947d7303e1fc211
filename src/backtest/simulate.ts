import type { BacktestTrade } from "#src/contract/backtest.ts";
import type { LocalDate } from "#src/platform/clock.ts";
import type { Day } from "./price-path.ts";
import type { Track } from "./track.ts";

/** An order given at a session's close: bring the position to `target` of the equity at the next open. */
export interface Order {
  readonly session: LocalDate;
  readonly target: number;
}

export interface Costs {
  /** Basis points of the traded value. */
  readonly commissionBps: number;
  /** Basis points by which a buyer pays more, and a seller gets less, than the open. */
  readonly slippageBps: number;
  /** The same for one day, where the day decides. */
  readonly slippageOn?: (session: LocalDate) => number;
  /** The most that can be traded on a day, as a value beside a capital of 1 at the start; what is left is tried again. */
  readonly mostOn?: (session: LocalDate) => number;
}

export type Fill = Omit<BacktestTrade, "strategy" | "symbol">;

/** A simulated position with a capital of 1, and every fill in it. */
export interface Simulation {
  readonly track: Track;
  readonly fills: readonly Fill[];
}

interface Book {
  cash: number;
  shares: number;
  /** The last price known, on the basis of today's shares. */
  mark: number;
}

/**
 * Runs orders over an instrument's days. On each session in turn: splits, then dividends on what was held overnight
 * (a short pays them), then the order of an earlier close at the first open there is, then the mark at the close; a
 * session without a price carries the last one and fills nothing. Cash earns nothing, a short pays no fee, shares
 * may be fractions. An equity that falls to 0 ends at 0: what a broker would have lost beyond it is not counted.
 * @param from the session at whose close the capital of 1 is there; orders of that close fill at the next open
 * @param orders ascending by session, at most one a session
 */
export function simulate(days: readonly Day[], from: LocalDate, orders: readonly Order[], costs: Costs): Simulation {
  const track: Lists = { sessions: [], equity: [], held: [], traded: [], costs: [], dividends: [], trades: [] };
  const fills: Fill[] = [];
  const book: Book = { cash: 1, shares: 0, mark: 0 };
  let next = 0;
  let pending: Order | null = null;
  for (const day of days) {
    if (day.session < from) continue;
    let filled: Fill | null = null;
    let paid = 0;
    if (track.sessions.length > 0) {
      paid = overnight(book, day);
      if (pending !== null && day.bar !== null) {
        filled = fill(book, pending, day.session, day.bar.open, costs);
        if (filled !== null) fills.push(filled);
        if (isDone(filled, day.session, book, costs)) pending = null;
      }
    }
    book.mark = day.bar?.close ?? book.mark;
    endAtZero(book);
    for (let order = orders[next]; order !== undefined && order.session <= day.session; order = orders[next]) {
      if (order.session === day.session) pending = order;
      next += 1;
    }
    note(track, day.session, book, filled, paid);
  }
  return { track, fills };
}

/** A track as it grows. */
type Lists = { [K in keyof Track]: Track[K][number][] };

function note(track: Lists, session: LocalDate, book: Book, filled: Fill | null, paid: number): void {
  track.sessions.push(session);
  track.equity.push(book.cash + book.shares * book.mark);
  track.held.push(book.shares * book.mark);
  track.traded.push(filled === null ? 0 : Math.abs(filled.shares) * filled.open);
  track.costs.push(filled === null ? 0 : filled.commission + filled.slippage);
  track.trades.push(filled === null ? 0 : 1);
  track.dividends.push(paid);
}

/** Whether the day's most was enough for the whole order. */
function isDone(filled: Fill | null, session: LocalDate, book: Book, { mostOn }: Costs): boolean {
  const most = mostOn?.(session) ?? Infinity;
  if (filled === null) return most > 0;
  return book.shares === 0 || Math.abs(filled.shares) * filled.open < most * (1 - 1e-9);
}

/** @returns dividends received */
function overnight(book: Book, { split, dividend }: Day): number {
  book.shares *= split;
  book.mark /= split;
  const paid = book.shares * dividend;
  book.cash += paid;
  return paid;
}

function endAtZero(book: Book): void {
  if (book.cash + book.shares * book.mark > 0) return;
  book.cash = 0;
  book.shares = 0;
}

/**
 * Trades so that the position is `target` of what the equity is after the trade's own costs, both at the open P.
 * With u = (1 + slippage)(1 + commission) − 1 lost on each unit of value bought and v = 1 − (1 − slippage)(1 −
 * commission) on each sold, h the shares held, E the equity before and w the target: h P + b = w (E − b u), so
 * b = (w E − h P) / (1 + w u) is bought; a sale is s = (h P − w E) / (1 − w v). Cash stays at 0 or above for w ≤ 1.
 */
function fill(
  book: Book,
  { session, target }: Order,
  filled: LocalDate,
  open: number,
  { commissionBps, slippageBps, slippageOn, mostOn }: Costs,
): Fill | null {
  const before = book.cash + book.shares * open;
  if (before <= 0) return null;
  const commission = commissionBps / 10_000;
  const slip = (slippageOn?.(filled) ?? slippageBps) / 10_000;
  const gap = target * before - book.shares * open;
  const lost = gap > 0 ? (1 + slip) * (1 + commission) - 1 : (1 - slip) * (1 - commission) - 1;
  const most = mostOn?.(filled) ?? Infinity;
  const wanted = gap / (1 + target * lost);
  const value = Math.max(-most, Math.min(most, wanted));
  // Rounding in the last place is no trade.
  if (Math.abs(value) < before * 1e-9) return null;
  const isAll = target === 0 && value === wanted;
  const shares = isAll ? -book.shares : value / open;
  const price = open * (gap > 0 ? 1 + slip : 1 - slip);
  const fee = Math.abs(shares) * price * commission;
  book.cash -= shares * price + fee;
  book.shares = isAll ? 0 : book.shares + shares;
  return {
    decided: session,
    filled,
    target,
    shares,
    open,
    price,
    commission: fee,
    slippage: Math.abs(shares) * Math.abs(price - open),
    equity: book.cash + book.shares * open,
  };
}
