import { expect, test } from "vitest";
import { isFlagged } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";

/* Comparisons in other orders of words: `{a|b}` stands for the true word and the false one of the same sentence. */

const families: Families = [
  [
    "then against now",
    [
      "A year ago the gross margin was {higher|lower} than the present 39.5 % [F4][F5].",
      "Twelve months earlier the gross margin had been {wider|narrower} than it is now.",
      "The gross margin, now 39.5 %, is {down|up} on a year before.",
      "The close is $221.87 [M1]. Adjusted for splits, it is {below|above} where it stood 252 sessions ago [M42].",
      "Far from {falling|rising}, the stock has moved the other way over 63 sessions, by 6.34%.",
      "It would be misleading to say that the stock {fell|rose} over the last 63 sessions.",
    ],
  ],
  [
    "two sides ahead of the word",
    [
      "Compared with the 20-session mean of $225.15 [M2], the close of $221.87 [M1] is {lower|higher}.",
      "Of the 20-session and the 50-session mean, the former is the {higher|lower}.",
      "Of the 50-session and the 200-session mean, the latter is the {lower|higher}.",
    ],
  ],
  [
    "around what is put in between",
    [
      "The balance sheet carries {less|more} debt ($31.04 billion) [F21] than cash and marketable securities ($144.69 billion) [F20].",
      "Support at $220.82 [M22], the lowest low of the previous 20 sessions, has {held|been broken} at the last close of $221.87 [M1].",
      "With a beta of 1.32 [M35], the stock is {more|less} sensitive to its benchmark than a beta of one would imply.",
    ],
  ],
  [
    "round lines",
    [
      "Measured from the 252-session low of $169.21 [M37], the last close is {more|less} than a fifth higher.",
      "The stock trades {less|more} than twenty percent under its 252-session high of $260.10 [M36].",
      "Over 252 sessions the stock has {lost|gained} more than a tenth of its price [M42].",
      "Over 252 sessions the stock {has lost|has not lost} more than a tenth of its price.",
      "The last volume was {less|more} than double its average [M15].",
      "Over 252 sessions, the price {has not|has} halved [M42].",
    ],
  ],
  [
    "against before and against what is usual",
    [
      "There were {fewer|more} news items than before, the number having changed by -41.3% [N3].",
      "The last session was traded on {heavier|lighter} volume than the mean of the 20 sessions before it [M15].",
      "The RSI [M7] is {inside|outside} its neutral zone of 30 to 70.",
      "Shareholders of Apple were {not diluted|diluted}: the diluted count changed by -4.6% [F28].",
    ],
  ],
  [
    "runs and multiples",
    [
      "With the last close, the winning streak of the stock runs to {1|4} sessions [M26].",
      "It went through {three|thirteen} straight declines [M26].",
      "The 252-session high [M36] is {1.54|0.65} times the 252-session low [M37].",
      "The ratio of 21-session to 63-session volatility is {0.37|2.70}.",
      "At $221.87, the stock trades {3.49|5.49} percent above its 50-session average [M4].",
      "Of every 100 of revenue, {39.5|18.79} remain as gross profit [F4].",
      "The 252-session return was {17.9|6.34}% in size.",
      "None of this changes the current ratio, which remains {1.45x|1.32x}.",
    ],
  ],
];

testTwins(families);

test.each([
  "The 200-day average, at $203.20 [M41], matters more to me than the 20-day one at $225.15 [M2].",
  "Nine percent above the 200-session mean [M41] and three above the 50-session one [M4].",
])("sets nothing against another: %s", (text) => {
  expect(isFlagged(text)).toBe(false);
});
