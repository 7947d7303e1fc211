import { testTwins, type Families } from "#tests/support/twins.ts";

/* Figures, own levels and windows in looser words than those that they are named by: `{true|false}`. */

const families: Families = [
  [
    "steps by what stands behind the number",
    [
      "The bands are 6.65 wide, about {3|5}% of the middle.",
      "The short-run volatility is {0.37|0.73} times the longer one.",
      "We are {8.4|4.8}% below the highest close.",
      "Volatility between {twelve and thirteen|fourteen and fifteen} percent over 21 sessions is low.",
      "A 10% fall in the index would mean about {13.2|23.1}% for the stock.",
    ],
  ],
  [
    "distances of own levels",
    [
      "My stop lies {2.1|3.1} ATRs below the entry.",
      "My stop lies 2.1 ATRs {below|above} the entry.",
      "The stop is {3.2|6.8}% away and the target {6.8|3.2}%.",
      "The risk to the whole portfolio is {0.13|3.2}% if stopped out.",
      "Entering at 221 means paying a little {less|more} than the last close.",
      "Long at 221; out at {214|220.82} if wrong; 236 if right.",
    ],
  ],
  [
    "what a trade pays, takes and needs",
    [
      "Reward to risk is {two to one|one to two}.",
      "I risk {3.2|6.8}% on the trade to make {6.8|3.2}%.",
      "{Forty-five|Sixty} days suffice for this trade.",
      "We intend to be out within {45|20} days.",
      "I put {less|more} than a tenth of the portfolio into this.",
    ],
  ],
  [
    "days and windows",
    [
      "On 17 June the close fell from {224.09|224.29} to 221.79.",
      "Three months or so, 63 sessions, have brought {6.34|3.46}%.",
      "In the {two|six} sessions from 16 to 18 June the price fell.",
      "The stock lost ground over 5 and {252|63} sessions alike.",
      "All returns over 5 and {252|63} sessions are negative.",
    ],
  ],
  [
    "several lines and two windows",
    [
      "The price is above {at least one|all} of its means.",
      "The longer-run volatility is {higher|lower} than the recent one.",
      "The news is {gloomier|kinder} this week than over the month.",
      "The close is far {above, not below,|below, not above,} the 200-session mean.",
      "The move came on {heavier|lighter} volume than usual; it was {over|under} the 20-session mean.",
    ],
  ],
  [
    "about, in hundreds, and what only brings it up",
    [
      "The volatility of 21 sessions is about {12.6|13.1}%.",
      "The mean close of 50 sessions is roughly {$217.4|$220.4}.",
      "The last close comes to about {2.25|2.35} hundred dollars.",
      "The last close comes to {2.22|2.32} hundred dollars.",
      "The price moved by {-1.75|1.95}% over 5 sessions, which is why I bring it up.",
      "The price is {down|up} over 5 sessions, to sum it up.",
    ],
  ],
];

testTwins(families);
