import { addDays, type Instant, type LocalDate } from "#src/core/clock.ts";
import { type Exchange, exchanges } from "./exchanges.ts";
import { holidaysOf } from "./holidays.ts";
import { instantAt, startOfDay } from "./zone-offsets.ts";

/* NYSE days by rule (NYSE Rule 7.2, former Rule 51, and special closings). Complete from 1990 on. */

/** ISO weekday, 1 = Monday. */
function weekdayOf(date: LocalDate): number {
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

/** Weekdays of `year` on which the exchange is closed. */
function closedDays(year: number): ReadonlySet<LocalDate> {
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
function closeTime(date: LocalDate): string {
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

/** The days of a market, in its own zone. */
export interface Calendar {
  /** `XNYS`, `24/7`, `FX`, or the MIC of an exchange. */
  readonly name: string;
  readonly zone: string;
  /** False where every weekday of the year counts as a session. */
  holidaysKnown(date: LocalDate): boolean;
  /** For annualising: 252, or 365 for coins. */
  readonly sessionsPerYear: 252 | 365;
  isSession(date: LocalDate): boolean;
  /** When trading on `date` ends; defined for days without a session too. */
  sessionClose(date: LocalDate): Instant;
  /** The first instant of `date` in the calendar's zone. */
  dayStart(date: LocalDate): Instant;
  lastSessionOnOrBefore(date: LocalDate): LocalDate;
  /** The first session after `date`. */
  nextSession(date: LocalDate): LocalDate;
  /** Ascending, both ends inclusive. */
  sessionsBetween(from: LocalDate, to: LocalDate): LocalDate[];
  /** Today's date in the calendar's zone. */
  dateAt(instant: Instant): LocalDate;
}

interface Days {
  readonly name: string;
  readonly zone: string;
  readonly holidaysKnown: (date: LocalDate) => boolean;
  readonly sessionsPerYear: 252 | 365;
  readonly isSession: (date: LocalDate) => boolean;
  readonly closeOf: (date: LocalDate) => Instant;
}

/** Caches `compute`, as a backtest asks for the same days again. */
function kept<T>(compute: (date: LocalDate) => T): (date: LocalDate) => T {
  const known = new Map<LocalDate, T>();
  return (date) => {
    const found = known.get(date);
    if (found !== undefined) return found;
    const computed = compute(date);
    known.set(date, computed);
    return computed;
  };
}

function calendar(days: Days): Calendar {
  const isSession = kept(days.isSession);
  const dayStart = kept((date) => startOfDay(date, days.zone));

  function seek(from: LocalDate, step: 1 | -1): LocalDate {
    let date = from;
    while (!isSession(date)) date = addDays(date, step);
    return date;
  }

  return {
    name: days.name,
    zone: days.zone,
    holidaysKnown: days.holidaysKnown,
    sessionsPerYear: days.sessionsPerYear,
    isSession,
    sessionClose: kept(days.closeOf),
    dayStart,
    lastSessionOnOrBefore: (date) => seek(date, -1),
    nextSession: kept((date) => seek(addDays(date, 1), 1)),
    sessionsBetween(from, to) {
      const sessions: LocalDate[] = [];
      for (let date = from; date <= to; date = addDays(date, 1)) if (isSession(date)) sessions.push(date);
      return sessions;
    },
    dateAt(instant) {
      // No zone is more than a day from UTC.
      const guess = new Date(instant).toISOString().slice(0, 10);
      if (instant < dayStart(guess)) return addDays(guess, -1);
      const next = addDays(guess, 1);
      return instant >= dayStart(next) ? next : guess;
    },
  };
}

function newYork(): Calendar {
  const zone = "America/New_York";
  const closed = new Map<number, ReadonlySet<LocalDate>>();
  return calendar({
    name: "XNYS",
    zone,
    holidaysKnown: () => true,
    sessionsPerYear: 252,
    isSession(date) {
      if (weekdayOf(date) > 5) return false;
      const year = Number(date.slice(0, 4));
      const days = closed.get(year) ?? closedDays(year);
      closed.set(year, days);
      return !days.has(date);
    },
    closeOf: (date) => instantAt(date, closeTime(date), zone),
  });
}

/** Coins never close; their day is the UTC day and ends at 24:00. */
function aroundTheClock(): Calendar {
  return calendar({
    name: "24/7",
    zone: "UTC",
    holidaysKnown: () => true,
    sessionsPerYear: 365,
    isSession: () => true,
    closeOf: (date) => Date.parse(`${addDays(date, 1)}T00:00:00Z`),
  });
}

/** Rates of exchange, each weekday. Their day is London's, as Yahoo's bars have it, and ends at midnight. */
function exchangeRates(): Calendar {
  const zone = "Europe/London";
  return calendar({
    name: "FX",
    zone,
    holidaysKnown: () => true,
    sessionsPerYear: 252,
    isSession: (date) => weekdayOf(date) <= 5,
    closeOf: (date) => startOfDay(addDays(date, 1), zone),
  });
}

/** Weekdays but the holidays that are listed. */
function elsewhere(exchange: Exchange): Calendar {
  const holidays = holidaysOf(exchange.mic);
  return calendar({
    name: exchange.mic,
    zone: exchange.zone,
    holidaysKnown: holidays.areKnown,
    sessionsPerYear: 252,
    isSession: (date) =>
      exchange.rest.findLast((rest) => rest.from <= date)?.days.includes(weekdayOf(date)) === false &&
      !holidays.closed(date),
    closeOf(date) {
      const close = holidays.close(date) ?? exchange.closes.findLast((each) => each.from <= date)?.time;
      if (close === undefined) throw new RangeError(`${exchange.mic} has no closing time on ${date}`);
      return instantAt(date, close, exchange.zone);
    },
  });
}

const calendars: ReadonlyMap<string, Calendar> = new Map(
  [newYork(), aroundTheClock(), exchangeRates(), ...exchanges.map(elsewhere)].map((each) => [each.name, each]),
);

/** `null` when no calendar has that name. */
export function calendarByName(name: string): Calendar | null {
  return calendars.get(name) ?? null;
}
