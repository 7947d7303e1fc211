import { addDays, daysBetween, type LocalDate } from "../clock.ts";

/** A day expected in a yearly rhythm of four. Never a day that anybody announced. */
export interface NextInYear {
  readonly date: LocalDate;
  /** As early and as late as earlier ones came. */
  readonly earliest: LocalDate;
  readonly latest: LocalDate;
  /** The day of the same quarter that it is counted from, and the whole weeks added to it. */
  readonly from: LocalDate;
  readonly weeks: number;
  /** Days by which past ones came earlier (negative) or later than 52 weeks after the same quarter's. */
  readonly shifts: readonly number[];
}

/** 52 weeks: the same day of the week a year later. */
const yearDays = 364;
/** An annual report may follow 30 days later than a quarterly one. */
const [shortestGap, longestGap] = [55, 130];
const mostShift = 21;
export const fewestDays = 8;
const mostDays = 12;

/**
 * 52 weeks after the same quarter's, and the median of past shifts in whole weeks. `null` with too few days by `today`,
 * for irregular ones, and once the day has passed.
 * @param days ascending
 * @param fewest four and more: from five on there is a range
 */
export function nextInYear(days: readonly LocalDate[], today: LocalDate, fewest = fewestDays): NextInYear | null {
  const known = days.filter((day) => day <= today).slice(-mostDays);
  const [from, last] = [known.at(-4), known.at(-1)];
  if (from === undefined || last === undefined || known.length < fewest) return null;
  const gaps = known.slice(1).map((day, index) => daysBetween(known[index] ?? day, day));
  const shifts = known.slice(4).map((day, index) => daysBetween(known[index] ?? day, day) - yearDays);
  if (!gaps.every(isQuarter)) return null;
  if (!shifts.every((shift) => Math.abs(shift) <= mostShift)) return null;
  const weeks = Math.round(middle(shifts) / 7) + 0; // + 0 turns −0 into 0
  const date = addDays(from, yearDays + weeks * 7);
  if (date < today || !isQuarter(daysBetween(last, date))) return null;
  const [earliest, latest] = [Math.min(weeks * 7, ...shifts), Math.max(weeks * 7, ...shifts)];
  return {
    date,
    earliest: addDays(from, yearDays + earliest),
    latest: addDays(from, yearDays + latest),
    from,
    weeks,
    shifts,
  };
}

function isQuarter(days: number): boolean {
  return days >= shortestGap && days <= longestGap;
}

/** 0 of none. */
function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}
