import type { Instant, LocalDate } from "#src/platform/clock.ts";
import type { Calendar } from "./calendar.ts";

/*
 * Which dates a run can be made for. A day without a session is none of these faults: the run takes the last session
 * before it and says so.
 */

/** Older than any record; the start of a window that takes all. */
export const EARLIEST: LocalDate = "1900-01-01";

/** Why there is nothing to know about a date; `null` when there may be. */
export function tooEarly(date: LocalDate): string | null {
  return date < EARLIEST ? `${date} is before ${EARLIEST}, where the calendar begins` : null;
}

/** Why a date cannot be judged yet; `null` when it is today or past in the market's zone. */
export function inFuture(date: LocalDate, calendar: Calendar, now: Instant): string | null {
  const today = calendar.dateAt(now);
  return date > today ? `${date} is in the future: it is ${today} in ${calendar.zone}` : null;
}
