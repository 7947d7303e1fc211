import { expect, test } from "vitest";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { decisionDates } from "./decision-dates.ts";

const xnys = calendarByName("XNYS");

test("every fifth session, past a weekend and Independence Day", () => {
  if (xnys === null) throw new Error("no XNYS");
  expect(decisionDates(xnys, "2025-06-28", "2025-07-15", 5)).toEqual(["2025-06-30", "2025-07-08", "2025-07-15"]);
});

test("another end moves no date before it", () => {
  if (xnys === null) throw new Error("no XNYS");
  const long = decisionDates(xnys, "2024-01-02", "2024-12-31", 7);
  expect(decisionDates(xnys, "2024-01-02", "2024-06-28", 7)).toEqual(long.filter((date) => date <= "2024-06-28"));
});
