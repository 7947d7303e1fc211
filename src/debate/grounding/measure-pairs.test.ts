import { expect, test } from "vitest";
import { measure } from "#tests/support/llm-brief.ts";
import { prepareEvidence } from "./evidence-index.ts";
import { pairingIn } from "./measure-pairs.ts";

const index = prepareEvidence([
  measure("M1", "sma_20", "Mean close of 20 sessions", 210, "USD"),
  measure("M2", "sma_200", "Mean close of 200 sessions", 190, "USD"),
  measure("M3", "rsi_14", "RSI, 14 sessions", 47, "points"),
  measure("M4", "mfi_14", "Money flow index, 14 sessions", 62, "points"),
  measure("N1", "news_tone_7d", "Tone of news items by lexicon, 7 days", 3, "points"),
  measure("N2", "news_tone_30d", "Tone of news items by lexicon, 30 days", 5, "points"),
]);
const pair = (clause: string, ...ids: string[]) => {
  const found = pairingIn(clause, index, new Set(ids));
  return found === null ? null : [...found.items.map(({ id }) => id), found.more ? "more" : "less"].join(" ");
};

test.each([
  ["the 20-session mean is above the 200-session mean", ["M1", "M2"], "M1 M2 more"],
  ["the 20-session mean trails the 200-session mean", ["M1", "M2"], "M1 M2 less"],
  ["RSI lags the money flow index", ["M3", "M4"], "M3 M4 less"],
  ["tone has soured in the last week compared with the last 30 days", ["N1", "N2"], "N1 N2 less"],
  // With one cited alone the names decide.
  ["the 20-session mean is above the 200-session mean", ["M1"], "M1 M2 more"],
  // Units apart, a side that names neither: nothing to compare.
  ["RSI is above the 20-session mean", ["M1", "M3"], null],
  ["the trend is above expectations", ["M1", "M2"], null],
])("«%s» citing %j", (clause, ids, expected) => {
  expect(pair(clause, ...ids)).toBe(expected);
});
