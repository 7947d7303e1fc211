import { testTwins, type Families } from "#tests/support/twins.ts";

/* Statements of the list of closes, of moves over named windows and of an agent's own terms: `{a|b}` is what is true and what is false. */

const families: Families = [
  [
    "single closes of the list",
    [
      "The most recent close is {lower|higher} than that of 12 June.",
      "The stock finished the final session {higher|lower} than the one before.",
      "The last session was {an up|a down} day.",
      "Two sessions before the last, the price was {224.09|224.29}.",
      "The newest close we have is that of {18|17} June.",
      "The biggest move between two closes came on {17|13} June.",
      "Since the close of {17|13} June the stock has moved higher.",
      "On 17 June the stock went from {224.09|224.29} to 221.79.",
      "From {12|11} June to 17 June the stock fell every session.",
      "The lowest close on the list was 221.79, set on {17 June|the last day}.",
    ],
  ],
  [
    "moves over windows that are named",
    [
      "It is down over 252 sessions and {up|down} over 63.",
      "The stock did {better|worse} over 63 sessions than over five.",
      "The past five sessions brought a {loss, not a gain|gain, not a loss}.",
      "The 63-session move was in {single|double} digits.",
      "It shows a {double|single}-digit percentage loss over 252 sessions.",
      "The loss over 252 sessions was less than {a fifth|a tenth} of the initial price.",
      "The move over five sessions was {more|less} than one per cent in size.",
      "The price {did not|did} double within 63 sessions.",
    ],
  ],
  [
    "one figure against that of another window, and what is denied",
    [
      "Volatility has changed: the 21-session figure {is below|exceeds} the 63-session one.",
      "The tone of the news moved: the 7-day reading is {lower|higher} than the 30-day one.",
      "The RSI {does not show|shows} the stock to be overbought.",
      "On the money flow index it {does not look|looks} oversold.",
      "The last session's volume {did|did not} exceed its 20-session mean.",
    ],
  ],
  [
    "an agent's own terms",
    [
      "The idea has a life of {45 days|45 weeks}.",
      "From here the plan runs {45|20} days.",
      "My horizon ends {45|60} days after the as-of date.",
      "We put {more|less} than 3% of the portfolio at work here.",
      "We get out at {236|228} if it works.",
      "I hold this {long|short} with a confidence of 0.7.",
      "I would not move the stop from {214|219}.",
    ],
  ],
];

testTwins(families);
