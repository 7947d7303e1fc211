import { expect, test } from "vitest";
import { dayOf, daysIn } from "./dates.ts";
import { findNumbers } from "./numbers.ts";

test.each([
  ["on 2025-05-23", ["2025-05-23"]],
  ["on 23 May 2025 and on the 5th of June", ["2025-05-23", "06-05"]],
  ["on May 23rd, 2025, then Sept. 4", ["2025-05-23", "09-04"]],
  ["by 12 marchers and 3 maybes", []],
  ["it may rise 3 %", []],
  ["in May 2025", []],
])("the days of «%s»", (text, days) => {
  expect(daysIn(text).map(({ day }) => day)).toEqual(days);
});

const dayOfFirst = (text: string): string | undefined => {
  const [number] = findNumbers(text);
  if (number === undefined) throw new Error(`no number in ${text}`);
  return dayOf(number, text, daysIn(text))?.day;
};

test.each([
  ["closed at $343.39 on 23 May 2025 after 22 May", "2025-05-23"],
  ["On 22 May 2025 it closed at $343.39.", "2025-05-22"],
  ["It closed at $343.39.", undefined],
])("the day of the price in «%s»", (text, day) => {
  expect(dayOfFirst(text)).toBe(day);
});
