import { expect, test } from "vitest";
import { cronOf, scheduleWords, wordsOf } from "./signals.ts";

const cron = (line: string) => ({ kind: "cron", cron: line, zone: "Europe/Berlin" }) as const;

test("days and a time become a cron line, and are found in it again", () => {
  for (const [days, time, line] of [
    ["weekdays", "07:00", "0 7 * * 1-5"],
    ["daily", "18:30", "30 18 * * *"],
    ["1", "00:05", "5 0 * * 1"],
    ["0", "23:59", "59 23 * * 0"],
  ] as const) {
    expect(cronOf({ days, time })).toBe(line);
    expect(wordsOf(cron(line))).toEqual({ kind: "days", days, time, zone: "Europe/Berlin" });
  }
});

test("what words do not cover stays a cron line", () => {
  for (const line of ["*/5 * * * *", "0 7 1 * *", "0 7 * * 1,3", "75 7 * * 1"])
    expect(wordsOf(cron(line))).toEqual(cron(line));
  expect(scheduleWords(cron("0 7 1 * *"))).toBeNull();
});

test("a schedule is told in words", () => {
  expect(scheduleWords({ kind: "close" })).toBe("After each close");
  expect(scheduleWords(cron("0 7 * * 1"))).toBe("Mondays at 07:00");
  expect(scheduleWords(cron("0 7 * * 7"))).toBe("Sundays at 07:00");
  expect(scheduleWords(cron("0 7 * * 1-5"))).toBe("Monday to Friday at 07:00");
});
