import { expect, test } from "vitest";
import { isFlagged } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";

/* What a sentence says of the one or two measures that it cites, in the words of each: `{a|b}` is the true word and the false one. */

const families: Families = [
  [
    "volatility of a month and of a quarter",
    [
      "Strangely, the month has been {calmer|choppier} than the quarter: annualised swings of 12.4% [M20] against 33.54% [M21].",
      "One-month volatility at 12.4% [M20] has {come down below|widened past} the three-month level of 33.54% [M21].",
      "Short-dated volatility of 12.4% [M20] looks {sleepy|frantic} next to the 33.54% of the quarter [M21].",
      "Swings have {subsided|flared up}, 12.4% [M20] after 33.54% [M21].",
      "The tape is {less|more} turbulent now, 12.4% [M20], than over the quarter, 33.54% [M21].",
      "Compared with the 33.54% of the quarter [M21], the month's 12.4% [M20] is {tame, and lower|wild, and higher}.",
    ],
  ],
  [
    "tone of a week and of a month",
    [
      "Oddly the tone is {gloomier|sunnier} this week than over the month, -8.2 [N1] to 3.1 [N2].",
      "Compared with thirty days (3.1 [N2]), this week's news tone of -8.2 [N1] is more {negative|positive}.",
      "The news has {soured|brightened}: -8.2 [N1] after 3.1 [N2].",
    ],
  ],
  [
    "the price and its lines",
    [
      "Against the 20-session mean of 225.15 [M2], the last trade of 221.87 [M1] is {weaker|stronger}.",
      "The close of 221.87 [M1] is {outside|still inside} the lower Bollinger band at 222.52 [M9].",
      "Price at 221.87 [M1] is {inside|outside} the upper band of 229.17 [M8].",
      "spot 221.87 [M1] {still holding|has lost} the 20d low 220.82 [M22]",
      "The short average has {climbed above|slipped below} the longer one, 225.15 [M2] against 203.2 [M41].",
      "{There is no sign of the price being|The price is} above its 20-session mean [M2].",
      "The stock has {failed to rise|risen} over its 20-session mean of 225.15 [M2]; it closed at 221.87 [M1].",
      "The price has {not even halved|more than halved} since its high, 260.10 [M36] to 221.87 [M1].",
      "The lower band, 222.52 [M9], has been {broken|respected} at 221.87 [M1].",
      "The stock has slipped {out of the bottom of|back inside} its Bollinger bands, 221.87 [M1] to 222.52 [M9].",
      "It is {not|now} at a new high: 221.87 [M1] against 260.10 [M36].",
      "last print still {under|over} the 252-session high 260.10 [M36], spot 221.87 [M1]",
    ],
  ],
  [
    "multiples and amounts",
    [
      "Against sales it looks {cheaper|dearer} than against operating income: 1.5 times [F35] rather than 5.3 [F36].",
      "Free cash flow of $45.4 billion [F15] {outstrips|falls short of} net income of $39.7 billion [F10].",
      "Debt of $31.04 billion [F21] is {dwarfed by|larger than} liquid funds of $144.7 billion [F20].",
    ],
  ],
  [
    "momentum",
    [
      "{Upward|Downward} momentum is building, with the MACD line at 1.2 [M38] and its signal at 0.4 [M39].",
      "{Downward|Upward} momentum is fading: MACD 1.2 [M38], signal 0.4 [M39].",
      "At 49 [M7] the oscillator is {nowhere near|well into} overbought territory.",
      "The RSI of 49 [M7] sits just {under|over} its midline.",
      "The shares {are by no means|are plainly} oversold at an RSI of 49 [M7].",
    ],
  ],
  [
    "one measure against its own line",
    [
      "It is {jumpier|steadier} than the benchmark, with a beta of 1.32 [M35].",
      "With a beta of 1.32 [M35] the stock is {more|less} volatile than the market itself.",
      "The last volume is {bigger|smaller} than the average, factor 1.14 [M15].",
      "volume 1.14x [M15], i.e. {above|below} normal",
      "The press has become {scarcer|more plentiful}, by 41.3% [N3].",
      "News come {less|more} often than before: 41.3% [N3].",
      "Relative to the index it was a {poor|fine} quarter, 4.2 points [M34].",
      "The year has been a {disaster|triumph} for holders: 17.9% [M42].",
      "Against its benchmark the quarter was a {defeat|victory} by 4.2 points [M34].",
    ],
  ],
  [
    "what others say, and is refuted",
    [
      "The claim that the company is diluting holders is simply {wrong|right}: the diluted share count fell 4.6% [F28].",
    ],
  ],
];

testTwins(families);

test.each([
  "With RSI(49) [M7] the tape is warm, not hot.",
  "The upper band is at 229.17 [M8] and the lower at 222.52 [M9].",
  "Beneath support at 220.82 [M22] the next floor is the low of 169.21 [M37].",
  "Price over the 50-session mean: 1.03 [M1][M3].",
  "Investors are paying 25.6 times trailing earnings [F23] and 1.5 times sales [F35].",
  "The last trade was at 221.87 [M1], while the average of the past fifty sessions is 214.39 [M3].",
])("claims nothing more than it says: %s", (text) => {
  expect(isFlagged(text)).toBe(false);
});
