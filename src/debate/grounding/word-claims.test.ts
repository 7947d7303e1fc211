import { expect, test } from "vitest";
import { figure, measure } from "#tests/support/llm-brief.ts";
import { ground, prepareEvidence } from "../grounding.ts";

const closes =
  "2025-05-12 100; 2025-05-13 103; 2025-05-14 104; 2025-05-15 102; 2025-05-16 99; 2025-05-19 98; 2025-05-20 101";
const index = prepareEvidence([
  { ...measure("M1", "close", "Last close, as traded", 101, "USD"), at: "2025-05-20" },
  measure("M2", "sma_20", "Mean close of 20 sessions", 99, "USD"),
  measure("M3", "sma_50", "Mean close of 50 sessions", 104, "USD"),
  measure("M4", "ema_10", "Exponential mean close, 10 sessions", 102, "USD"),
  measure("M5", "bollinger_upper", "Upper Bollinger band (20, 2)", 110, "USD"),
  measure("M6", "bollinger_lower", "Lower Bollinger band (20, 2)", 92, "USD"),
  measure("M7", "bollinger_percent_b", "Close within the Bollinger bands", 0.5, "x"),
  measure("M8", "rsi_14", "RSI, 14 sessions", 48, "points"),
  measure("M9", "mfi_14", "Money flow index, 14 sessions", 85, "points"),
  measure("M10", "resistance_20", "Highest high of the previous 20 sessions", 107, "USD"),
  measure("M11", "return_5d", "Return over 5 sessions", -2, "%"),
  measure("M12", "return_21d", "Return over 21 sessions", 6, "%"),
  measure("M13", "macd_hist", "MACD histogram", 0.4, "USD"),
  {
    ...figure("M14", "Closes of the last 7 sessions, split-adjusted", 0, ""),
    key: "recent_closes",
    value: null,
    unit: null,
    text: closes,
  },
  measure("F1", "total_debt", "Total debt", 40e9, "USD"),
  measure("F2", "cash_and_investments", "Cash and marketable securities", 60e9, "USD"),
  measure(
    "F3",
    "operating_margin_change_yoy",
    "Operating margin, change on a year before, percentage points",
    0.6,
    "%",
  ),
  measure("F4", "days_since_last_filing", "Days since the last filing (10-Q of 2025-05-02)", 18, "days"),
  measure("F5", "revenue_growth_yoy", "Revenue growth, trailing year on year", 5, "%"),
  measure("F6", "revenue_growth_q", "Revenue growth, last quarter on the same a year before", 7, "%"),
]);

/** `right`, `wrong`, or `silent` where nothing is read. */
function judged(text: string): string {
  const { words, unsupported, numbers } = ground({ text, points: [], computations: [], index, proposed: [] });
  if (unsupported > 0 || words.some(({ verdict }) => verdict === "contradicted")) return "wrong";
  return words.length + numbers.length === 0 ? "silent" : "right";
}

