import type { CompanyReport } from "#src/contract/instrument-record.ts";
import { addDays, daysBetween, type LocalDate } from "#src/platform/clock.ts";

/** 52 weeks: the same day of the week a year later. */
const yearDays = 364;
/** Between two reports of a company that files each quarter: a Form 10-K may follow 30 days later than a Form 10-Q. */
const [shortestQuarter, longestQuarter] = [55, 130];
/** By which a report may be earlier or later than a year after its forerunner. */
const mostShift = 21;
/** A year of reports. */
const reportsNeeded = 4;

/**
 * When a company is likely to report next: 52 weeks after the report of the same quarter a year before. An estimate,
 * from the last four reports that were filed by `today`; `null` where there are fewer, where they are not three of a
 * quarter and one of a year at usual distances, or where earlier years moved by more than three weeks. Also `null` once
 * the day has passed: a report that is late or that nobody has read yet is no coming one.
 * @param reports in any order, repeated or not
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
