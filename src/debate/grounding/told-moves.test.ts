import { testTwins, type Families } from "#tests/support/twins.ts";

/* Statements that join what other readers take one by one: `{true|false}`. */

const families: Families = [
  [
    "closes of the list",
    [
      "Within three sessions the price moved from {224.29|226.05} to 221.87.",
      "Over five sessions the close fell from 225.82 to {221.87|221.79}.",
    ],
  ],
  [
    "windows",
    [
      "The 6.34 % of {63|5} sessions and the return of a week point in opposite directions.",
      "The price is {down|up} over five sessions and over a year.",
      "In absolute terms, the move over 63 sessions is {smaller|larger} than that over 252 sessions.",
      "The share is worth {less|more} than it was 252 sessions ago.",
    ],
  ],
  [
    "pairs",
    [
      "The {lower|upper} band is nearer to the last close.",
      "The MACD line is {positive|negative}, together with its signal line.",
    ],
  ],
  ["what is not agreed to", ["I do not accept that the stock {fell|rose} over 63 sessions; it returned 6.34 %."]],
];

testTwins(families);
