import { type Instant, type LocalDate, toIso } from "#src/core/clock.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import type { Calendar } from "./calendar.ts";

/* Dates a run can be made for; a day without a session is no fault. */

/** Before any record; the start of an unbounded window. */
export const EARLIEST: LocalDate = "1900-01-01";

export function tooEarly(date: LocalDate): string | null {
  return date < EARLIEST ? `${date} is before ${EARLIEST}, where the calendar begins` : null;
}

/** `null` when today or past in the market's zone. */
export function inFuture(date: LocalDate, calendar: Calendar, now: Instant): string | null {
  const today = calendar.dateAt(now);
  return date > today ? `${date} is in the future: it is ${today} in ${calendar.zone}` : null;
}

/** Today's date where the symbol trades. */
export function todayWhere(ticker: string, now: Instant): LocalDate {
  const parsed = parseSymbol(ticker);
  const calendar = parsed.ok ? calendarByName(parsed.symbol.calendar) : null;
  return calendar === null ? toIso(now).slice(0, 10) : calendar.dateAt(now);
}
