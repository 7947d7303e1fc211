import { expect, test } from "vitest";
import { figure } from "#tests/support/llm-brief.ts";
import { askedFor } from "./asked-for.ts";
import { findNumbers } from "./numbers.ts";
import { exactly } from "./support.ts";

const items = {
  close: { ...figure("M1", "Last close, as traded", 206, "USD"), key: "close" },
  range: { ...figure("M2", "Average true range, 14 sessions", 6, "USD"), key: "atr_14" },
  low: { ...figure("M3", "Lowest low of the previous 20 sessions", 194, "USD"), key: "support_20" },
  high: { ...figure("M4", "Highest high of the previous 20 sessions", 214, "USD"), key: "resistance_20" },
  rsi: { ...figure("M5", "RSI, 14 sessions", 47.5, "points"), key: "rsi_14" },
  flow: { ...figure("M6", "Money flow index, 14 sessions", 39.5, "points"), key: "mfi_14" },
  change: { ...figure("M7", "Return over 21 sessions", 3, "%"), key: "return_21d" },
};

/** What the last number of a text is computed from, when the cited figures and the words beside it give it. */
function asked(text: string, cited: readonly (keyof typeof items)[]): string | null {
  const numbers = findNumbers(text);
  const number = numbers.at(-1);
  if (number === undefined) throw new Error(`no number in ${text}`);
  const said = numbers.slice(0, -1).toReversed();
  const whole = { start: 0, end: text.length };
  const found = askedFor(
    { number, text, sentence: whole, qualifier: exactly, said },
    cited.map((name) => items[name]),
  );
  return found?.expression ?? null;
}

test.each<[text: string, cited: (keyof typeof items)[], expression: string | null]>([
  ["RSI leads money flow by 8 points", ["rsi", "flow"], "M5 - M6"],
  ["RSI leads money flow by 9 points", ["rsi", "flow"], null],
  ["It stands 2 average true ranges above its low", ["close", "low", "range"], "(M1 - M3) / M2"],
  ["It stands 60% of the way up its range", ["close", "low", "high"], "(M1 - M3) / (M4 - M3)"],
  ["It stands 50% of the way up its range", ["close", "low", "high"], null],
  ["which implies that it started at $200", ["close", "change"], "M1 / (1 + M7 / 100)"],
  // The same number, but no word asks for the computation.
  ["It was worth $200", ["close", "change"], null],
])("«%s»", (text, cited, expression) => {
  expect(asked(text, cited)).toBe(expression);
});
