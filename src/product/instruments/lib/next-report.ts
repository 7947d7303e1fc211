import type { CompanyReport } from "#src/contract/signals/instrument-record.ts";
import { addDays, daysBetween, type LocalDate } from "#src/core/clock.ts";

/** 52 weeks: the same day of the week a year later. */
const yearDays = 364;
/** A 10-K may follow 30 days later than a 10-Q. */
const [shortestQuarter, longestQuarter] = [55, 130];
/** Days of shift against the year before. */
const mostShift = 21;
/** A year of reports. */
const reportsNeeded = 4;

/**
 * 52 weeks after the same quarter's report, from the last four filed by `today`. `null` for irregular years, and once
 * the day has passed.
 * @param reports in any order
 */
export function estimateNextReport(reports: readonly CompanyReport[], today: LocalDate): CompanyReport | null {
  const filed = [
    ...new Map(reports.filter(({ date }) => date <= today).map((one) => [`${one.date} ${one.kind}`, one])).values(),
  ];
  const known = filed.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const lastYear = known.slice(-reportsNeeded);
  const [forerunner] = lastYear;
  if (forerunner === undefined || lastYear.length < reportsNeeded || !isRegular(known)) return null;
  const date = addDays(forerunner.date, yearDays);
  const gap = daysBetween(lastYear.at(-1)?.date ?? date, date);
  if (date < today || gap < shortestQuarter || gap > longestQuarter) return null;
  return { date, kind: forerunner.kind };
}

function isRegular(known: readonly CompanyReport[]): boolean {
  return known.every((report, index) => {
    const before = known[index - 1];
    const yearBefore = known[index - reportsNeeded];
    const gap = before === undefined ? shortestQuarter : daysBetween(before.date, report.date);
    const shift = yearBefore === undefined ? 0 : daysBetween(yearBefore.date, report.date) - yearDays;
    const annual = known
      .slice(Math.max(0, index - reportsNeeded + 1), index + 1)
      .filter(({ kind }) => kind === "annual");
    return (
      gap >= shortestQuarter &&
      gap <= longestQuarter &&
      Math.abs(shift) <= mostShift &&
      (index + 1 < reportsNeeded || annual.length === 1)
    );
  });
}
