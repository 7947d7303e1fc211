import { addDays, type LocalDate } from "#src/core/clock.ts";
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
  return Object.entries(years).flatMap(([year, days]) => days.split(" ").map((monthDay) => `${year}-${monthDay}`));
}

/* NYSE days by rule (NYSE Rule 7.2, former Rule 51, and special closings). Complete from 1990 on. */

/** ISO weekday, 1 = Monday. */
export function weekdayOf(date: LocalDate): number {
  return new Date(Date.parse(`${date}T00:00:00Z`)).getUTCDay() || 7;
}

function day(year: number, month: number, dayOfMonth: number): LocalDate {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
}

/** The `n`th `weekday` (ISO) of a month, from 1. */
function nth(year: number, month: number, weekday: number, n: number): LocalDate {
  const first = day(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1));
}

/** Western Easter by the anonymous Gregorian computus (Meeus, Astronomical Algorithms, ch. 8). */
function easter(year: number): LocalDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return day(year, Math.floor(f / 31), (f % 31) + 1);
}

/** A Saturday's holiday is kept on Friday, a Sunday's on Monday. */
function nearestWeekday(date: LocalDate): LocalDate {
  const weekday = weekdayOf(date);
  return weekday === 6 ? addDays(date, -1) : weekday === 7 ? addDays(date, 1) : date;
}

/** A Saturday's New Year is not kept: Friday ends the accounting year. */
function newYear(year: number): LocalDate | null {
  const date = day(year, 1, 1);
  const weekday = weekdayOf(date);
  return weekday === 6 ? null : weekday === 7 ? addDays(date, 1) : date;
}

const specialClosures: readonly LocalDate[] = [
  "1994-04-27", // funeral of Richard Nixon
  "2001-09-11",
  "2001-09-12",
  "2001-09-13",
  "2001-09-14",
  "2004-06-11", // mourning for Ronald Reagan
  "2007-01-02", // mourning for Gerald Ford
  "2012-10-29", // Hurricane Sandy
  "2012-10-30",
  "2018-12-05", // mourning for George H. W. Bush
  "2025-01-09", // mourning for Jimmy Carter
];

/** Weekdays of `year` on which the NYSE is closed. */
export function newYorkHolidays(year: number): ReadonlySet<LocalDate> {
  const holidays = [
    newYear(year),
    year >= 1998 ? nth(year, 1, 1, 3) : null, // Martin Luther King Jr. Day
    nth(year, 2, 1, 3), // Washington's Birthday
    addDays(easter(year), -2), // Good Friday
    addDays(nth(year, 6, 1, 1), -7), // Memorial Day: the last Monday of May
    year >= 2022 ? nearestWeekday(day(year, 6, 19)) : null, // Juneteenth
    nearestWeekday(day(year, 7, 4)),
    nth(year, 9, 1, 1), // Labor Day
    nth(year, 11, 4, 4), // Thanksgiving
    nearestWeekday(day(year, 12, 25)),
  ];
  const special = specialClosures.filter((date) => date.startsWith(`${String(year).padStart(4, "0")}-`));
  return new Set([...holidays.filter((date) => date !== null), ...special]);
}

/** Early closes that no rule gives. */
const unruledCloses: ReadonlyMap<LocalDate, string> = new Map([
  ["1990-12-24", "14:00"],
  ["1991-12-24", "14:00"],
  ["1992-11-27", "14:00"],
  ["1992-12-24", "14:00"],
  ["1994-02-11", "14:30"],
  ["1996-01-08", "14:00"],
  ["1997-10-27", "15:30"],
  ["1997-12-26", "13:00"],
  ["1999-12-31", "13:00"],
  ["2003-12-26", "13:00"],
  ["2005-06-01", "15:56"],
]);

/**
 * Early closes at 13:00 since 1993: the day after Thanksgiving, December 24, and July 3 (Wednesdays since 2013; until
 * 2012 Friday July 5).
 */
export function newYorkClose(date: LocalDate): string {
  const unruled = unruledCloses.get(date);
  if (unruled !== undefined) return unruled;
  const year = Number(date.slice(0, 4));
  if (year < 1993) return "16:00";
  const weekday = weekdayOf(date);
  switch (date.slice(5)) {
    case "12-24":
      return weekday <= 4 ? "13:00" : "16:00";
    case "07-03":
      return (year >= 1995 && [1, 2, 4].includes(weekday)) || (year >= 2013 && weekday === 3) ? "13:00" : "16:00";
    case "07-05":
      return year >= 1995 && year <= 2012 && weekday === 5 ? "13:00" : "16:00";
    default:
      return date.slice(5, 7) === "11" && date === addDays(nth(year, 11, 4, 4), 1) ? "13:00" : "16:00";
  }
}
