import { testTwins, type Families } from "#tests/support/twins.ts";

/* Fractions in digits, and which of two figures a share or a multiple has at the bottom: `{true|false}`. */

const families: Families = [
  [
    "fractions in digits",
    [
      "The 252-session low is about {2/3|1/3} of the 252-session high.",
      "The lowest price of 252 sessions makes up roughly {2/3|1/4} of the 252-session high.",
      "The 252-session low stands roughly {1/3|1/5} below the 252-session high.",
      "The 252-session low lies around {⅓|⅕} under the 252-session high.",
      "The stock trades around {1/12|1/4} under its highest close of 252 sessions.",
      "Free cash flow is a little over {1/4|1/2} of revenue over the trailing twelve months.",
      "The trailing gross margin comes to about {2/5|3/5}, which belongs in the debate.",
      "Volatility over 63 sessions is close to {1/3|3/4}.",
      "The stock lost about {1/6|1/3} over 252 sessions.",
      "The current ratio is about {1 ½|2 ½}.",
    ],
  ],
  [
    "the whole behind the share",
    [
      "[M37][M1] The 252-session low makes {76.3|131.1} % of the stock's latest closing price.",
      "(M37, M1) The 252-session low makes {76.3|131.1} percent of the latest closing price.",
      "On this evidence, the 252-session low amounts to {76.3|131.1} % of the latest closing price [M37][M1].",
      "The 252-session low corresponds to {76.3|131.1} % of the closing price.",
      "Apple's low of 252 sessions is equivalent to {76.3|131.1} % of Apple's last close.",
      "The upper Bollinger band represents {103.3|96.8} percent of the last close [M8, M1].",
      "The last close constitutes {96.8|103.3} percent of the upper Bollinger band [M1][M8].",
      "The last close is {1.311|0.763} times Apple's 252-session low [M1, M37].",
      "The 252-session low is {0.763|1.311} times Apple's last close as traded [M37, M1].",
      "[F10][F15] Apple's trailing net income takes up {87.4|114.5} % of Apple's trailing free cash flow.",
    ],
  ],
  [
    "the whole ahead of the share",
    [
      "Of Apple's trailing free cash flow, its trailing net income makes {87.4|114.5} %.",
      "Measured as a percentage of Apple's trailing net income, the trailing free cash flow is {114.5|87.4} % [F10][F15].",
      "The quotient of Apple's trailing net income and Apple's trailing free cash flow is {0.874|1.145} [F10][F15].",
      "Put over the 252-session low, the last close gives {1.311|0.763}.",
      "Per unit of the 252-session low there is {1.311|0.763} of the last close.",
    ],
  ],
];

testTwins(families);
