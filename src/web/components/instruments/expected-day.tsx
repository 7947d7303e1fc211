import type { CompanyReport } from "#src/contract/signals/instrument-record.ts";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** `around 1 May 2025`: nobody has announced it. */
export function ExpectedDay({ report: { date }, className }: { report: CompanyReport; className?: string }) {
  return (
    <span className={className}>
      around <time dateTime={date}>{day.format(new Date(date))}</time>
    </span>
  );
}

export function reportName({ kind }: CompanyReport): string {
  return kind === "annual" ? "Annual report" : "Quarterly report";
}
