import { addDays, type Instant, type LocalDate } from "#src/core/clock.ts";
import { type Exchange, exchanges } from "./exchanges.ts";
import { closedDays, closeTime, weekdayOf } from "./new-york-days.ts";
import { instantAt, startOfDay } from "./zone-offsets.ts";

/** The days of a market, in its own zone. */
export interface Calendar {
  /** `XNYS`, `24/7`, or the MIC of an exchange. */
  readonly name: string;
  readonly zone: string;
  /** False where every weekday counts as a session. */
  readonly holidaysKnown: boolean;
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
  readonly holidaysKnown: boolean;
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
    holidaysKnown: true,
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
    holidaysKnown: true,
    sessionsPerYear: 365,
    isSession: () => true,
    closeOf: (date) => Date.parse(`${addDays(date, 1)}T00:00:00Z`),
  });
}

function weekdays(exchange: Exchange): Calendar {
  return calendar({
    name: exchange.mic,
    zone: exchange.zone,
    holidaysKnown: false,
    sessionsPerYear: 252,
    isSession: (date) => exchange.rest.findLast((rest) => rest.from <= date)?.days.includes(weekdayOf(date)) === false,
    closeOf(date) {
      const close = exchange.closes.findLast((each) => each.from <= date);
      if (close === undefined) throw new RangeError(`${exchange.mic} has no closing time on ${date}`);
      return instantAt(date, close.time, exchange.zone);
    },
  });
}

const calendars: ReadonlyMap<string, Calendar> = new Map(
  [newYork(), aroundTheClock(), ...exchanges.map(weekdays)].map((each) => [each.name, each]),
);

/** `null` when no calendar has that name. */
export function calendarByName(name: string): Calendar | null {
  return calendars.get(name) ?? null;
}
