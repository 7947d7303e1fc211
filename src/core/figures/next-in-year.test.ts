import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { addDays, daysBetween } from "../clock.ts";
import { nextInYear } from "./next-in-year.ts";

const shift = fc.integer({ min: -5, max: 5 });
/** Two to four years of four days, each up to five days early or late. */
const regular = fc
  .array(fc.tuple(shift, shift, shift, shift), { minLength: 2, maxLength: 4 })
  .map((years) =>
    years.flatMap((shifts, year) =>
      [0, 70, 161, 252].map((day, quarter) => addDays("2015-02-12", year * 364 + day + (shifts[quarter] ?? 0))),
    ),
  );
const anyDays = fc
  .array(fc.integer({ min: 0, max: 2000 }), { maxLength: 20 })
  .map((all) => [...new Set(all)].toSorted((a, b) => a - b).map((day) => addDays("2015-01-01", day)));

test("52 weeks after the same quarter's, with the range in which earlier ones came", () => {
  const days = [0, 91, 182, 273, 364, 457, 546, 637].map((day) => addDays("2023-01-31", day));
  expect(nextInYear(days, "2024-11-01")).toEqual({
    date: "2025-01-28",
    earliest: "2025-01-28",
    latest: "2025-01-30",
    from: "2024-01-30",
    weeks: 0,
    shifts: [0, 2, 0, 0],
  });
  const later = [...days.slice(0, 4), ...days.slice(4).map((day) => addDays(day, 7))];
  expect(nextInYear(later, "2024-11-08")).toMatchObject({ date: "2025-02-11", weeks: 1, earliest: "2025-02-11" });
});

test("not with seven, with a quarter left out, with a year's end moved, or once its day has passed", () => {
  const days = [0, 91, 182, 273, 364, 455, 546, 637].map((day) => addDays("2023-01-31", day));
  expect(nextInYear(days.slice(1), "2024-11-01")).toBeNull();
  expect(nextInYear([addDays("2023-01-31", -91), ...days.toSpliced(3, 1)], "2024-11-01")).toBeNull();
  expect(nextInYear([...days.slice(0, 7), addDays("2024-10-29", 25)], "2024-12-01")).toBeNull();
  expect(nextInYear(days, "2025-01-28")?.date).toBe("2025-01-28");
  expect(nextInYear(days, "2025-01-29")).toBeNull();
});

property.prop([fc.oneof(regular, anyDays), fc.integer({ min: 0, max: 2200 })])(
  "later days change nothing, and the day lies in its range, not before today",
  (days, at) => {
    const today = addDays("2015-01-01", at);
    const next = nextInYear(days, today);
    expect(nextInYear([...days.filter((day) => day <= today), addDays(today, 1)], today)).toEqual(next);
    if (next === null) return;
    expect(next.date >= today && next.earliest <= next.date && next.date <= next.latest).toBe(true);
    expect(daysBetween(next.from, next.date) % 7).toBe(0);
  },
);
