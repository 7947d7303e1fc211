import { measure } from "#tests/support/llm-brief.ts";
import { earlierDecision, flagsAgainst, index as plain, proposed } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";
import { prepareEvidence } from "../grounding.ts";

/* What is denied by words far from it, and what is told of single sessions and runs of the list: `{true|false}`. */

const index = prepareEvidence([
  ...plain.items.values(),
  measure("M23", "resistance_20", "Highest high of the previous 20 sessions", 229.1, "USD"),
  measure("M10", "bollinger_percent_b", "Close within the Bollinger bands", -0.1, "x"),
  measure("F7", "operating_margin_ttm", "Operating margin, trailing", 28.3, "%"),
  measure("F8", "operating_margin_change_yoy", "Change of the operating margin in a year", 2.1, "%"),
  measure("F9", "net_margin_ttm", "Net margin, trailing", 23.5, "%"),
  earlierDecision("D1", "2025-03-05, Buy", -3.2, "2025-05-20"),
  earlierDecision("D2", "2025-04-09, Sell", 7.4, "2025-05-20"),
]);

const families: Families = [
  [
    "denied from the head of the sentence",
    [
      "In no way is the close {above|below} the 20-session mean.",
      "By no measure has the price {fallen|risen} over 63 sessions.",
      "The MACD line does not lie {below|above} its signal line.",
      "The close does not rest {below|above} the 50-session mean.",
      "In no sense is the stock {below|above} its 50-session mean.",
      "Under no reading is the close {below|above} the mean close of 200 sessions.",
      "Nothing in the data has the last close {below|above} the 50-session mean.",
      "No figure in the list shows the 50-session mean {above|below} the 20-session mean.",
      "Nowhere in the data is the MACD line {below|above} its signal line.",
      "It is simply not so that the close is {under|over} the 50-session mean.",
      "There is no truth in saying the close is {below|above} the 200-session mean.",
      "No {gain|loss} was made over 5 sessions.",
    ],
  ],
  [
    "what somebody would not call it",
    [
      "I would {not |}call the 14-session money flow index oversold.",
      "We would hesitate to call the {RSI overbought|close lower than the 20-session mean}.",
      "I {do not|} regard the RSI as overbought.",
      "It is too early to call {the RSI oversold|the close lower than the 20-session mean}.",
      "I am {not |}ready to call the money flow index oversold.",
      "There is {nothing|something} oversold about the money flow index.",
      "We are {not |}looking at an oversold RSI.",
      "The RSI {does not lack|lacks} a neutral reading.",
      "The RSI {stays clear of|is in} oversold ground.",
      "{Nothing|Much} on the sheet speaks of an oversold RSI.",
      "Calling the RSI oversold is {wrong|right}.",
      "An oversold condition is {absent from|present in} the RSI reading.",
      "Overbought conditions {are missing from|exist in} the RSI.",
      "The RSI {lacks|gives} an oversold reading.",
      "The RSI {does not signal|signals} oversold conditions.",
      "The RSI is {not what I would call|what I call} oversold.",
    ],
  ],
  [
    "how many of the last sessions",
    [
      "Of the last five sessions, {3|2} closed lower than the one before.",
      "The last 5 sessions include {3|4} with a lower close.",
      "{Two|Three} of the last 5 sessions ended with a gain, and I would not argue with that.",
      "Within the last five sessions, {two|four} ended with a gain.",
      "Of the last three sessions, {one|zero} closed higher than the one before.",
      "Most of the last five sessions ended {lower|higher}.",
      "The last 5 sessions saw the close fall {three|four} times.",
      "Losses came in {three|four} of the last five sessions.",
      "The stock ended lower {three times|twice} in the last five sessions.",
      "There were {three|four} losses in the last five sessions.",
      "The stock strung together {three|four} lower closes.",
      "The last close {snapped|extended} a losing streak.",
    ],
  ],
  [
    "highs and lows of the list",
    [
      "The stock {did not finish|finished} at the low of its last 6 closes.",
      "The stock {did not set|set} a fresh 6-session closing high.",
      "The 6-session peak in closes came on {12|13} June 2025.",
      "The 252-session high was {not |}set at the last close.",
      "The last close marks {no|a} new low against the previous 20 sessions.",
      "The stock {did not break|broke} its 20-session support at the last close.",
      "The stock {has not fallen|fell} to a new low of 252 sessions at the last close.",
    ],
  ],
  [
    "from day to day",
    [
      "Between June 12 and 2025-06-16 the close {fell|rose}.",
      "The stock closed {lower|higher} on 2025-06-17 than the session before, whatever the bear may say.",
      "The stock went from $226.05 on 12 June to $224.29 on 13 June, a {fall|rise}.",
      "13 June was {a down|an up} day, and nobody doubts it.",
      "17 June brought a {loss|gain}.",
      "Set the close of 17 June beside that of 12 June: the {latter|former} is higher.",
      "The stock is {down|up} against the close of 12 June.",
      "We saw a {losing|winning} session on 17 June.",
    ],
  ],
  [
    "one above the other",
    [
      "The trailing net margin comes in {lower|higher} than operating margin.",
      "The mean close of 20 sessions lies {above|below} the close.",
      "Not one of the three means {is named here|lies below the close}.",
      "The {20|200}-session mean is the highest of the three means.",
      "The close is nearer the {lower|upper} Bollinger band.",
      "The {RSI|money flow index} edges out the {money flow index|RSI}.",
    ],
  ],
  [
    "earlier decisions by their day and rating",
    [
      "The 21 sessions after the March 5 {Buy|Hold} brought -3.2%.",
      "The earlier Sell decision was followed by a small {gain|loss}.",
      "The earlier Sell {misfired|paid off}.",
      "Price change over the 21 sessions after the 2025-04-09 {Sell|Overweight}: 7.4%.",
    ],
  ],
];

testTwins(families, undefined, flagsAgainst(index, proposed));
