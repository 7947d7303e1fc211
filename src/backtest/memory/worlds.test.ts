import { describe, expect, test } from "vitest";
import { addDays } from "#src/core/clock.ts";
import { movedDates } from "./worlds.ts";

describe("moved dates", () => {
  test.each([
    [
      "AS OF 2025-06-02T20:00:00.000Z, trade date 2025-06-02.",
      "AS OF 2053-06-02T20:00:00.000Z, trade date 2053-06-02.",
    ],
    ["on June 2, 2025, and in Q2 2024.", "on June 2, 2053, and in Q2 2052."],
    ["FY2024 against FY2023", "FY2052 against FY2051"],
    ["2024-2025", "2052-2053"],
    // Numbers that are no years.
    ["$2025, 2025.50 USD, 2,025 and 2025%", "$2025, 2025.50 USD, 2,025 and 2025%"],
    ["2025 USD for 2000 shares", "2025 USD for 2000 shares"],
    ["12025 and 20251", "12025 and 20251"],
  ])("%s", (text, moved) => {
    expect(movedDates.there(text)).toBe(moved);
    expect(movedDates.back(moved)).toBe(text);
  });

  test("move all by the same number of days, weekdays and leap days with them", () => {
    const days = 10_227;
    for (const date of ["1999-12-31", "2024-02-29", "2025-06-02", "2026-11-25"]) {
      expect(movedDates.there(date)).toBe(addDays(date, days));
      expect(days % 7).toBe(0);
    }
  });
});
