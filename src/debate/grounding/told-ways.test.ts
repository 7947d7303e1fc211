import { testTwins, type Families } from "#tests/support/twins.ts";

/* Directions and comparisons in words further from their subject, and the denials of these: `{true|false}`. */

const families: Families = [
  [
    "denied at a distance",
    [
      "It cannot be said that the last close lies {below|above} the 50-session mean.",
      "It cannot be said that the last close lies {below|above} the 50-session mean, and that matters for the plan.",
      "It can't fairly be claimed that, over the last 252 sessions, the stock {rose|fell}.",
      "It is not the case that the RSI is {below|above} the money flow index.",
      "Nobody could maintain that the close stands {under|over} the 200-session mean.",
      "It cannot be denied that the last close lies {above|below} the 50-session mean.",
      "In the past {252|63} sessions, the stock was unable to rise.",
      "Over the last {252|63} sessions the stock proved unable to gain.",
      "The stock did not manage to climb over the last {252|63} sessions.",
      "It would be untrue that the close is {below|above} its 50-session mean.",
    ],
  ],
  [
    "counts of sessions",
    [
      "In {two|three} of the last 5 sessions the stock ended higher than the day before.",
      "Out of the last five sessions, {3|2} closed lower than the session before.",
      "Of the last five sessions, {three|four} were down days.",
      "The stock fell on {3|2} of the last five sessions.",
      "The stock fell on {three|four} of the last five sessions, and nobody here disputes it.",
      "The price rose in {2|5} of the last 5 sessions.",
      "{Three|One} of the last five sessions ended lower.",
      "The stock closed down in {three|five} of the latest 4 sessions.",
      "On {two|three} of the past five trading days the shares gained.",
      "Of the last five sessions, two closed higher and {3|2} lower.",
      "The last 6 closes hold {2|3} steps up and {3|2} steps down.",
      "The stock ended lower in at least {two|four} of the last five sessions.",
      "The closes show {one|3} straight {gain|gains} into the last session.",
    ],
  ],
  [
    "an agent's own levels and ways",
    [
      "The proposed target is {above|below} the proposed entry.",
      "Our planned stop is {below|above} the suggested entry price.",
      "The target of the plan is {above|below} the 50-session mean.",
      "The stop of this trade lies {under|over} the 20-session mean.",
      "The target is $22 {above|below} the stop.",
      "The target is $22 above the stop, {which the trader should respect|and the stop lies above the entry}.",
      "The way from our entry to the target is {longer|shorter} than the way from our entry to the stop.",
      "The distance to the stop is {smaller|larger} than the distance to the target.",
      "The stop is {closer|farther away} from the entry than the target.",
      "The reward is {larger|smaller} than the risk.",
    ],
  ],
  [
    "comparisons",
    [
      "The return over 5 sessions, at minus 1.8 percent, is {lower|higher} than the 63-session return.",
      "For the record, the RSI, at 49, is {higher|lower} than the money flow index.",
      "The stock's 63-session volatility lags {behind the money flow index|behind the 21-session volatility}.",
      "The distance of the close from the 50-session mean falls a little short of {3.5|2.9}%.",
      "[M2] gives the 20-session mean as $225.148{| and it has given up its 50-session mean}.",
      "For each unit of net income, operating cash flow is {more|less} than one unit.",
      "For every dollar of total debt, cash and marketable securities amount{s|s} to {more|less} than a dollar.",
      "The volume against its 20-session mean stands {above|below} 1.",
      "The last volume against its prior 20-session mean is {above|below} 1.",
    ],
  ],
  [
    "marks with a sign",
    [
      "The 252-session return lies {below|above} the mark of -10%.",
      "The 252-session return lies {above|below} the mark of -20 percent.",
      "In my reading, the return over 5 sessions is {above|below} the mark of -5%.",
      "The 252-session return stands {below|above} -15 %.",
      "The 5-session return is {not below|below} the -10% mark.",
    ],
  ],
  [
    "days and moves",
    [
      "The stock closed higher on June {12|13}, 2025 than on 11 June 2025.",
      "The stock closed {lower|higher} on 18 June 2025 than on 12 June 2025 [M26], a point the desk should keep in mind.",
      "In the past {252|63} sessions, the stock has come down.",
      "In the past {5|63} sessions, the stock has come down [{M17|M19}].",
      "Over the last sixty-three sessions, the move in the stock was {positive|negative}.",
      "In the past 252 sessions, the move in Apple was {negative|positive}.",
      "The price change over the last 63 sessions was {positive|negative}.",
      "The performance over 63 sessions turned out {positive|negative}.",
    ],
  ],
  [
    "lines and extremes",
    [
      "The last close is not {above|below} the highest price of 252 sessions.",
      "The lowest low of the previous 20 sessions is {not |}also the lowest price of 252 sessions.",
      "The 20-session low {is not|is} the same as the 252-session low.",
      "The lowest low of the previous 20 sessions and the lowest price of 252 sessions {differ|are one and the same}.",
      "The last close of the stock is {no|a} record high for the 252 sessions.",
    ],
  ],
  [
    "doubled and halved",
    [
      "The stock has {not |}more than halved over 252 sessions.",
      "For the record, volume in the stock {has not|more than} doubled against the mean of the 20 sessions before.",
      "The number of news items has {not |}more than doubled.",
    ],
  ],
];

testTwins(families);