test.each([
  // Of the price.
  ["Shares trade north of the 10-day exponential average", "wrong"],
  ["Shares trade south of the 10-day exponential average", "right"],
  ["It has pushed on and broken above the upper Bollinger band", "wrong"],
  ["It did not close above its upper band", "right"],
  ["The stop sits below the lower band", "silent"],
  ["The stock is at a discount to its 50-session mean", "right"],
  ["If it closes above the 20-day high, we add", "silent"],
  // Of one measure and another, cited or not.
  ["The 20-session mean stands above the 50-session mean", "wrong"],
  ["Debt is smaller than cash and investments", "right"],
  ["The company has more debt than cash and marketable securities [F1, F2]", "wrong"],
  ["It does not carry more debt than cash and investments [F1][F2]", "right"],
  ["The 21-session return is weaker than the five-session return", "wrong"],
  ["Neither the five-session nor the 21-session return is positive", "wrong"],
  ["Growth of sales in the last quarter: revenue growth was slower than the trailing one [F5][F6]", "wrong"],
  // Of oscillators.
  ["RSI is above 50", "wrong"],
  ["RSI is not above 50", "right"],
  ["Money flow reads overbought", "right"],
  ["RSI is in neutral territory", "right"],
  ["Price is hugging the upper Bollinger band", "wrong"],
  ["The histogram has turned negative", "wrong"],
  // Of the latest closes.
  ["14 May was the highest of the last twelve closes", "right"],
  ["13 May was the highest of the last twelve closes", "wrong"],
  ["The last close is the lowest in twelve sessions", "wrong"],
  ["Three straight lower closes shook out the late buyers [M14]", "right"],
  ["Five straight lower closes shook out the late buyers [M14]", "wrong"],
  ["The largest one-day gain came on 13 May [M14]", "wrong"],
  ["The largest one-day gain came on 20 May [M14]", "right"],
  ["None of the last twelve closes was below 97", "right"],
  ["All of the last twelve closes were above 100", "wrong"],
  // Of changes, with a "before" that supposes nothing.
  ["Operating margin did not improve on a year before", "wrong"],
])("«%s» is %s", (text, expected) => {
  expect(judged(text)).toBe(expected);
});

test.each([
  ["18 days have passed since the last filing [F4]", "right"],
  ["18 weeks have passed since the last filing [F4]", "wrong"],
  // The form's own number, and the window of some other measure.
  ["Ten days have passed since the last filing [F4]", "wrong"],
  ["On 19 May 2025 it closed at $101 [M1]", "wrong"],
  ["On 20 May 2025 it closed at $101 [M1]", "right"],
  ["On a trailing basis revenue grew 7 % [F6]", "wrong"],
  ["In the latest quarter revenue grew 7 % [F6]", "right"],
  ["Debt of about $40 billion [F1]", "right"],
  ["Debt of about $41 billion [F1]", "wrong"],
  ["Cash and investments are 1.5 times total debt", "right"],
  ["60 against 40 billion of debt [F1, F2]", "right"],
  ["The price has not doubled [M12]", "silent"],
  ["The price is 3 dollars below the 50-session mean", "right"],
  ["The price is 5 dollars below the 50-session mean", "wrong"],
  ["RSI is 18 points above the 30 line", "right"],
  ["The bands are $18 apart", "right"],
  ["The bands are $17 apart", "wrong"],
  ["It lost $3 on 16 May", "right"],
  ["It lost $3.50 on 16 May", "wrong"],
  ["It made $1 from 12 May to 20 May", "right"],
  ["It made $6 from 12 May to 20 May", "wrong"],
  ["If it breaks above 133, I would add", "right"],
  ["The next stop could be 95", "right"],
  // A condition in a sentence makes no fact of its own out of another number.
  ["Debt, which should be obvious, rose to $500 billion", "wrong"],
  ["The shares would fly, its P/E is at 321", "wrong"],
  ["Once upon a time the operating margin was at 55 %", "wrong"],
  ["If anything, debt is at $500 billion", "wrong"],
  ["If it breaks above 133 [M10], I would add", "wrong"],
  ["It could be that debt is near $300 billion [F1]", "wrong"],
  // Lines that no reader holds against the evidence rest on nothing.
  ["RSI of more than 70 is behind the rally", "wrong"],
  ["No close since 1 January was below 500", "wrong"],
  ["The iPhone sold 230 million units", "wrong"],
  ["The iPhone 230 million milestone", "wrong"],
  ["It broke above 133", "wrong"],
  ["RSI stands at forty-eight", "right"],
  ["RSI stands at fifty-eight", "wrong"],
  ["Debt of just under $41 billion [F1]", "right"],
  ["Debt of just under $39 billion [F1]", "wrong"],
  ["It last closed at 101 euros [M1]", "wrong"],
  ["It closed higher in each of the last two sessions [M14]", "wrong"],
  ["Every close since 16 May has held above 97 [M14]", "right"],
])("«%s» is %s", (text, expected) => {
  expect(judged(text)).toBe(expected);
});
