import { type Instant, type LocalDate, addDays, dayMs, toIso } from "#src/core/clock.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { type Exchange, exchanges } from "./exchanges.ts";
import { holidaysOf, newYorkClose, newYorkHolidays, weekdayOf } from "./holidays.ts";

/** By far the quickest way to a zone's offset. */
const writers = new Map<string, Intl.DateTimeFormat>();

/**
 * As Temporal's "compatible" at a hundredth of its time: of two instants the earlier; a skipped one as far behind the
 * jump.
 */
export function instantAt(date: LocalDate, time: string, zone: string): Instant {
  const local = Date.parse(`${date}T${time}Z`);
  const { before, shown } = around(local, zone);
  return shown ?? local - before;
}

/** The first instant of `date` in `zone`. */
export function startOfDay(date: LocalDate, zone: string): Instant {
  const local = Date.parse(`${date}T00:00Z`);
  const { before, after, shown } = around(local, zone);
  return shown ?? jump(local - Math.max(before, after), local - Math.min(before, after), zone);
}

/** Offsets a day before and after, and the first instant that shows `local`; `null` where skipped. */
function around(local: number, zone: string): { before: number; after: number; shown: Instant | null } {
  const before = offsetAt(local - dayMs, zone);
  const after = offsetAt(local + dayMs, zone);
  if (before === after) return { before, after, shown: local - before };
  const shown = [before, after].map((offset) => local - offset).filter((at) => local - offsetAt(at, zone) === at);
  return { before, after, shown: shown.length === 0 ? null : Math.min(...shown) };
}

function jump(from: Instant, to: Instant, zone: string): Instant {
  const old = offsetAt(from, zone);
  let [early, late] = [from, to];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offsetAt(middle, zone) === old) early = middle;
    else late = middle;
  }
  return late;
}

/** In ms, positive to the east. */
function offsetAt(instant: Instant, zone: string): number {
  const writer = writers.get(zone) ?? new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  writers.set(zone, writer);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(writer.format(instant)) ?? [];
  const away = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -away : away;
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

function calendarOf(days: Days): Calendar {
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
  return calendarOf({
    name: "XNYS",
    zone,
    holidaysKnown: () => true,
    sessionsPerYear: 252,
    isSession(date) {
      if (weekdayOf(date) > 5) return false;
      const year = Number(date.slice(0, 4));
      const days = closed.get(year) ?? newYorkHolidays(year);
      closed.set(year, days);
      return !days.has(date);
    },
    closeOf: (date) => instantAt(date, newYorkClose(date), zone),
  });
}

/** Coins never close; their day is the UTC day and ends at 24:00. */
function aroundTheClock(): Calendar {
  return calendarOf({
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
  return calendarOf({
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
  return calendarOf({
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

/** Before any record; the start of an unbounded window. */
export const EARLIEST: LocalDate = "1900-01-01";

export function tooEarly(date: LocalDate): string | null {
  return date < EARLIEST ? `${date} is before ${EARLIEST}, where the calendar begins` : null;
}

/** `null` when today or past in the market's zone. */
export function inFuture(date: LocalDate, calendar: Calendar, now: Instant): string | null {
  const today = calendar.dateAt(now);
  return date > today ? `${date} is in the future: it is ${today} in ${calendar.zone}` : null;
}

/** Today's date where the symbol trades. */
export function todayWhere(ticker: string, now: Instant): LocalDate {
  const parsed = parseSymbol(ticker);
  const calendar = parsed.ok ? calendarByName(parsed.symbol.calendar) : null;
  return calendar === null ? toIso(now).slice(0, 10) : calendar.dateAt(now);
}
