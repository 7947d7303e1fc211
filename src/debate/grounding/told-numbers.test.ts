import { measure } from "#tests/support/llm-brief.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import { prepareEvidence } from "#src/debate/grounding.ts";
import { flagsAgainst, proposed } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";

/*
 * Quotients, ranges, shares, scales and times whose words stand elsewhere than usual: `{true|false}`. The levels are those of
 * sentences-evidence.ts: entry 221, stop 214, target 236, 45 days.
 */

const at = "2025-06-18";
const closes: Evidence = {
  ...measure("M26", "recent_closes", "Closes of the last 6 sessions, split-adjusted", 0, "USD"),
  value: null,
  unit: null,
  text: "2025-06-11 225.82; 2025-06-12 226.05; 2025-06-13 224.29; 2025-06-16 224.09; 2025-06-17 221.79; 2025-06-18 221.87",
  at,
};
const index = prepareEvidence([
  { ...measure("M1", "close", "Last close, as traded", 221.87, "USD"), at },
  measure("M2", "sma_20", "Mean close of 20 sessions", 225.148, "USD"),
  measure("M3", "sma_50", "Mean close of 50 sessions", 214.388, "USD"),
  measure("M7", "rsi_14", "RSI, 14 sessions", 49, "points"),
  measure("M8", "bollinger_upper", "Upper Bollinger band (20, 2)", 229.172, "USD"),
  measure("M9", "bollinger_lower", "Lower Bollinger band (20, 2)", 201.523, "USD"),
  measure("M10", "bollinger_percent_b", "Close within the Bollinger bands", 0.736, "x"),
  measure("M14", "mfi_14", "Money flow index, 14 sessions", 45.97, "points"),
  measure("M15", "volume_ratio_20", "Last volume against the mean of the 20 sessions before", 0.84, "x"),
  measure("M17", "return_5d", "Return over 5 sessions", -1.75, "%"),
  measure("M18", "return_21d", "Return over 21 sessions", 2.31, "%"),
  measure("M19", "return_63d", "Return over 63 sessions", 6.34, "%"),
  measure("M24", "sessions_available", "Sessions of price history in the window", 119, "count"),
  measure("M34", "relative_strength_63", "Return over 63 sessions less that of ^GSPC, percentage points", -4.2, "%"),
  closes,
  measure("N1", "news_count_7d", "News items, 7 days", 6, "count"),
  measure("N3", "news_count_30d", "News items, 30 days", 19, "count"),
  measure("N5", "news_positive_share_7d", "Positive share of news items by lexicon, 7 days", 62.5, "%"),
  measure("F1", "revenue_ttm", "Revenue, trailing twelve months", 169_104_000_000, "USD"),
  measure("F3", "revenue_growth_q", "Revenue growth, last quarter on the same a year before", 3.95, "%"),
  measure("F2", "revenue_growth_yoy", "Revenue growth, trailing year on year", 2.61, "%"),
  measure("F4", "gross_margin_ttm", "Gross margin, trailing twelve months", 39.5, "%"),
  measure("F5", "gross_margin_change_yoy", "Gross margin, change on a year before, percentage points", 1.45, "%"),
  measure("F6", "operating_margin_ttm", "Operating margin, trailing twelve months", 30.76, "%"),
  measure(
    "F7",
    "operating_margin_change_yoy",
    "Operating margin, change on a year before, percentage points",
    0.9,
    "%",
  ),
  measure("F8", "net_margin_ttm", "Net margin, trailing twelve months", 24.3, "%"),
  measure("F14", "capex_ttm", "Capital expenditure, trailing twelve months", 9_995_000_000, "USD"),
  measure("F15", "free_cash_flow_ttm", "Free cash flow, trailing twelve months", 45_413_000_000, "USD"),
  measure("F16", "buybacks_ttm", "Own shares bought back, trailing twelve months", 28_416_000_000, "USD"),
  measure("F20", "cash_and_investments", "Cash and marketable securities", 144_687_000_000, "USD"),
  measure("F21", "total_debt", "Total debt", 31_040_000_000, "USD"),
  measure("F22", "net_debt", "Net debt; negative: net cash", -113_647_000_000, "USD"),
  measure("F24", "debt_to_equity", "Debt to equity", 1.47, "x"),
  measure("F26", "shares_outstanding", "Shares outstanding, split-adjusted", 15_022_073_000, "shares"),
  measure("F35", "latest_period_end_age", "Age of the newest period reported", 88, "days"),
]);

