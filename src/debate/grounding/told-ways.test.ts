import { testTwins, type Families } from "#tests/support/twins.ts";

/* Directions and comparisons in words further from their subject, and the denials of these: `{true|false}`. */

const families: Families = [
  [
    "denied at a distance",
    [
      "It cannot be said that the last close lies {below|above} the 50-session mean.",
      "It cannot be said that the last close lies {below|above} the 50-session mean, and that matters for the plan.",
      "It can't fairly be claimed that, over the last 252 sessions, the stock {rose|fell}.",
      "Nobody could maintain that the close stands {under|over} the 200-session mean.",
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
      "The stock fell on {3|2} of the last five sessions.",
      "The stock fell on {three|four} of the last five sessions, and nobody here disputes it.",
      "The price rose in {2|5} of the last 5 sessions.",
      "{Three|One} of the last five sessions ended lower.",
      "On {two|three} of the past five trading days the shares gained.",
      "Of the last five sessions, two closed higher and {3|2} lower.",
      "The stock ended lower in at least {two|four} of the last five sessions.",
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
      "For each unit of net income, operating cash flow is {more|less} than one unit.",
      "For every dollar of total debt, cash and marketable securities amount{s|s} to {more|less} than a dollar.",
      "The last volume against its prior 20-session mean is {above|below} 1.",
    ],
  ],
  [
    "marks with a sign",
    [
      "The 252-session return lies {below|above} the mark of -10%.",
      "The 252-session return lies {above|below} the mark of -20 percent.",
      "In my reading, the return over 5 sessions is {above|below} the mark of -5%.",
      "The 5-session return is {not below|below} the -10% mark.",
    ],
  ],
  [
    "days and moves",
    [
      "The stock closed {lower|higher} on 18 June 2025 than on 12 June 2025 [M26], a point the desk should keep in mind.",
      "In the past {252|63} sessions, the stock has come down.",
      "In the past {5|63} sessions, the stock has come down [{M17|M19}].",
      "Over the last sixty-three sessions, the move in the stock was {positive|negative}.",
      "In the past 252 sessions, the move in Apple was {negative|positive}.",
      "The price change over the last 63 sessions was {positive|negative}.",
    ],
  ],
  [
    "lines and extremes",
    [
      "The last close is not {above|below} the highest price of 252 sessions.",
      "The lowest low of the previous 20 sessions is {not |}also the lowest price of 252 sessions.",
      "The 20-session low {is not|is} the same as the 252-session low.",
      "The lowest low of the previous 20 sessions and the lowest price of 252 sessions {differ|are one and the same}.",
    ],
  ],
  ["doubled and halved", ["The stock has {not |}more than halved over 252 sessions."]],
  [
    "other wordings of these",
    [
      "Nothing shows that the close is {below|above} the 50-session mean.",
      "It isn't true that the last close sits {below|above} the 200-session mean.",
      "The stock could not rise over the past {252|63} sessions.",
      "Three of the five most recent sessions were {losers|winners}.",
      "Of the past five trading days, the stock rose on {two|four}.",
      "The stock gained ground on {two|three} of the last five trading days.",
      "Over the last five sessions, the stock fell {three|two} times.",
      "Among the last five sessions there were {three|four} declines.",
      "In {three|two} of the past five sessions the close was below that of the day before.",
      "In the last 5 sessions, {2|4} closes were higher than the one before.",
      "The stop in the proposal is {below|above} the last close.",
      "From the entry, the target is {farther|nearer} than the stop.",
      "We stand to gain {more|less} than we risk.",
      "The potential gain {exceeds|falls short of} the potential loss.",
      "The 5-session return is {lower|higher} than minus 1 percent.",
    ],
  ],
];

testTwins(families);
