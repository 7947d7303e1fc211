import { openMarket } from "#src/market/door/open-market.ts";
import type { Calendar } from "#src/market/calendar/calendar.ts";
import type { Bar, CorporateAction, Instrument, VendorChain } from "#src/market/market-data.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { type LocalDate, addDays } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";

/** One session of an instrument: what happened before its open, and its prices. */
export interface Day {
  readonly session: LocalDate;
  /** New shares for one old since the session before; 1 without a split. */
  readonly split: number;
  /** Cash per share, counted in shares after the split. */
  readonly dividend: number;
  /** `null`: a session without a price. */
  readonly bar: Bar | null;
}

/** Raw prices, and corporate actions on their day. */
export interface PricePath {
  readonly instrument: Instrument;
  readonly calendar: Calendar;
  /** Every session of the calendar from the first bar to the last, ascending. */
  readonly days: readonly Day[];
  readonly notes: readonly string[];
}

/** Longer than any archive. */
const allDays = 60_000;

/**
 * As of `to`; decisions open markets of their own.
 * @throws InvalidInput; VendorFailed; Cancelled
 */
export async function loadPricePath(
  vendors: VendorChain,
  symbol: ParsedSymbol,
  to: LocalDate,
  signal: AbortSignal,
): Promise<PricePath> {
  // Two days after `to` it is past in every zone.
  const now = Date.parse(`${addDays(to, 2)}T12:00:00Z`);
  const opening = await openMarket({ vendors, symbol, tradeDate: to, now, signal });
  if (!opening.ok) throw new InvalidInput(`--symbols: ${opening.detail}`);
  const { market } = opening;
  const [bars, actions] = await Promise.all([market.bars(allDays), market.actions(allDays)]);
  if (bars.records.length === 0) throw new InvalidInput(`--symbols: no price for ${symbol.symbol} up to ${to}`);
  const { from, reason } = await market.priceBasis(allDays);
  const unsure = from === null ? [] : [`returns across ${from} are not to be trusted: ${reason}`];
  const believed = new Set((await market.adjustedBars(allDays)).records.map(({ date }) => date));
  const known = bars.records.filter(({ date }) => believed.has(date) || (from !== null && date < from));
  const kept = new Set(known);
  const slips = bars.records.filter((bar) => !kept.has(bar)).map(({ date }) => date);
  const slipped = slips.length === 0 ? [] : [`prices in another unit are left out: ${slips.join(", ")}`];
  const notes = [...new Set([...market.notes, ...bars.notes, ...actions.notes, ...unsure, ...slipped])];
  return {
    instrument: market.instrument,
    calendar: market.calendar,
    days: daysOf(market.calendar, known, actions.records),
    notes,
  };
}

/** Bars on days without a session count: somebody traded. */
export function daysOf(calendar: Calendar, bars: readonly Bar[], actions: readonly CorporateAction[]): Day[] {
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return [];
  const byDate = new Map(bars.map((bar) => [bar.date, bar]));
  const sessions = [...new Set([...calendar.sessionsBetween(first.date, last.date), ...byDate.keys()])].toSorted();
  const due = actions.filter(({ exDate }) => exDate > first.date && exDate <= last.date);
  const ordered = due.toSorted((a, b) => (a.exDate < b.exDate ? -1 : a.exDate > b.exDate ? 1 : 0));
  let next = 0;
  return sessions.map((session) => {
    let split = 1;
    let dividend = 0;
    for (let action = ordered[next]; action !== undefined && action.exDate <= session; action = ordered[next]) {
      next += 1;
      // Between the same sessions, cash is a share's after the split.
      if (action.action === "split") split *= action.value;
      else dividend += action.value;
    }
    return { session, split, dividend, bar: byDate.get(session) ?? null };
  });
}

/**
 * Counted from `from`, so that another end moves no date; both ends inclusive.
 * @param every sessions, at least 1
 */
export function decisionDates(calendar: Calendar, from: LocalDate, to: LocalDate, every: number): LocalDate[] {
  if (!Number.isInteger(every) || every < 1) throw new RangeError(`every ${every} sessions`);
  return calendar.sessionsBetween(from, to).filter((_, index) => index % every === 0);
}

/** Up to `to`, or the last price. */
export function datesToDecide(
  { calendar, days }: Pick<PricePath, "calendar" | "days">,
  { from, to, every }: { readonly from: LocalDate; readonly to: LocalDate; readonly every: number },
): LocalDate[] {
  const last = days.at(-1)?.session ?? "";
  return decisionDates(calendar, from, last < to ? last : to, every);
}
