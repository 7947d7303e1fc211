import { expect, test } from "vitest";
import { findNumbers } from "./numbers.ts";
import { contradictsWindow, windowsIn, windowsOf } from "./windows.ts";
import { placeInPair } from "./number-pairs.ts";

const named = (text: string) =>
  windowsIn(text).map(({ start, end, names }) => `${text.slice(start, end)}: ${[...names].join(", ")}`);

test.each([
  ["rose over 21 sessions", ["21 sessions: 21 session"]],
  ["over the past month it rose", ["over the past month: 21 session, 30 session, 20 session"]],
  ["a 50-day mean", ["50-day: 50 session"]],
  ["in three months", ["three months: 63 session, 90 session"]],
  ["30 calendar days", ["30 calendar days: 30 session, 21 session"]],
  ["yesterday's fall", ["yesterday: 1 session"]],
  ["over 21 and 63 sessions", ["21 and 63 sessions: 21 session, 63 session"]],
  ["three sessions in a row", []],
  ["a year ago", []],
])("the windows of «%s»", (text, windows) => {
  expect(named(text)).toEqual(windows);
});

test("a word behind it tells whose window it is", () => {
  const of = (text: string) => windowsIn(text).map((window) => window.of);
  expect(of("the 50-session mean, the 20-session high, the 21-session volatility and 5 sessions")).toEqual([
    "mean",
    "extreme",
    "volatility",
    null,
  ]);
});

/** The windows said to be those of each number in a sentence. */
function ofNumbers(text: string): string[] {
  const numbers = findNumbers(text);
  const windows = windowsIn(text);
  const whole = { start: 0, end: text.length };
  return numbers
    .filter(({ offset }) => !windows.some(({ start, end }) => offset >= start && offset < end))
    .map((number) => {
      const own = windowsOf({ number, text, sentence: whole, clause: whole, windows, numbers });
      return `${number.text}: ${own.flatMap(({ names }) => [...names]).join(", ")}`;
    });
}

test.each([
  ["It rose 4.8% over 21 sessions and 9.1% over 63 sessions", ["4.8%: 21 session", "9.1%: 63 session"]],
  ["Over the past week it fell 2.9%", ["2.9%: 5 session, 7 session"]],
  ["It returned 4.8% and 9.1% over 21 and 63 sessions respectively", ["4.8%: 21 session", "9.1%: 63 session"]],
  ["It fell 3%", ["3%: "]],
])("a number has the window beside it: «%s»", (text, expected) => {
  expect(ofNumbers(text)).toEqual(expected);
});

test("which of a pair a number is", () => {
  const text = "RSI and money flow are 38.5 and 56.9 respectively.";
  expect(findNumbers(text).map((number) => placeInPair(text, number))).toEqual([0, 1]);
  expect(findNumbers("38.5 and 56.9.").map((number) => placeInPair("38.5 and 56.9.", number))).toEqual([null, null]);
});

test.each([
  ["over 21 sessions", "Return over 21 sessions", "return_21d", false],
  ["over the past month", "Return over 21 sessions", "return_21d", false],
  ["over five sessions", "Return over 21 sessions", "return_21d", true],
  ["the 50-session mean", "Return over 21 sessions", "return_21d", false],
  ["over five sessions", "RSI, 14 sessions", "rsi_14", false],
  ["", "Return over 21 sessions", "return_21d", false],
])("«%s» beside a value of «%s»", (text, label, key, contradicted) => {
  expect(contradictsWindow(label, key, windowsIn(text))).toBe(contradicted);
});
