import type { LocalDate } from "#src/core/clock.ts";
import { afterSplit, beyondAt, exitOn, isLastWithin, type Exit, type ExitReason, type Exits } from "./exits.ts";
import type { Day } from "./price-path.ts";

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
