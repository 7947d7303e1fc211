import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { Temporal } from "temporal-polyfill";
import { addDays } from "#src/core/clock.ts";
import { archivePath } from "#tests/support/archives.ts";
import { runs } from "#tests/support/runs.ts";
import { type Calendar, calendarByName, instantAt, startOfDay } from "./calendar.ts";

function named(name: string): Calendar {
  const calendar = calendarByName(name);
  if (calendar === null) throw new Error(`no calendar ${name}`);
  return calendar;
}

const newYork = named("XNYS");
const coins = named("24/7");
const tokyo = named("XTKS");

function barDates(file: string): string[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.slice(0, 10));
}

const index2000 = archivePath("index-2000");
const djia = archivePath("djia-2025");
const stocknet = archivePath("stocknet-2014");

describe("the sessions of New York", () => {
  test.skipIf(index2000 === null)("are the days on which ^GSPC has a bar, all 5,105 of them from 2000 to 2020", () => {
    const dates = barDates(join(index2000 ?? "", "bars", "%5EGSPC.csv"));
    expect(dates).toHaveLength(5105);
    expect(newYork.sessionsBetween("2000-01-01", "2020-04-17")).toEqual(dates);
  });

  test.skipIf(djia === null || stocknet === null)("hold every bar of the stocks in the archives", () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const archive of [djia ?? "", stocknet ?? ""]) {
      for (const file of readdirSync(join(archive, "bars"))) {
        for (const date of barDates(join(archive, "bars", file))) {
          seen += 1;
          if (!newYork.isSession(date)) wrong.push(`${file} ${date}`);
        }
      }
    }
    expect(seen).toBe(1788 + 25160);
    expect(wrong).toEqual([]);
  });

  test.skipIf(djia === null)(
    "between 2024-12-13 and 2025-07-31 are the 156 that the archive's description counts",
    () => {
      expect(newYork.sessionsBetween("2024-12-13", "2025-07-31")).toHaveLength(156);
    },
  );

  test.each([
    ["2025-01-01", "New Year"],
    ["2023-01-02", "New Year, moved from a Sunday"],
    ["1998-01-19", "Martin Luther King Jr. Day, from 1998"],
    ["2025-02-17", "Washington's Birthday"],
    ["2025-04-18", "Good Friday"],
    ["2025-05-26", "Memorial Day"],
    ["2022-06-20", "Juneteenth, moved from a Sunday"],
    ["2020-07-03", "Independence Day, moved from a Saturday"],
    ["2025-09-01", "Labor Day"],
    ["2024-11-28", "Thanksgiving"],
    ["2021-12-24", "Christmas, moved from a Saturday"],
    ["1994-04-27", "funeral of Richard Nixon"],
    ["2001-09-14", "after the attacks of September 11"],
    ["2004-06-11", "mourning for Ronald Reagan"],
    ["2012-10-30", "Hurricane Sandy"],
    ["2025-01-09", "mourning for Jimmy Carter"],
    ["2025-06-14", "a Saturday"],
  ])("leave out %s: %s", (date) => expect(newYork.isSession(date)).toBe(false));

  test.each([
    ["2021-12-31", "a Saturday's New Year is not kept on Friday"],
    ["1997-01-20", "Martin Luther King Jr. Day before 1998"],
    ["2021-06-18", "Juneteenth before 2022"],
    ["2001-09-10", "the day before the attacks"],
    ["2001-09-17", "the reopening"],
    ["2024-11-05", "Election Day"],
  ])("include %s: %s", (date) => expect(newYork.isSession(date)).toBe(true));
});

