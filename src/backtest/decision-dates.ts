import type { Calendar } from "#src/market/calendar.ts";
import type { LocalDate } from "#src/platform/clock.ts";

/**
 * Every `every`th session from `from` on, up to `to`, both ends inclusive. Counted from `from` alone, so that a later
 * or earlier end moves no date.
 * @param every sessions, at least 1
 */
export function decisionDates(calendar: Calendar, from: LocalDate, to: LocalDate, every: number): LocalDate[] {
  if (!Number.isInteger(every) || every < 1) throw new RangeError(`every ${every} sessions`);
  return calendar.sessionsBetween(from, to).filter((_, index) => index % every === 0);
}
