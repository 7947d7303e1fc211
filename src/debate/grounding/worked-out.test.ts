import { describe, expect, test } from "vitest";
import type { Evidence } from "#src/contract/evidence.ts";
import { measure } from "#tests/support/llm-brief.ts";
import { flagsAgainst } from "#tests/support/sentences-evidence.ts";
import { prepareEvidence } from "../grounding.ts";

const at = "2025-05-30";
const closes: Evidence = {
  ...measure("M9", "recent_closes", "Latest closes", 0, "USD"),
  value: null,
  unit: null,
  text: "2025-05-28 203.50, 2025-05-29 208.18, 2025-05-30 206.00",
  at,
};
const index = prepareEvidence([
  { ...measure("M1", "close", "Last close, as traded", 206, "USD"), at },
  measure("M2", "sma_50", "Mean close of 50 sessions", 180, "USD"),
  measure("M3", "atr_14", "Average true range, 14 sessions", 5.2, "USD"),
  measure("M4", "volatility_21", "Volatility of 21 sessions, annualised", 21.5, "%"),
  measure("M5", "volatility_63", "Volatility of 63 sessions, annualised", 55.2, "%"),
  measure("M6", "return_63d", "Return over 63 sessions", 18.7, "%"),
  measure("M7", "low_252", "Lowest price of 252 sessions", 128.9, "USD"),
  measure("M8", "macd_hist", "MACD histogram", -0.9, "USD"),
  closes,
  measure("N1", "news_count_7d", "News items, 7 days", 12, "count"),
  measure("N3", "news_count_30d", "News items, 30 days", 52, "count"),
  { ...measure("F1", "revenue_ttm", "Revenue, trailing twelve months", 68_508_000_000, "USD"), at: "2025-03-31" },
  measure("F2", "operating_cash_flow_ttm", "Operating cash flow, trailing", 9_120_000_000, "USD"),
  measure("F4", "capex_ttm", "Capital expenditure, trailing", 2_580_000_000, "USD"),
  measure("F3", "free_cash_flow_ttm", "Free cash flow, trailing", 6_540_000_000, "USD"),
]);
const proposed = [
  { label: "trader entry", value: 205 },
  { label: "trader stop", value: 195 },
  { label: "trader target", value: 226 },
];

const isFlagged = flagsAgainst(index, proposed);

describe("what a sentence works out itself", () => {
  test.each([
    "Short-window volatility is 0.39 times the 63-session reading (21.5 / 55.2).",
    "The 21-session volatility is only 0.39 of the 63-session figure.",
    "Last week brought 12 of the month's 52 items, or about 23%.",
    "At 206 it is up $2.50 from the 203.50 of 28 May.",
    "The 50-session mean is $26 away, which is exactly 5 ATRs.",
    "Operating cash flow of 9.12 less capex of 2.58 leaves 6.54 billion.",
    "A 63-session return of 18.7% implies a start near $174.",
  ])("stands: %s", (text) => {
    expect(isFlagged(text)).toBe(false);
  });
  test.each([
    "Short-window volatility is 0.52 times the 63-session reading (21.5 / 55.2).",
    "Last week brought 12 of the month's 52 items, or about 31%.",
    "The 50-session mean is $26 away, which is exactly 7 ATRs.",
    "A 63-session return of 18.7% implies a start near $151.",
  ])("is flagged: %s", (text) => {
    expect(isFlagged(text)).toBe(true);
  });
});

describe("an agent's own number is no evidence", () => {
  test.each([
    "We would sell at the stop of 195.",
    "Our target of 226 lies above the last close.",
    "If it falls to 190 we would rather move the stop to 185.",
  ])("stands: %s", (text) => {
    expect(isFlagged(text)).toBe(false);
  });
  test.each([
    "The stop goes to 195, where the 50-session mean lies.",
    "We enter at 205, which is also where the 252-session low sits.",
    "We buy at 205, where the stock closed on 28 May.",
    "My stop at 180 is the 50-session mean.",
    "Our target is 206.",
    "Our $226 target is below the last close of $206.",
  ])("is flagged: %s", (text) => {
    expect(isFlagged(text)).toBe(true);
  });
});

describe("the value of another measure, window or day", () => {
  test.each([
    "Free cash flow adds up to $6.54 billion.",
    "There were 52 news items in the past 30 days.",
    "Trailing revenue covers the twelve months to 31 March 2025.",
    "The close of 29 May beat that of the 28th.",
    "A negative MACD histogram argues for patience.",
    "It has not yet reclaimed its 252-session low of 128.9? No: it is far above.",
  ])("stands: %s", (text) => {
    expect(isFlagged(text)).toBe(false);
  });
  test.each([
    "Free cash flow adds up to $9.12 billion.",
    "There were 12 news items in the past 30 days.",
    "Trailing revenue covers the twelve months to 31 March 2024.",
    "The close of 30 May beat that of the 29th.",
    "A positive MACD histogram argues for patience.",
  ])("is flagged: %s", (text) => {
    expect(isFlagged(text)).toBe(true);
  });
});