describe("the close of New York", () => {
  test.each([
    ["2025-01-15", "2025-01-15T21:00:00Z", "winter"],
    ["2025-07-15", "2025-07-15T20:00:00Z", "summer"],
    ["2025-03-07", "2025-03-07T21:00:00Z", "the session before summer time"],
    ["2025-03-10", "2025-03-10T20:00:00Z", "the session after its start"],
    ["2025-10-31", "2025-10-31T20:00:00Z", "the session before its end"],
    ["2025-11-03", "2025-11-03T21:00:00Z", "the session after its end"],
    ["2006-04-03", "2006-04-03T20:00:00Z", "by the rules before 2007: summer from the first Sunday of April"],
    ["2006-03-31", "2006-03-31T21:00:00Z", "by the rules before 2007: winter to the end of March"],
    ["2006-10-30", "2006-10-30T21:00:00Z", "by the rules before 2007: winter from the last Sunday of October"],
    ["2024-11-29", "2024-11-29T18:00:00Z", "the day after Thanksgiving"],
    ["2024-12-24", "2024-12-24T18:00:00Z", "Christmas Eve"],
    ["2020-12-24", "2020-12-24T18:00:00Z", "Christmas Eve, a Thursday"],
    ["2024-07-03", "2024-07-03T17:00:00Z", "July 3, a Wednesday from 2013"],
    ["2025-07-03", "2025-07-03T17:00:00Z", "July 3, a Thursday"],
    ["2002-07-03", "2002-07-03T20:00:00Z", "July 3, a Wednesday before 2013: full"],
    ["2002-07-05", "2002-07-05T17:00:00Z", "July 5, a Friday before 2013"],
    ["2019-07-05", "2019-07-05T20:00:00Z", "July 5, a Friday from 2013: full"],
    ["2021-07-02", "2021-07-02T20:00:00Z", "the Friday before a Sunday's July 4: full"],
    ["1999-12-31", "1999-12-31T18:00:00Z", "the last day of 1999"],
    ["2003-12-26", "2003-12-26T18:00:00Z", "the day after Christmas 2003"],
    ["2008-12-26", "2008-12-26T21:00:00Z", "the day after Christmas 2008: full"],
    ["1997-10-27", "1997-10-27T20:30:00Z", "the circuit breaker"],
  ])("on %s is %s: %s", (date, close) =>
    expect(new Date(newYork.sessionClose(date)).toISOString()).toBe(close.replace("Z", ".000Z")),
  );
});

test("a coin's day is the UTC day, ends at 24:00, and every day is a session", () => {
  expect(new Date(coins.sessionClose("2024-02-29")).toISOString()).toBe("2024-03-01T00:00:00.000Z");
  expect(coins.isSession("2025-12-25")).toBe(true);
  expect(coins.dateAt(Date.parse("2024-02-29T23:59:59.999Z"))).toBe("2024-02-29");
  expect(coins.dateAt(Date.parse("2024-03-01T00:00:00Z"))).toBe("2024-03-01");
  expect(coins.sessionsPerYear).toBe(365);
  expect(newYork.sessionsPerYear).toBe(252);
});

test("an exchange without a list of holidays has its weekdays, its own zone, and says so", () => {
  const taipei = named("XTAI");
  expect(taipei.holidaysKnown("2025-01-01")).toBe(false);
  expect(newYork.holidaysKnown("2025-01-01")).toBe(true);
  expect(taipei.isSession("2025-01-01")).toBe(true);
  expect(taipei.isSession("2025-01-04")).toBe(false);
  expect(new Date(tokyo.sessionClose("2024-11-01")).toISOString()).toBe("2024-11-01T06:00:00.000Z");
  expect(new Date(tokyo.sessionClose("2024-11-05")).toISOString()).toBe("2024-11-05T06:30:00.000Z");
  expect(tokyo.dateAt(Date.parse("2025-01-01T16:00:00Z"))).toBe("2025-01-02");
  expect(new Date(named("XLON").sessionClose("2025-07-01")).toISOString()).toBe("2025-07-01T15:35:00.000Z");
});

