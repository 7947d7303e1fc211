import { expect, test } from "vitest";
import { ground } from "#src/debate/grounding.ts";
import { index, proposed } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";

/* Numbers whose name, unit or side is told before or behind them in less usual ways, and what is denied: `{true|false}`. */

const families: Families = [
  [
    "the name behind its number",
    [
      "At {49|57}, the RSI speaks for itself.",
      "When we look at the return over 63 sessions, we find {6.34|3.34} %.",
      "$22 is the span between {stop and target|entry and target}.",
      "{70|45} percent is the stated confidence of this plan.",
    ],
  ],
  [
    "units told ahead",
    [
      "In basis points, the 5-session return is {-175|-1.75}.",
      "Measured in basis points the return over 63 sessions was {634|6.34}.",
      "As a plain fraction, the gap between the close and its 50-session mean comes to {0.0349|0.349}.",
      "The RSI reads {𝟒𝟗|𝟕𝟒}.",
    ],
  ],
  [
    "an agent's own trade",
    [
      "The loss to the portfolio if the stop is hit works out at {0.13|0.48} percent.",
      "The gain to the portfolio if the target is hit is {0.27|0.13} %.",
      "The part of the portfolio left outside the position is {96|90} %.",
      "Measured against the 50-session mean, the stop is {lower|higher}.",
      "The target is not {below|above} the entry.",
      "Before we size anything, the stop lies {below|above} the lowest low of the previous 20 sessions.",
      "The proposal is {long|short}: the target pays if the price {rises|falls}.",
      "The entry falls short of the {upper Bollinger band|50-session mean}.",
      "The holding horizon has been put at {45|49} days.",
    ],
  ],
  [
    "quotients and multiples",
    [
      "Dividing the 252-session low by the 252-session high gives {0.65|1.54}.",
      "Taken as a ratio, the cash and marketable securities to total debt stands at {4.66|0.21}.",
      "Total debt amounts to {21.5|46.6} % of cash and marketable securities.",
      "We get {1.31|0.76} for the close divided by the 252-session low.",
      "For each unit of total debt there is {4.66|0.21} of cash and marketable securities.",
      "As a ratio to the 252-session high, the 252-session low is {0.65|1.54}.",
      "Measured from the entry, the target is {6.8|3.2} % away.",
      "Twice the average true range is {$6.68|$3.34}.",
    ],
  ],
  [
    "more or less than a part",
    [
      "The 21-session volatility is less than {half|a third of} the 63-session volatility.",
      "The stock fell by more than {a tenth|a fifth} over the last 252 sessions.",
      "The number of news items fell by {more|less} than a third on the period before.",
      "The return over 63 sessions was no more than {7|5} %.",
    ],
  ],
  [
    "what is denied",
    [
      "We do not see the MACD line {below|above} its signal line.",
      "The close is anything but {below|above} the 50-session mean.",
      "The gross margin has not gone {up|down} year on year.",
      "By no means did the stock {rise|fall} in the past 252 sessions.",
      "The close has not held above the {20-session mean|50-session mean}.",
    ],
  ],
  [
    "highs and lows of the list",
    [
      "In the last 6 sessions it never closed lower than on {2025-06-17|2025-06-13}.",
      "In none of the last 6 sessions did the stock close higher than on {2025-06-12|2025-06-18}.",
      "{17|12} June 2025 marks the low point of the last 6 closes.",
      "The stock closed at a 2-session {high|low}.",
      "The last close {is not|is} the lowest price of 252 sessions.",
      "The last close {does not mark|marks} a new high for 252 sessions.",
      "The stock {has not closed|closed} below the lowest price of 252 sessions.",
      "The stock closed {lower|higher} on 13 June 2025 than on the session before.",
      "On 13 June 2025 the stock {fell|rose} against the close of 12 June 2025.",
      "The closing price stood at $225.82 on {11|12} June 2025.",
      "Our list of closes shows {224.29|226.05} for 2025-06-13.",
    ],
  ],
  [
    "units and ranges",
    [
      "The 63-session return is reported at 6.34{ %| days}.",
      "The RSI of 49{| shares} is what counts.",
      "The average true range is 3.34{ dollars| sessions}.",
      "The RSI lies between {45 and 50|50 and 55}.",
      "The upper Bollinger band is 2.2917 × 10^{2|3} dollars.",
      "At {less|more} than 1.3 times, the volume ratio to the 20 sessions before is the figure to watch.",
    ],
  ],
  [
    "counts of moves",
    [
      "{Two|Four} of the 5 moves between the last 6 closes were gains.",
      "The stock closed lower in {3|2} of the last 5 sessions.",
      "In the list of the last 6 closes, {2|4} are higher than the close before.",
      "A {1|3}-session run of higher closes ends the window.",
      "The price was {not |}cut in half over 63 sessions.",
      "The last session closed {higher|lower}.",
      "The session of 2025-06-13 was {a down|an up} day.",
      "The session of 2025-06-17 was {a down|an up} day, and I will leave it at that.",
    ],
  ],
  [
    "how far from the high",
    [
      "The price is still {more|less} than half of the highest close of 252 sessions.",
      "The stock is down {less|more} than a tenth from its highest close of 252 sessions.",
    ],
  ],
  [
    "two side by side",
    [
      "Set side by side, the 63-session volatility is the {higher|lower} figure and the 21-session volatility the {lower|higher}.",
      "Set side by side, the RSI is {higher|lower} and the money flow index is {lower|higher}.",
      "The 21-session volatility is the {lower|higher} figure next to the 63-session volatility.",
      "Of the two, the RSI is the {higher|lower} figure and the money flow index the other.",
      "I call it {neutral|oversold} on the money flow index.",
      "It is the RSI that is {higher|lower}, not the money flow index.",
      "Judged by the RSI, the market in it is {neutral|overbought}.",
    ],
  ],
];

testTwins(families);

test("digits that take two places in a string are told as they were printed", () => {
  const text = "The RSI reads 𝟒𝟗, and the last close is 221.87.";
  const { numbers } = ground({ text, points: [], computations: [], index, proposed });
  expect(
    numbers.map(({ offset, text: printed, value }) => [text.slice(offset, offset + printed.length), value]),
  ).toEqual([
    ["𝟒𝟗", 49],
    ["221.87", 221.87],
  ]);
});
