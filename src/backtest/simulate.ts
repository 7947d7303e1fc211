import type { LocalDate } from "#src/core/clock.ts";
import type { BacktestTrade } from "#src/contract/backtests/backtest.ts";
import type { Day } from "./price-path.ts";
import type { Track } from "./metrics.ts";

/** Levels on the basis of the day's shares, and the horizon's last day. */
export interface Exits {
  readonly stop: number | null;
  readonly target: number | null;
  readonly until: LocalDate;
}

export interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export type ExitReason = "stop" | "target" | "horizon";

export interface Exit {
  readonly reason: ExitReason;
  readonly price: number;
}

/** What an open position needs to know about the session. */
export interface Presence {
  /** 1: it gains when the price rises. */
  readonly side: 1 | -1;
  /** It was bought or sold short at this session's open. */
  readonly isNew: boolean;
  /** No later session is within the horizon. */
  readonly isLast: boolean;
  /** The horizon ended on an earlier day that had no price. */
  readonly isOver: boolean;
}

/**
 * `null`: kept. An open beyond a level fills at the open. If a session reaches both, the stop counts; the horizon ends
 * at the close.
 */
export function exitOn(bar: Prices, exits: Exits, presence: Presence): Exit | null {
  const { side, isNew, isLast, isOver } = presence;
  if (!isNew) {
    const beyond = beyondAt(bar.open, exits, side);
    if (beyond !== null) return { reason: beyond, price: bar.open };
    if (isOver) return { reason: "horizon", price: bar.open };
  }
  const [worst, best] = side === 1 ? [bar.low, bar.high] : [bar.high, bar.low];
  if (exits.stop !== null && beyondAt(worst, exits, side) === "stop") return { reason: "stop", price: exits.stop };
  if (exits.target !== null && beyondAt(best, exits, side) === "target")
    return { reason: "target", price: exits.target };
  return isLast ? { reason: "horizon", price: bar.close } : null;
}

/** The level that a price has reached or passed. */
export function beyondAt(price: number, { stop, target }: Exits, side: 1 | -1): "stop" | "target" | null {
  if (stop !== null && side * (price - stop) <= 0) return "stop";
  return target !== null && side * (price - target) >= 0 ? "target" : null;
}

/** The same levels, per share after a split. */
export function afterSplit(exits: Exits, split: number): Exits {
  if (split === 1) return exits;
  const scaled = (price: number | null): number | null => (price === null ? null : price / split);
  return { ...exits, stop: scaled(exits.stop), target: scaled(exits.target) };
}

/** Unknown, so no, where the days end before. */
export function isLastWithin(until: LocalDate, session: LocalDate, next: LocalDate | undefined): boolean {
  return session >= until || (next !== undefined && next > until);
}

/** At a close: bring the position to `target` of the equity at the next open. */
export interface Order {
  readonly session: LocalDate;
  readonly target: number;
  /** In the shares of that close; absent: nowhere. */
  readonly exits?: Exits;
}

export interface Costs {
  /** Basis points of the traded value. */
  readonly commissionBps: number;
  /** Basis points, added for buyers and taken from sellers. */
  readonly slippageBps: number;
  /** The same for one day, where slippage depends on the day. */
  readonly slippageOn?: (session: LocalDate) => number;
  /** Per day, beside a starting capital of 1; the rest is tried again. */
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
  /** The last price known, adjusted to today's shares. */
  mark: number;
  /** The order that opened the position, where the position can end by itself. */
  ends: Ending | null;
}

type Ending = Order & { readonly exits: Exits };

/**
 * Each session: splits, dividends on what was held overnight (a short pays), the order at the first open, levels, the
 * mark at the close. Unpriced sessions carry. Cash earns nothing, shorts pay no fee, shares may be fractions, equity
 * ends at 0.
 * @param from its close has the capital of 1
 * @param orders ascending, one a session
 */
export function simulate(days: readonly Day[], from: LocalDate, orders: readonly Order[], costs: Costs): Simulation {
  const track: Lists = { sessions: [], equity: [], held: [], traded: [], costs: [], dividends: [], trades: [] };
  const fills: Fill[] = [];
  const book: Book = { cash: 1, shares: 0, mark: 0, ends: null };
  let next = 0;
  let pending: Order | null = null;
  for (const [index, day] of days.entries()) {
    if (day.session < from) continue;
    const filled: Fill[] = [];
    let paid = 0;
    if (track.sessions.length > 0) {
      paid = overnight(book, day);
      pending = onBasisOf(day, pending);
      const isNew: boolean = pending !== null;
      if (pending !== null && day.bar !== null) {
        const order: Order = admitted(pending, day.session, day.bar.open);
        const one = fill(book, order, day.session, day.bar.open, costs);
        if (one !== null) filled.push(one);
        book.ends = order.exits === undefined ? null : { ...order, exits: order.exits };
        if (isDone(one, day.session, book, costs)) pending = null;
      }
      const left = leave(book, day, days[index + 1]?.session, isNew, costs);
      if (left !== null) filled.push(left);
      fills.push(...filled);
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

/** The order, adjusted to the day's shares. */
function onBasisOf({ split }: Day, order: Order | null): Order | null {
  return order?.exits === undefined ? order : { ...order, exits: afterSplit(order.exits, split) };
}

/** Not beyond a level, nor after the horizon. */
function admitted(order: Order, day: LocalDate, open: number): Order {
  const { session, target, exits } = order;
  if (exits === undefined || target === 0) return order;
  const isOver = day > exits.until || beyondAt(open, exits, target > 0 ? 1 : -1) !== null;
  return isOver ? { session, target: 0 } : order;
}

/** `null`: it does not end on this day. */
function leave(book: Book, day: Day, next: LocalDate | undefined, isNew: boolean, costs: Costs): Fill | null {
  const { ends, shares } = book;
  if (ends === null || day.bar === null || shares === 0) return null;
  const exit = exitOn(day.bar, ends.exits, {
    side: shares > 0 ? 1 : -1,
    isNew,
    isLast: isLastWithin(ends.exits.until, day.session, next),
    isOver: day.session > ends.exits.until,
  });
  if (exit === null) return null;
  book.ends = null;
  return fill(book, { session: ends.session, target: 0 }, day.session, exit.price, costs);
}

function note(track: Lists, session: LocalDate, book: Book, filled: readonly Fill[], paid: number): void {
  const sum = (of: (fill: Fill) => number): number => filled.reduce((all, one) => all + of(one), 0);
  track.sessions.push(session);
  track.equity.push(book.cash + book.shares * book.mark);
  track.held.push(book.shares * book.mark);
  track.traded.push(sum(({ shares, open }) => Math.abs(shares) * open));
  track.costs.push(sum(({ commission, slippage }) => commission + slippage));
  track.trades.push(filled.length);
  track.dividends.push(paid);
}

/** Whether the day's limit was enough for the whole order. */
function isDone(filled: Fill | null, session: LocalDate, book: Book, { mostOn }: Costs): boolean {
  const most = mostOn?.(session) ?? Infinity;
  if (filled === null) return most > 0;
  return book.shares === 0 || Math.abs(filled.shares) * filled.open < most * (1 - 1e-9);
}

/** @returns dividends received */
function overnight(book: Book, { split, dividend }: Day): number {
  book.shares *= split;
  book.mark /= split;
  if (book.ends !== null) book.ends = { ...book.ends, exits: afterSplit(book.ends.exits, split) };
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
  // A rounding difference is not a trade.
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
