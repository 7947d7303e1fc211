import { prepareEvidence } from "#src/debate/grounding.ts";
import { measure } from "#tests/support/llm-brief.ts";
import { flagsAgainst, ownTerms } from "#tests/support/sentences-evidence.ts";
import { testPairs, type Pairs } from "#tests/support/twins.ts";

/* Bounds on what an agent set itself, what its trade costs and earns, and lines that were not reached, with wrong twins. */

const evidence = [
  measure("M1", "close", "Last close, as traded", 608.44, "USD"),
  measure("M2", "sma_20", "Mean close of 20 sessions", 586.801, "USD"),
  measure("M3", "bollinger_upper", "Upper Bollinger band (20, 2)", 637.234, "USD"),
  measure("M4", "mfi_14", "Money flow index, 14 sessions", 49.37, "points"),
  measure("M5", "atr_14_pct", "Average true range against the close", 2.71, "%"),
  measure("M6", "return_63d", "Return over 63 sessions", -8.39, "%"),
  measure("M7", "return_252d", "Return over 252 sessions", 8.51, "%"),
  measure(
    "M8",
    "relative_strength_252",
    "Return over 252 sessions less that of ^GSPC (a price index, without dividends), percentage points",
    -21.64,
    "%",
  ),
  measure("F1", "gross_margin_ttm", "Gross margin, trailing twelve months", 57.14, "%"),
  measure("F2", "net_margin_ttm", "Net margin, trailing twelve months", 18.64, "%"),
  measure(
    "D1",
    "decision_return_21",
    "Earlier decision of 2025-04-23, Underweight by rules: price change over the 21 sessions after it",
    13.49,
    "%",
  ),
];
const index = prepareEvidence(evidence);
const own = { entry: 606.32, stop: 565.7, target: 673.8, size_pct: 11.9, horizon_days: 15, confidence: 0.66 };

const all: Pairs = {
  "a bound on an own term": [
    ["The position is nowhere near 50% of the portfolio.", "The position is nowhere near 12% of the portfolio."],
    ["Confidence is not close to 90%.", "Confidence is not close to 70%."],
    ["The position size is less than 15% of the portfolio.", "The position size is less than 10% of the portfolio."],
    [
      "As for size, the proposal takes less than 25% of the book.",
      "As for size, the proposal takes over 25% of the book.",
    ],
    [
      "At 11.9%, the position size is below 15% of the portfolio.",
      "At 11.9%, the position size is below 10% of the portfolio.",
    ],
    ["The allocation does not exceed 15% of the fund.", "The allocation does not exceed 10% of the fund."],
    ["Our size is smaller than 20%.", "Our size is larger than 20%."],
    ["The size lies between 10% and 15% of the portfolio.", "The size lies between 15% and 20% of the portfolio."],
    ["Our confidence stays below 75%.", "Our stated confidence is above 70%."],
    ["Our holding period is shorter than 30 days.", "The horizon is longer than 30 days."],
    ["Our target is above $650.", "Our target is above $690."],
    ["The entry sits between $600 and $610.", "The entry sits between $610 and $620."],
    ["The bull wants more than 20% of the portfolio here.", "We commit over 12% of the portfolio."],
    ["The stop is more than 5% below the entry.", "The stop is more than 8% below the entry."],
    ["Reward to risk is better than 1.5.", "Reward to risk is better than 2."],
  ],
  "what the way to a level costs or earns": [
    [
      "A stop-out from the entry would cost 6.7% on the position.",
      "A stop-out from the entry would cost 9.7% on the position.",
    ],
    ["Being stopped out costs 6.7% of the position.", "Being stopped out costs 4.7% of the position."],
    [
      "Should the stop trigger, the damage is 6.7% of the stake.",
      "Should the stop trigger, the damage is 7.7% of the stake.",
    ],
    ["At the target the position makes 11.1%.", "At the target the position makes 9.1%."],
    ["Being wrong costs us 0.80% of the portfolio.", "Being wrong costs us 1.80% of the portfolio."],
    ["Between stop and target there are $108.10.", "Between stop and target there are $118.10."],
  ],
  "a line that was not reached, a move that was not made": [
    ["The 20-session mean has not reached $600.", "The 20-session mean has not reached $500."],
    ["The upper Bollinger band has yet to climb to $700.", "The upper Bollinger band never got to $600."],
    ["The upper Bollinger band has not fallen to $600.", "The upper Bollinger band has not fallen to $650."],
    [
      "Over 63 sessions the stock did not lose two thirds of its value.",
      "Over 63 sessions the stock did not lose a twentieth of its value.",
    ],
    ["Over 252 sessions, the stock has not risen by 10%.", "Over 252 sessions, the stock has not risen by 5%."],
  ],
  "a bound beside a value, a line that is near or far": [
    ["Our confidence, 0.66, is short of three quarters.", "Our confidence, 0.66, is short of three fifths."],
    ["Our target is below $700.", "Our target is below $650."],
    ["Our entry is within 1% of the last close.", "Our target is within 2.71% of the last close."],
    ["The 252-session return is nowhere near 30%.", "The 252-session return is nowhere near 8%."],
    ["The money flow index has stayed shy of 50.", "The money flow index has stayed shy of 20."],
    ["The 20-session mean has crossed $580.", "The 20-session mean has crossed $590."],
    ["The 20-session mean has never been as high as $600.", "The 20-session mean has never been as high as $580."],
    ["We aim for 11.1% from the entry.", "We aim for 14.1% from the entry."],
    ["The risk is 60% of the reward.", "The risk is 40% of the reward."],
  ],
  "names, units and sources": [
    [
      "It is not true that the gross margin, trailing twelve months, is 75.14%.",
      "It is not true that the 252-session return is 8.51%.",
    ],
    [
      "Twenty-one sessions after the Underweight of 23 April 2025 the price was 13.49% higher.",
      "Five sessions after the Underweight of 23 April 2025 the price was 13.49% higher.",
    ],
    ["The latest close lands between $587 and $615.", "The latest close lands between $615 and $637."],
    ["The gross margin is anywhere from 55% to 60%.", "The gross margin is anywhere from 8.5% to 19%."],
    ["The average true range against the close is 2.71pc.", "The average true range against the close is 3.35pc."],
    ["We start from $637.23 for the upper Bollinger band.", "We start from $627.23 for the upper Bollinger band."],
    [
      "The 252-session return is 2164 basis points behind that of ^GSPC.",
      "The 252-session return is 2164 basis points ahead of that of ^GSPC.",
    ],
    ["According to [M1], the closing price is $608.44.", "According to [M2], the closing price is $608.44."],
    [
      "Price change over the 21 sessions after the 2025-04-23 Underweight: 13.49%.",
      "Price change over the 21 sessions after the 2025-04-23 Sell: 13.49%.",
    ],
  ],
};

testPairs(all, flagsAgainst(index, ownTerms(own)));
