import type { LocalDate } from "#src/core/clock.ts";
import table from "./holidays.json" with { type: "json" };

/* Weekdays without trading and days that end at another hour, of the years that are listed. docs/calendars.md */

/** By year, days as `MM-DD`, parted by spaces. */
type Years = Readonly<Record<string, string>>;

interface Listed {
  readonly from: number;
  readonly to: number;
  readonly closed: Years;
  /** By the local time at which the day ends, of the closing auction. */
  readonly closes: Readonly<Record<string, Years>>;
}

export interface Holidays {
  areKnown(date: LocalDate): boolean;
  closed(date: LocalDate): boolean;
  /** `null`: at the usual hour. */
  close(date: LocalDate): string | null;
}

const listed: Readonly<Record<string, Listed>> = table.exchanges;

/** Exchanges that keep the days of another one. */
const keptBy: ReadonlyMap<string, string> = new Map([
  ["XFRA", "XETR"],
  ["XSHE", "XSHG"],
  ["XTSX", "XTSE"],
]);

/** Of an exchange that is not listed nothing is known. */
export function holidaysOf(mic: string): Holidays {
  const name = keptBy.get(mic) ?? mic;
  const found = Object.hasOwn(listed, name) ? listed[name] : undefined;
  // On the floor of Frankfurt trading ends at its own hour.
  const days = found === undefined ? undefined : laidOut(found.closed, mic === "XFRA" ? {} : found.closes);
  return {
    areKnown: (date) => found !== undefined && date >= `${found.from}-01-01` && date <= `${found.to}-12-31`,
    closed: (date) => days?.().closed.has(date) ?? false,
    close: (date) => days?.().hours.get(date) ?? null,
  };
}

/** Laid out when first asked for, as most exchanges never are. */
function laidOut(closed: Years, closes: Listed["closes"]) {
  let days: { closed: ReadonlySet<LocalDate>; hours: ReadonlyMap<LocalDate, string> } | undefined;
  return () =>
    (days ??= {
      closed: new Set(datesOf(closed)),
      hours: new Map(Object.entries(closes).flatMap(([time, years]) => datesOf(years).map((date) => [date, time]))),
    });
}

function datesOf(years: Years): LocalDate[] {
  return Object.entries(years).flatMap(([year, days]) => days.split(" ").map((day) => `${year}-${day}`));
}
