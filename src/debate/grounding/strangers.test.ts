import { expect, test } from "vitest";
import { isFlagged } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";

/* Ways of saying it that no set had: `{a|b}` is what is true and what is false in one and the same sentence. */

const families: Families = [
  [
    "levels in the words of losing, winning and getting in",
    [
      "The thesis dies at {214|236}.",
      "At {214|221} the game is over.",
      "At {236|214} the job is done.",
      "If I see {214|236} I swallow the loss.",
      "The trade is to be judged a success at {236|214.39}.",
      "Dump it at {214|236} if it goes badly.",
      "The order goes in at {221|236}, sized at 4 % of the book.",
      "Order ticket: @ 221, SL {214|221}, TP 236.",
      "In: 221. Out (good): {236|214}.",
      "I hold until {236|221} or 214, whichever comes first.",
      "Should the quotation sink to {214|236}, we sell without argument.",
      "My number for the downside is {214|236}.",
      "We would be vindicated by a print of {236|214}.",
      "Long from 221, out at {214|221} if I am wrong and at 236 if I am right.",
    ],
  ],
  [
    "how much and for how long",
    [
      "The clock runs for {45|62} days.",
      "Come back in {45|5} days and judge me on it.",
      "Horizon in days: {45|62}.",
      "Nothing above {4|12.4} % should be committed.",
      "{4|12.4} % is all I am willing to put in.",
    ],
  ],
  [
    "what is asked and answered",
    [
      "Is it overbought? {No|Yes}, the RSI stands at 49 [M7].",
      "Some call it oversold. The RSI of 49 {contradicts|confirms} that [M7].",
      "They say that the stock is overbought. At an RSI of 49 they are {wrong|right} [M7].",
      "The claim that it is overbought {does not hold|holds}: the RSI is 49 [M7].",
    ],
  ],
  [
    "the stock and its index, either as the subject",
    [
      "The S&P 500 did {better|worse} than the stock over 63 sessions [M34].",
      "An index fund would have been the {better|worse} choice over 63 sessions [M34].",
      "The stock {missed|beat} its benchmark by 4.2 points over 63 sessions [M34].",
      "The market {outran|failed to keep up with} the stock over the past 63 sessions [M34].",
    ],
  ],
  [
    "holders, and the way to a line",
    [
      "Whoever bought at the 200-session mean of 203.20 is {in profit|under water} at the last close.",
      "The average holder of the past 50 sessions is sitting on a {gain|loss}.",
      "A hundred invested 252 sessions ago would be worth {less|more} than a hundred now [M42].",
      "It would take a {fall|rise} for the price to meet its 50-session mean again.",
      "To get back to its 20-session mean the price would have to {climb|drop}.",
      "It {could|could not} repay all its debt from cash and securities [F20][F21].",
    ],
  ],
  [
    "now against then",
    [
      "The stock now costs {less|more} than it did 252 sessions ago [M42].",
      "The price of 63 sessions ago was {lower|higher} than the last close [M19].",
      "A year ago (252 sessions) the stock was {dearer|cheaper} than today [M42].",
      "The close before the last one was {lower|higher} [M26].",
      "Across the closes listed, the last is {lower|higher} than the first [M26].",
    ],
  ],
  [
    "of the measure whose figure is printed",
    [
      "Volume: 1.14x the 20-session mean, {above|below} average.",
      "Market moves are {amplified|dampened} in this stock (beta 1.32).",
      "A beta of 1.32 means the stock has moved {more|less} than one for one with the S&P 500.",
      "We are {red|green} on the year: -17.9 % over 252 sessions.",
      "The five-session return of -1.75 % is {worse|better} than flat.",
    ],
  ],
  [
    "what is left to the words around",
    [
      "The close is {below|above} its 20-session mean [M2] and {below|above} its upper band [M8].",
      "Our stop of 214 lies {below|above} the 20-session mean of 225.15 [M2], so ordinary noise will not shake us out.",
      "The target implies a gain of {6.8|9.4} % from the entry.",
      "From 221.79 to 221.87 at the last close is a {gain|loss}.",
      "Volume {picked up|dried up} on the last day.",
      "Since the 252-session low of 169.21 the stock has {not doubled|more than doubled}.",
      "Volatility of the last 21 sessions is {lower|higher} than that of 63.",
    ],
  ],
];
testTwins(families);

test.each([
  "Operating cash flow covers 139 % of net income [F18].",
  "The 20-session mean is over the 50-session mean: 225.15 and 214.39.",
  "Turnover in the last session ran 1.14 times the mean of the previous 20.",
  "The stock has not fallen by more than 20 % from its highest close of 252 sessions [M29].",
  "The close is less than 10 % below its highest close of 252 sessions.",
  "The RSI of 49 is below the neutral 50 mark [M7].",
  "Call it $170 billion of trailing revenue, give or take [F1].",
  "At 25.6 times trailing earnings, the company is dearer than a 20 multiple.",
  "Gross margin exceeds one half of revenue? No: it is 39.5 % [F4].",
  "Enterprise value is 1.51 times trailing sales.",
  "Revenue growth of 18.79 %, trailing [F2], is the fact to argue about.",
  "My conviction of 0.7 is not high enough to go beyond 4 %.",
  "The close is above its 50-session mean [M3] and above its 200-session mean [M41].",
  "Upper band 229.17 [M8], lower band 222.52 [M9].",
  "Stop 214, a touch under the 50-session mean of 214.39 [M3]; target 236.",
  "Our stop is 7.00 away from the entry of 221, the target 15.00.",
  "Four percent is plenty for such a stock.",
  "Free cash flow covers net income 1.14 times [F15] [F10].",
])("claims nothing wrong: %s", (text) => {
  expect(isFlagged(text)).toBe(false);
});
