import type { Calendar } from "#src/market/calendar/calendar.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { PricePath } from "./price-path.ts";

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
