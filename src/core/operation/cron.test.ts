import { describe, expect, test } from "vitest";
import { toIso } from "../clock.ts";
import { cronFault, firesAfter, firesBefore } from "./cron.ts";

const at = (text: string): number => Date.parse(text);

describe("cronFault", () => {
  test.each(["0 18 * * 1-5", "*/15 9-17 * * *", "30 6 1 * *"])("%s can be used", (cron) => {
    expect(cronFault(cron, "Europe/Berlin")).toBeNull();
  });

  test.each([
    ["* * * * * *", "UTC", /five fields/],
    ["61 * * * *", "UTC", /cron expression is invalid/],
    ["0 18 * * *", "Mars/Base", /unknown time zone/],
  ])("%s in %s cannot", (cron, zone, reason) => {
    expect(cronFault(cron, zone)).toMatch(reason);
  });
});

describe("firesBefore", () => {
  test("follows the zone over the change of the clocks", () => {
    const fires = firesBefore("0 18 * * *", "Europe/Berlin", at("2025-03-31T20:00:00Z"), at("2025-03-28T20:00:00Z"), 9);
    expect(fires.map(toIso)).toEqual([
      "2025-03-31T16:00:00.000Z",
      "2025-03-30T16:00:00.000Z",
      "2025-03-29T17:00:00.000Z",
    ]);
  });

  test("counts a fire of this very moment, and none of the moment it was looked at last", () => {
    const now = at("2025-06-02T18:00:00Z");
    expect(firesBefore("0 18 * * *", "UTC", now, now - 1, 9)).toEqual([now]);
    expect(firesBefore("0 18 * * *", "UTC", now - 1, now - 86_400_000, 9)).toEqual([]);
  });

  test("gives no more than it is asked for, the newest", () => {
    expect(firesBefore("* * * * *", "UTC", at("2025-06-02T18:00:30Z"), 0, 2).map(toIso)).toEqual([
      "2025-06-02T18:00:00.000Z",
      "2025-06-02T17:59:00.000Z",
    ]);
  });
});

test("firesAfter follows the zone over the change of the clocks", () => {
  expect(firesAfter("0 18 * * *", "Europe/Berlin", at("2025-03-29T17:00:00Z"), 2).map(toIso)).toEqual([
    "2025-03-30T16:00:00.000Z",
    "2025-03-31T16:00:00.000Z",
  ]);
});
