import type { LocalDate } from "#src/core/clock.ts";
import type { Calendar } from "./calendar.ts";

/** Consecutive sessions of a calendar without a price. */
export interface Hole {
  /** Its first and its last session. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly sessions: number;
}

/** The longest holiday (a lunar new year) takes eight weekdays. */
const longestHoliday = 8;
/** Earlier special closings of New York are not listed. */
const closingsListedFrom: LocalDate = "1990-01-01";

/**
 * Sessions up to `to` that `dates` lacks, as holes.
 * @param dates ascending
 * @param to the last session that could have a price
 */
export function missingSessions(calendar: Calendar, dates: readonly LocalDate[], to: LocalDate): Hole[] {
  const holes: Hole[] = [];
  for (const [index, date] of dates.entries()) {
    const next = dates[index + 1];
    const expected = calendar.nextSession(date);
    // Most sessions are consecutive and need no counting.
    if (next === undefined ? expected > to : expected >= next) continue;
    const inside = calendar.sessionsBetween(expected, next ?? to).filter((session) => session !== next);
    const last = inside.at(-1);
    if (last === undefined || (inside.length <= longestHoliday && !closingsKnown(calendar, expected))) continue;
    holes.push({ from: expected, to: last, sessions: inside.length });
  }
  return holes;
}

function closingsKnown(calendar: Calendar, date: LocalDate): boolean {
  return calendar.holidaysKnown(date) && date >= closingsListedFrom;
}

/** How many sessions are missing between two dates that have prices. */
export function missingBetween(holes: readonly Hole[], from: LocalDate, to: LocalDate): number {
  return holes.reduce((sum, hole) => (hole.from > from && hole.to < to ? sum + hole.sessions : sum), 0);
}