const families: Families = [
  [
    "quotients of two figures",
    [
      "Set against the lower Bollinger band, the upper Bollinger band is {1.14|0.88}x.",
      "Against the number of news items in 7 days, the number of news items in 30 days is {3.17|3.71}x [N3, N1].",
      "Trailing twelve-month revenue equals {16.9|0.059} times trailing capital expenditure.",
      "The holding of cash and marketable securities over total debt makes {4.66|0.21} [F20, F21].",
      "The quotient of the last close and the upper Bollinger band is {0.968|1.033} [M1, M8].",
      "Revenue growth of the last quarter is {less|more} than four times the trailing year-on-year growth of revenue.",
      "The mean close of 20 sessions of Demo Instruments is {1.05|1.15} times the mean close of 50 sessions.",
      "Last volume over its mean of 20 sessions gives {0.84|1.19}x [M15].",
    ],
  ],
  [
    "distances from the entry",
    [
      "The distance to the target is {2.14|1.28} times the distance to the stop, both from the entry.",
      "Measured from the entry, the target is {2.14|2.41} times as far away as the stop.",
      "The way to the stop is {0.47|2.14} times the way to the target.",
    ],
  ],
  [
    "ranges in other words",
    [
      "The money flow index is framed by {45 and 50|55 and 60}.",
      "The return over 63 sessions is bracketed by {6 and 7|8 and 9} %.",
      "Free cash flow over the trailing twelve months stays within {44 and 47|54 and 57} billion dollars.",
    ],
  ],
  [
    "lines that a reading did not come to",
    [
      "The money flow index at {45.97|49.57} lies inside its neutral band of 20 to 80.",
      "The MFI has {not |}fallen to 20.",
      "The RSI has {not|already} climbed to 70, whatever one makes of it.",
    ],
  ],
  [
    "differences",
    [
      "The returns over 21 and over 63 sessions differ by {4.03|8.65} percentage points.",
      "The returns over 63 and over 21 sessions are {4.03|4.3} percentage points apart [M18, M19].",
      "On the way from gross margin to operating margin {8.74|9.74} points are lost.",
      "Over 63 sessions the return {trails|beats} that of ^GSPC by 4.2 percentage points.",
      "Evidence [M34] puts the return over 63 sessions less that of ^GSPC at {-4.2|4.2} percentage points.",
    ],
  ],
  [
    "shares in words",
    [
      "The trailing net margin is roughly one {quarter|third}.",
      "About {a quarter|two thirds} of trailing revenue turns into free cash flow.",
      "About {a third|one half} of trailing revenue is left as operating income.",
      "The gross margin widened by 1.45 {percentage points on a year before|percent of its earlier level}.",
      "On a year before, the operating margin rose by 0.9 {points|percent of its year-before level}.",
    ],
  ],
  [
    "units and scales",
    [
      "Net debt works out at {minus 113.6|minus 116.3} billion dollars.",
      "Net debt, in full, is {−|}$113.65 billion.",
      "The pile of cash and marketable securities runs to USD 144.7 {B|m}.",
      "The number of shares outstanding runs to {15,022|15,202} m shares.",
      "In bp, the move over 63 sessions is {+634|+6.34}.",
      "The positive share of news items over 7 days, put as a fraction of 1, is {0.625|62.5}.",
      "Against one, gross margin over the trailing twelve months amounts to a fraction of {0.395|39.5}.",
      "Over the trailing twelve months the company bought back {own shares for 28.4 billion dollars|28.4 billion own shares}.",
    ],
  ],
  [
    "times and days",
    [
      "We mean to hold for 45 {days|years}, as the plan says.",
      "The proposal runs over {45|21} days.",
      "A {45|14}-day plan for the stock.",
      "Setting sentiment aside, we propose a {45|63}-day holding.",
      "The price history counts {119|45} sessions.",
      "We have {224.29|226.05} dollars as the close of 2025-06-13.",
      "What matters here is the as-traded last close, and it is {$221.87|$225.15}.",
      "Of the last five closes, {two|one} came in above the close before.",
    ],
  ],
];

testTwins(families, undefined, flagsAgainst(index, proposed));
