import { expect, test } from "vitest";
import { isFlagged } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";

/* Families of paraphrases: `a|b` stands for the true word and the false one of the same sentence. */

const families: Families = [
  [
    "the two sides of a return",
    [
      "Anybody who bought a year ago is {under water|in the money} [M42].",
      "The past quarter has {been kind to|cost} holders [M19].",
      "The last five sessions {took away|added} 1.75% [M17].",
      "Not one holder of a year's standing is {ahead|behind}: the shares are lower [M42].",
      "Had one bought 252 sessions ago, one is {down|up} [M42].",
      "Momentum over three months is {positive|negative} [M19].",
      "Holders who bought 252 sessions ago are sitting on a {loss|profit} [M42].",
    ],
  ],
  [
    "the stock against its index",
    [
      "The benchmark did {better|worse} than the share over the quarter, the gap being 4.2 points [M34].",
      "Over 63 sessions it {trailed|outran} its index [M34].",
    ],
  ],
  [
    "lines that are held and lost",
    [
      "The stock has yet to {lose|reclaim} its 50-session mean [M1][M3].",
      "At $221.87 [M1], it trades {north|south} of the 200-day at $203.20 [M41].",
      "A {golden|death} cross is in place [M3][M41].",
      "The 50-day average has served as a {floor|ceiling} [M3].",
      "By the 200-day rule this is a {bull|bear} market: $221.87 [M1] versus $203.20 [M41].",
      "Squeezed between its averages, the share trades above the 50-day [M3] but {below|above} the 20-day [M2].",
      "The MACD has risen {above|below} its signal [M39].",
      "A {premium|discount} of 3.5% to the 50-day mean [M4] says it all.",
      "The high of the year, $260.10 [M36], {has not been|was} taken out.",
      "The close stands in the {upper|lower} half of the year's range [M36][M37][M1].",
    ],
  ],
  [
    "the shorter window against the longer one",
    [
      "The last month was {quieter|rougher} than the quarter as a whole [M20][M21].",
      "The news has turned {gloomier|brighter} in the last week than over the month [N1][N2].",
      "A {bullish|bearish} MACD crossover stands [M38][M39].",
    ],
  ],
  [
    "ratios that have a line",
    [
      "A beta of 1.32 [M35] makes it a {high|low}-beta name.",
      "Leverage is {above|below} one times equity, at 1.47 [F24].",
      "Current assets {cover|do not cover} current liabilities [F26].",
      "Cash conversion of 1.39 [F18] means that operating cash {exceeded|undershot} profit.",
      "The debt-to-equity ratio of 1.47 [F24] means the company has {more|less} debt than equity.",
      "Borrowings {are smaller than|exceed} the liquid funds [F21][F20].",
      "On a net basis the company {has|owes} $113.6 billion [F22].",
      "Each remaining share now owns a {larger|smaller} slice of the firm than a year before [F28].",
      "The {higher|lower} of the two multiples is the price to earnings [F23][F35].",
    ],
  ],
  [
    "profit, cash and news",
    [
      "The bottom line is a net {profit|loss}, of $39.7 billion [F10].",
      "Over the trailing twelve months the company {generated|burned} free cash of $45.4 billion [F15].",
      "Newsflow has {thinned out|picked up} by 41.3% [N3].",
      "Headlines of the week were {unfavourable|favourable} on balance [N1].",
      "The move came on {above|below}-average volume [M15].",
    ],
  ],
  [
    "which way an agent's own trade goes",
    [
      "We would {buy|short} at 221, cut at 214 and take profits at 236.",
      "Exit {below|above} 214; objective 236.",
      "The target lies {above|below} where we start, at 236.",
      "The stop is placed 3.2% {below|above} the entry.",
      "The target implies 6.8% {upside|downside} from the entry of 221.",
    ],
  ],
  [
    "an agent's own levels by other names",
    [
      "I'd bail at {214|206.50} and cash in at 236.",
      "The line in the sand is {214|206.50}.",
      "The trade is wrong at 214 and done at {236|244.50}.",
      "We hold for 45 days unless {214|206.50} trades first.",
      "I would get out at {214|236} without discussion.",
      "The target we attach is 236; the stop we attach is {214|221}.",
      "From here we look for 236 within {45|72} days.",
      "Protect it at {214|221}.",
      "The stake should not exceed {4|2.5}% of the fund.",
      "I assign a probability of {70|45}% to this working out.",
      "Entry/stop/target: 221/214/{236|251}.",
      "We give this trade {45|71} days to work.",
      "My worst case is {214|203.50}, my best case 236.",
      "The position is closed after {45|77} days at the latest.",
    ],
  ],
  [
    "runs and the latest closes",
    [
      "A run of {3|5} lower closes is what the list shows [M26].",
      "The latest close came in {higher|lower} than the previous one [M26].",
      "The price has now risen {1|4} days in a row [M26].",
      "The last close was {above|below} the one before [M26].",
      "We count {3|5} consecutive declines [M26].",
    ],
  ],
  [
    "amounts for each amount",
    [
      "There are {147|191} cents of debt for every 100 cents of equity [F24].",
      "Investors pay {25.6|31.4} dollars for each dollar of trailing profit [F23].",
      "For every hundred dollars of sales, {thirty-nine and a half|twenty-seven} remain as gross profit [F4].",
      "Out of every hundred dollars of sales {4.45|6.10} dollars less remain as gross profit [F5].",
      "One dollar invested a year ago is worth {82|71} cents [M42].",
      "A hundred dollars put into the stock are worth {less|more} after twelve months [M42].",
    ],
  ],
];

testTwins(families);

test.each([
  "At 49 [M7], momentum is middling and nothing in the volume [M15] confirms it.",
  "An RSI reading of 49 [M7] is not overbought territory, whatever the bears say.",
  "Nobody at this table disputes that the price declined over five sessions, by 1.75% [M17].",
])("claims nothing more than it says: %s", (text) => {
  expect(isFlagged(text)).toBe(false);
});