describe("the holidays of other exchanges", () => {
  test.each([
    ["XLON", "2022-06-03", "2022-06-06", "the Platinum Jubilee"],
    ["XLON", "2023-05-08", "2023-05-09", "the coronation"],
    ["XETR", "2021-10-04", "2021-10-04", "no holiday: German Unity was on a Sunday"],
    ["XETR", "2016-10-03", "2016-10-04", "German Unity, kept until 2021"],
    ["XFRA", "2025-12-24", "2025-12-29", "as on Xetra"],
    ["XPAR", "2025-07-14", "2025-07-14", "open on Bastille Day"],
    ["XAMS", "2025-05-01", "2025-05-02", "Labour Day"],
    ["XSWX", "2025-08-01", "2025-08-04", "the Swiss National Day"],
    ["XMIL", "2025-08-15", "2025-08-18", "Ferragosto"],
    ["XSTO", "2025-06-06", "2025-06-09", "the Swedish National Day"],
    ["XTSE", "2025-10-13", "2025-10-14", "Thanksgiving in Canada"],
    ["XTKS", "2020-10-01", "2020-10-02", "the trading system failed"],
    ["XTKS", "2024-12-31", "2025-01-06", "the turn of the year"],
    ["XHKG", "2023-09-08", "2023-09-11", "a black rainstorm"],
    ["XHKG", "1997-02-06", "1997-02-10", "the day before a Lunar New Year with a Sunday"],
    ["XHKG", "1998-05-04", "1998-05-04", "no holiday: Buddha's Birthday is one since 1999"],
    ["XSHG", "2024-10-01", "2024-10-08", "the Golden Week"],
    ["XSHE", "2025-01-28", "2025-02-05", "the Spring Festival"],
    ["XASX", "2022-09-22", "2022-09-23", "mourning for Elizabeth II"],
    ["XNSE", "2024-11-20", "2024-11-21", "an election in Maharashtra"],
    ["XNSE", "2013-11-15", "2013-11-18", "Muharram, moved by a day"],
    ["XNSE", "2010-11-05", "2010-11-08", "Diwali, which has an evening hour alone"],
    ["XBOM", "2012-11-13", "2012-11-15", "Diwali, and the day after"],
    ["XKRX", "2020-08-17", "2020-08-18", "a holiday given once"],
    ["BVMF", "2025-06-19", "2025-06-20", "Corpus Christi"],
  ])("%s, from %s on, opens on %s: %s", (name, date, opens) => {
    expect(named(name).sessionsBetween(date, addDays(date, 14))[0]).toBe(opens);
    expect(named(name).holidaysKnown(date)).toBe(true);
  });

  test.each([
    ["XLON", "2024-12-24", "2024-12-24T12:35:00.000Z", "Christmas Eve"],
    ["XPAR", "2025-12-31", "2025-12-31T13:10:00.000Z", "New Year's Eve"],
    ["XETR", "2025-12-30", "2025-12-30T13:05:00.000Z", "the last session of the year"],
    ["XFRA", "2025-12-30", "2025-12-30T21:00:00.000Z", "the floor goes on"],
    ["XHKG", "2025-12-24", "2025-12-24T04:10:00.000Z", "Christmas Eve"],
    ["XASX", "2025-12-24", "2025-12-24T03:22:00.000Z", "Christmas Eve"],
    ["XTSE", "2025-12-24", "2025-12-24T18:00:00.000Z", "Christmas Eve"],
    ["XKRX", "2020-12-03", "2020-12-03T07:30:00.000Z", "an hour later on the day of the college entrance test"],
  ])("%s on %s closes at %s: %s", (name, date, close) =>
    expect(new Date(named(name).sessionClose(date)).toISOString()).toBe(close),
  );

  test("are known for the years that are listed", () => {
    const shanghai = named("XSHG");
    const known = ["1994-12-30", "1995-01-03", "2026-12-31", "2027-01-04"].map((date) => shanghai.holidaysKnown(date));
    expect(known).toEqual([false, true, true, false]);
    // The one list that there is of 1997 and 1998 lacks national holidays.
    expect(["1998-12-31", "1999-01-04"].map((date) => named("XBOM").holidaysKnown(date))).toEqual([false, true]);
    for (const name of ["XLON", "XETR", "XPAR", "XAMS", "XSWX", "XMIL", "XSTO", "XTSE", "XHKG", "XASX", "XKRX", "BVMF"])
      expect([named(name).holidaysKnown("1995-01-02"), named(name).holidaysKnown("2027-12-31")]).toEqual([true, true]);
  });
});

