import { prepareEvidence } from "#src/debate/grounding.ts";
import { measure } from "#tests/support/llm-brief.ts";
import { flagsAgainst, ownTerms } from "#tests/support/sentences-evidence.ts";
import { testPairs, type Pairs } from "#tests/support/twins.ts";

/* Steps over prices and what an agent says of its own trade, each with a twin in which one thing is wrong. */

const evidence = (
  [
    ["close", "Last close, as traded", 71.32, "USD"],
    ["sma_20", "Mean close of 20 sessions", 69.41, "USD"],
    ["sma_50", "Mean close of 50 sessions", 66.05, "USD"],
    ["ema_10", "Exponential mean close, 10 sessions", 70.55, "USD"],
    ["ema_20", "Exponential mean close, 20 sessions", 69.9, "USD"],
    ["bollinger_upper", "Upper Bollinger band (20, 2)", 73.4, "USD"],
    ["bollinger_lower", "Lower Bollinger band (20, 2)", 65.43, "USD"],
    ["high_252", "Highest price of 252 sessions", 78.5, "USD"],
    ["macd", "MACD line (12, 26)", 1.213, "USD"],
    ["macd_hist", "MACD histogram", 0.343, "USD"],
    ["macd_signal", "MACD signal line (9)", 0.87, "USD"],
    ["atr_14", "Average true range, 14 sessions", 1.94, "USD"],
    ["rsi_14", "RSI, 14 sessions", 61.8, "points"],
    ["volatility_21", "Volatility of 21 sessions, annualised", 18.3, "%"],
    ["volatility_63", "Volatility of 63 sessions, annualised", 21.9, "%"],
    ["volume_ratio_20", "Last volume against the mean of the 20 sessions before", 0.58, "x"],
    ["volume_trend_30_90", "Mean volume of 30 days against that of 90", 1.14, "x"],
    ["total_debt", "Total debt", 12_400_000_000, "USD"],
    ["cash_and_investments", "Cash and marketable securities", 9_300_000_000, "USD"],
  ] as const
).map(([key, label, value, unit], at) => measure(`M${at + 1}`, key, label, value, unit));
const index = prepareEvidence(evidence);
const own = { entry: 71, stop: 68, target: 77.5, size: 8, horizon: 30 };

const all: Pairs = {
  "how far a price stands from a line": [
    ["The stop is 4.2% away from the entry.", "The stop is 3.1% away from the entry."],
    [
      "My target at 77.50 stops one dollar short of the year's high of 78.50.",
      "My target is 2.40 dollars under the year's high.",
    ],
    [
      "The close lies 798 basis points above the 50-session mean.",
      "The close lies 798 basis points below the 50-session mean.",
    ],
  ],
  "gaps and corridors": [
    [
      "The gap between the 20- and the 50-session means is $3.36.",
      "The gap between the 20- and the 50-session means is $4.36.",
    ],
    [
      "From stop to target the whole corridor measures $9.50.",
      "From stop to target the whole corridor measures $8.50.",
    ],
    [
      "Subtract the lower band from the upper and you get 7.97.",
      "Subtract the lower band from the upper and you get 6.97.",
    ],
    ["One ATR added to the close gives 73.26.", "Two ATRs below the close gives 68.44."],
    [
      "The target of 77.50 implies a rise of 9.2% from entry.",
      "The target of 77.50 implies a rise of 8.4% from entry.",
    ],
  ],
  "a second name that leaves out what the first one said": [
    ["The upper band is at 73.40, the lower at 65.43.", "The upper band is at 73.40, the lower at 66.05."],
    [
      "The ten-session exponential mean lies at 70.55, the twenty-session one at 69.90.",
      "The ten-session exponential mean lies at 70.55, the twenty-session one at 66.05.",
    ],
    ["MACD 1.213 [M9], signal 0.87 [M11].", "MACD 1.213 [M9], signal 0.87 [M10]."],
    ["18.3% annualised – the 21-session volatility.", "21.9% annualised – the 21-session volatility."],
  ],
  "sources and measures that are not there": [
    ["The RSI stands at 61.8 [M13].", "The RSI stands at 61.8 [M95]."],
    ["The RSI is just over sixty.", "The price-earnings multiple is 77.50."],
  ],
  "equations in full": [["Cash over debt, 9.3/12.4 = 0.75.", "Cash over debt, 9.3/12.4 = 0.58."]],
  volume: [
    [
      "Thirty-day volume has been higher than the 90-day mean.",
      "Thirty-day volume has been lower than the 90-day mean.",
    ],
    [
      "The last volume was well behind the prior 20-session average.",
      "The last volume was well ahead of the prior 20-session average.",
    ],
    [
      "Last volume amounted to more than half of the 20-session mean.",
      "Last volume amounted to less than half of the 20-session mean.",
    ],
  ],
  "what an own trade pays, which way it goes and for how long": [
    ["Make 6.50, risk 3.00, so 2.2R.", "Make 6.50, risk 3.00, so 2.9R."],
    ["Our reward for the risk is better than two to one.", "Our reward for the risk is worse than two to one."],
    [
      "This is a long idea, with 71.00 as the entry and 77.50 as the objective.",
      "This is a short idea, with 71.00 as the entry and 77.50 as the objective.",
    ],
    [
      "From today's close of 71.32 my objective is higher, at 77.50.",
      "From today's close of 71.32 my objective is lower, at 77.50.",
    ],
    ["We plan to hold this for up to thirty days.", "We plan to hold this for up to sixty days."],
    ["The size I ask for is 8 per cent, not 11 per cent.", "The size I ask for is 11 per cent."],
    ["Smaller, at 8%, with the same stop of 68.", "Smaller, at 5%, with the same stop of 67."],
  ],
};

testPairs(all, flagsAgainst(index, ownTerms(own)));
