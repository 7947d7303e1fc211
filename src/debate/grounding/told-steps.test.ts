import { testTwins, type Families } from "#tests/support/twins.ts";

/* Steps between two figures that a sentence names, told by a verb or a preposition: `{true|false}`. */

const families: Families = [
  [
    "shares and multiples",
    [
      "Free cash flow makes up {26.9|36.9}% of sales.",
      "Short-term volatility is {0.37|1.37} times the 63-session figure.",
      "Cash covers total debt {4.7|7.4} times.",
    ],
  ],
  [
    "sums and differences",
    [
      "Net income plus free cash flow amounts to {85.1|58.1} billion dollars.",
      "Subtract the close from the 50-session mean and you get {-7.48|7.48}.",
      "The close less the 50-session mean leaves {7.48|−7.48}.",
      "Net cash is close to {114|141} billion dollars.",
    ],
  ],
  [
    "ways to a line",
    [
      "From the close to the 252-session high there is {17.2|14.7}% of room.",
      "Downside from the close to the 20-session support is {0.5|2.5}%.",
      "The close is {9.2|6.4}% above the 200-session mean.",
    ],
  ],
  [
    "the list of closes",
    [
      "The mean of the latest three closes is {222.58|224.81}.",
      "The last close is {1.1% lower|1.1% higher} than three sessions earlier.",
    ],
  ],
  [
    "growth and reward",
    [
      "One unit put into the stock 252 sessions ago would now be {0.82|1.18} units.",
      "Reward to risk on this trade is {2.1|1.2} to one.",
    ],
  ],
];

testTwins(families);
