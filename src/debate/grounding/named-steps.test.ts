import { testTwins, type Families } from "#tests/support/twins.ts";

/* Results of a step that the words name in full, and ids that stand ahead of all they are cited for: `{true|false}`. */

const families: Families = [
  [
    "the difference of two",
    [
      "The 20-session and the 50-session mean are {$10.76|$21.95} apart.",
      "The two volatilities, 21 and 63 sessions, differ by {21.14|8.09} percentage points.",
      "The MACD line and the MACD signal line differ by {0.80|1.60}.",
      "The stop and the target are {22|15} dollars apart.",
    ],
  ],
  [
    "the middle of two",
    [
      "Midway between the last close and the 50-session mean lies {$218.13|$224.39}.",
      "The midpoint of the upper Bollinger band and the lower Bollinger band is {225.85|227.90}.",
    ],
  ],
  ["band width against the mean", ["The width of the bands divided by the 20-session mean is {3.0|5.9} %."]],
  [
    "closes of the list",
    [
      "The highest and the lowest of the listed closes are {$4.26|$3.95} apart.",
      "From the first to the last of the 6 closes, the price changed by {$3.95|$4.26}.",
    ],
  ],
  [
    "so much above or below",
    [
      "Ten percent above the last close would be {$244.06|$236.00}.",
      "5 % under the 200-session mean would be {$193.04|$213.36}.",
      "Two average true ranges make {$6.68|$3.34}.",
    ],
  ],
  [
    "percent as a fraction, a multiple turned over",
    [
      "The return over 63 sessions [M19], written as a decimal fraction: {0.0634|6.34}.",
      "As a plain fraction, the 21-session volatility is {0.124|12.4}.",
      "The inverse of the P/E is {3.9|6.1} %.",
    ],
  ],
  ["per mille", ["The stock lost {17.5|1.75}‰ over 5 sessions.", "The return over 63 sessions is {63.4|6.34} ‰."]],
  [
    "ids ahead of what they are cited for",
    [
      "Both [M7] and [M3] count: the RSI is {49|45.97}, the 50-session mean $214.39.",
      "Do not pass over [M14]; it gives a money flow index of {45.97|49}.",
    ],
  ],
];

testTwins(families);
