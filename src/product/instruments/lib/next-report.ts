import type { CompanyReport } from "#src/contract/signals/instrument-record.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { nextInYear } from "#src/core/figures/next-in-year.ts";

/** A year of reports. */
const reportsNeeded = 4;

/**
 * 52 weeks after the same quarter's report, from those filed by `today`. `null` for irregular years, and once the day
 * has passed.
 * @param reports in any order
 */
export function estimateNextReport(reports: readonly CompanyReport[], today: LocalDate): CompanyReport | null {
  const filed = reports.filter(({ date }) => date <= today).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const known = [...new Map(filed.map((one) => [`${one.date} ${one.kind}`, one])).values()];
  const hasYears = known.every(
    (_, index) =>
      index + 1 < reportsNeeded ||
      known.slice(index + 1 - reportsNeeded, index + 1).filter(({ kind }) => kind === "annual").length === 1,
  );
  const days = known.map(({ date }) => date);
  const next = hasYears ? nextInYear(days, today, reportsNeeded) : null;
  const forerunner = known.find(({ date }) => date === next?.from);
  return next === null || forerunner === undefined ? null : { date: next.date, kind: forerunner.kind };
}
