import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { addDays } from "#src/core/clock.ts";
import { runs } from "#tests/support/runs.ts";
import { instantAt, startOfDay } from "./zone-offsets.ts";

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
