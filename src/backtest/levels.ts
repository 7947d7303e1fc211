import { type LocalDate, addDays } from "#src/core/clock.ts";
import {
  type Exit,
  type ExitReason,
  type Exits,
  type Order,
  afterSplit,
  beyondAt,
  exitOn,
  isLastWithin,
} from "./simulate.ts";
import type { Day } from "./price-path.ts";
import type { BacktestDecision } from "#src/contract/backtests/backtest.ts";
import type { LevelResults } from "#src/contract/backtests/levels.ts";
import { meanInterval, shareInterval } from "#src/core/figures/interval.ts";
import { meanOf, rounded } from "#src/core/figures/statistics.ts";
import { type Subject, targetsOf } from "./orders.ts";

/** Levels on the basis of its session. */
export interface ProposedTrade {
  readonly side: 1 | -1;
  readonly exits: Exits;
}

export interface LevelTrade {
  readonly reason: ExitReason;
  /** Indexes into the days: where the trade ended, and where its horizon ends. */
  readonly from: number;
  readonly through: number;
  /** With dividends, before costs: a fraction of the entry. */
  readonly outcome: number;
  /** The return of the same position held through the whole horizon. */
  readonly held: number;
}

/**
 * From the open after `session`. `refused`: beyond a level already; `open`: the days end before the horizon, whatever
 * it met, else only early ends would count.
 */
export function tradeByLevels(
  days: readonly Day[],
  session: LocalDate,
  { side, exits: proposed }: ProposedTrade,
): LevelTrade | "refused" | "open" {
  const from = days.findIndex((day) => day.session > session && day.bar !== null);
  const entry = days[from]?.bar?.open;
  const end = lastWithin(days, proposed.until);
  if (entry === undefined || end === null) return "open";
  if (from > end) return "refused";
  let exits = proposed;
  // Between the decision and the entry.
  for (const day of days.slice(0, from + 1)) if (day.session > session) exits = afterSplit(exits, day.split);
  if (beyondAt(entry, exits, side) !== null) return "refused";
  let met: { readonly reason: ExitReason; readonly worth: number } | null = null;
  let shares = 1;
  let cash = 0;
  let mark = entry;
  for (let at = from; at <= end; at += 1) {
    const day = days[at];
    if (day === undefined) break;
    const isNew = at === from;
    if (!isNew) {
      shares *= day.split;
      mark /= day.split;
      cash += shares * day.dividend;
      exits = afterSplit(exits, day.split);
    }
    const isLast = at === end;
    const exit: Exit | null =
      day.bar === null || met !== null ? null : exitOn(day.bar, exits, { side, isNew, isLast, isOver: false });
    if (exit !== null) met = { reason: exit.reason, worth: shares * exit.price + cash };
    mark = day.bar?.close ?? mark;
  }
  const gain = (worth: number): number => side * (worth / entry - 1);
  const held = shares * mark + cash;
  const { reason, worth } = met ?? { reason: "horizon", worth: held };
  return { reason, from, through: end, outcome: gain(worth), held: gain(held) };
}

/** `null` where the days end before. */
function lastWithin(days: readonly Day[], until: LocalDate): number | null {
  const last = days.findLastIndex(({ session }) => session <= until);
  const day = days[last];
  return day !== undefined && isLastWithin(until, day.session, days[last + 1]?.session) ? last : null;
}

type Leveled = Pick<BacktestDecision, "session" | "rating" | "levels">;

/** Side, share of the equity, and ends. */
interface Proposed {
  readonly side: 1 | -1;
  readonly size: number;
  readonly exits: Exits;
}

/** `null`: none, or not allowed. `"incomplete"`: without size or horizon. */
function proposedBy({ session, rating, levels }: Leveled, short: boolean): Proposed | "incomplete" | null {
  const target = targetsOf(short)[rating];
  if (target === "keep" || target === 0 || levels === undefined) return null;
  const side = target > 0 ? 1 : -1;
  const { action, stop, target: goal, size_pct: size, horizon_days: horizon } = levels;
  if (action !== (side === 1 ? "buy" : "sell")) return null;
  if (size === null || size <= 0 || horizon === null) return "incomplete";
  return { side, size: size / 100, exits: { stop, target: goal, until: addDays(session, horizon) } };
}

/** Whether there is something to follow. */
export function hasLevels(subjects: readonly Subject[], short: boolean): boolean {
  return subjects.some(({ decisions }) =>
    decisions.some((one) => {
      const proposed = proposedBy(one, short);
      return proposed !== null && proposed !== "incomplete";
    }),
  );
}

/** The newest proposal's size and levels; a Hold leaves them alone, incomplete ones give no order. */
export function levelOrders(decisions: readonly Leveled[], short: boolean): Order[] {
  return decisions.flatMap((decision): Order[] => {
    const { session, rating } = decision;
    const proposed = proposedBy(decision, short);
    if (proposed === "incomplete") return [];
    if (proposed !== null) return [{ session, target: proposed.side * proposed.size, exits: proposed.exits }];
    return targetsOf(short)[rating] === 0 ? [{ session, target: 0 }] : [];
  });
}

/** The result of each proposal, followed on its own; `null` where none was made. */
export function levelResults(subjects: readonly Subject[], short: boolean): { readonly levels?: LevelResults } {
  const proposals = subjects.flatMap(({ path, decisions }) =>
    decisions.flatMap((one) => {
      const proposed = proposedBy(one, short);
      return proposed === null ? [] : [{ days: path.days, session: one.session, proposed }];
    }),
  );
  if (proposals.length === 0) return {};
  const places = new Map(
    [...new Set(subjects.flatMap(({ path }) => path.days.map(({ session }) => session)))]
      .toSorted()
      .map((session, index) => [session, index]),
  );
  const counts = { incomplete: 0, refused: 0, open: 0 };
  const settled: LevelTrade[] = [];
  for (const { days, session, proposed } of proposals) {
    if (proposed === "incomplete") {
      counts.incomplete += 1;
      continue;
    }
    const trade = tradeByLevels(days, session, proposed);
    if (typeof trade === "string") counts[trade] += 1;
    else {
      const place = (at: number): number => places.get(days[at]?.session ?? "") ?? 0;
      settled.push({ ...trade, from: place(trade.from), through: place(trade.through) });
    }
  }
  return { levels: { proposals: proposals.length, ...counts, ...summaryOf(settled) } };
}

function summaryOf(trades: readonly LevelTrade[]): Omit<LevelResults, "proposals" | "incomplete" | "refused" | "open"> {
  const ended = (reason: LevelTrade["reason"]): number => trades.filter((one) => one.reason === reason).length;
  const gains = trades.map((trade) => ({ ...trade, value: trade.outcome > 0 ? 1 : 0 }));
  const wins = gains.filter(({ value }) => value === 1).length;
  return {
    settled: trades.length,
    stopped: ended("stop"),
    reached_target: ended("target"),
    expired: ended("horizon"),
    wins,
    win_rate: trades.length === 0 ? null : rounded(wins / trades.length),
    win_rate_interval: shareInterval(gains),
    mean_outcome: meanOf(trades.map(({ outcome }) => outcome)),
    mean_held: meanOf(trades.map(({ held }) => held)),
    difference_interval: meanInterval(trades.map((trade) => ({ ...trade, value: trade.outcome - trade.held }))),
  };
}