test("a market that rests on Friday and Saturday trades on Sunday", () => {
  const riyadh = named("XSAU");
  expect(riyadh.isSession("2025-06-15")).toBe(true);
  expect(riyadh.isSession("2025-06-13")).toBe(false);
  expect(named("XTAE").isSession("2026-01-11")).toBe(false);
});

test("a name that is none gives no calendar", () => {
  for (const name of ["", "xnys", "XNAS", "constructor", "__proto__"]) expect(calendarByName(name)).toBeNull();
});

const dates = fc.integer({ min: 0, max: 365 * 60 }).map((days) => addDays("1990-01-01", days));
const calendars = fc.constantFrom(newYork, coins, tokyo, named("XLON"), named("XASX"), named("XSAU"), named("XNZE"));

property.prop([calendars, dates], { seed: 1 })(
  "the last session is a session, not later, and none lies between",
  (calendar, date) => {
    const last = calendar.lastSessionOnOrBefore(date);
    expect(calendar.isSession(last)).toBe(true);
    expect(calendar.sessionsBetween(last, date)).toEqual([last]);
    const next = calendar.nextSession(date);
    expect(calendar.sessionsBetween(addDays(date, 1), next)).toEqual([next]);
    expect(calendar.sessionClose(last)).toBeLessThan(calendar.sessionClose(next));
  },
);

property.prop([calendars, dates], { seed: 1 })(
  "a day is the day from its first instant to the instant before the next",
  (calendar, date) => {
    const start = calendar.dayStart(date);
    const end = calendar.dayStart(addDays(date, 1));
    expect([start, end - 1].map((at) => calendar.dateAt(at))).toEqual([date, date]);
    expect([start - 1, end].map((at) => calendar.dateAt(at))).toEqual([addDays(date, -1), addDays(date, 1)]);
    expect(calendar.sessionClose(date)).toBeGreaterThan(start);
    expect(calendar.sessionClose(date)).toBeLessThanOrEqual(end);
  },
);

/** With and without changes of the clock, in both halves of the year, odd ones (Casablanca), and abolished ones. */
const zones = [
  "UTC",
  "America/New_York",
  "America/Sao_Paulo",
  "Europe/London",
  "Europe/Istanbul",
  "Africa/Casablanca",
  "Asia/Jerusalem",
  "Asia/Taipei",
  "Australia/Lord_Howe",
];
const times = ["02:30", "16:00"];

describe("instants of a zone's days", () => {
  test.each(zones)("are those of Temporal on days of 1998 to 2030, every second one in the full tier: %s", (zone) => {
    const wrong: string[] = [];
    for (let date = "1998-01-01"; date < "2031-01-01"; date = addDays(date, runs(13, 2))) {
      const plain = Temporal.PlainDate.from(date);
      if (startOfDay(date, zone) !== plain.toZonedDateTime(zone).epochMilliseconds) wrong.push(date);
      for (const time of times) {
        const expected = plain.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
        if (instantAt(date, time, zone) !== expected) wrong.push(`${date} ${time}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("of a skipped hour and of one that comes twice", () => {
    expect(new Date(instantAt("2024-03-10", "02:30", "America/New_York")).toISOString()).toBe(
      "2024-03-10T07:30:00.000Z",
    );
    expect(new Date(instantAt("2024-11-03", "01:30", "America/New_York")).toISOString()).toBe(
      "2024-11-03T05:30:00.000Z",
    );
  });

  test.each([
    ["a day that was skipped", "2011-12-30", "Pacific/Apia"],
    ["a midnight within a skipped hour", "1919-03-31", "America/Toronto"],
    ["midnight itself skipped", "2018-11-04", "America/Sao_Paulo"],
    ["a midnight that came twice", "2018-02-18", "America/Sao_Paulo"],
    ["a clock that was off by seconds", "1900-01-01", "Africa/Monrovia"],
  ])("start %s", (_, date, zone) => {
    expect(startOfDay(date, zone)).toBe(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds);
  });
});
