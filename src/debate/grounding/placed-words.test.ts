import { expect, test } from "vitest";
import { prepareEvidence } from "#src/debate/grounding.ts";
import { measure } from "#tests/support/llm-brief.ts";
import { earlierDecision, flagsAgainst, index, isFlagged, proposed } from "#tests/support/sentences-evidence.ts";
import { bothSides, testTwins, type Families } from "#tests/support/twins.ts";

/* Sides, moves and comparisons in less usual words, and words that compare nothing: `{true|false}`. */

const families: Families = [
  [
    "a way behind its number",
    [
      "The move over the last 63 sessions was 6.34 per cent to the {upside|downside}.",
      "Over the last 252 sessions the shares moved 17.9 % in {a downward|an upward} direction.",
      "The change over the last 5 sessions came to 1.75 % on the {downside|upside}, as noted.",
      "The return over 63 sessions prints {plus|minus} 6.34%, which speaks for patience.",
      "The close against its 50-session mean shows {|minus }3.49 %.",
    ],
  ],
  [
    "one that reaches, matches or outdoes another",
    [
      "The 63-session volatility {reaches|does not reach} the 21-session volatility.",
      "The return over 63 sessions {does better than|fails to match} the return over 252 sessions, and the debate should reflect it.",
      "The RSI {tops|cannot match} the money flow index.",
      "Set side by side, the {63-session|21-session} volatility outdoes the {21-session|63-session} volatility.",
      "The 20-session mean {comes in above|fails to reach} the 50-session mean.",
      "The 50-session mean {never reaches|comes up to} the 20-session mean.",
    ],
  ],
  [
    "a gain or a loss that was not had",
    [
      "The stock failed to make a gain over the last {5|63} sessions.",
      "Apple failed to make a gain over the last {252|63} sessions.",
      "Apple avoided a loss over the last {63|5} sessions.",
      "Over the last {63|5} sessions the price did not suffer a loss.",
      "The stock escaped a loss over the last {63|252} sessions.",
      "The stock was unable to book a gain over the last {5|63} sessions.",
      "Over 252 sessions the stock failed to {make a gain|record a loss}.",
      "Holders were spared a fall over {63|252} sessions.",
    ],
  ],
  [
    "one placed by another",
    [
      "Against the highest price of 252 sessions, the last close is on the {lower|upper} side.",
      "Against the lowest low of the previous 20 sessions, the latest closing price is on the {upper|lower} side, as the risk voice will agree.",
      "Against its 50-session mean, the price is on the {higher|lower} side.",
      "Measured against the 200-session mean, the close sits on the {upper|lower} side.",
      "The last close is on the {lower|upper} side against the 20-session mean.",
      "Against the 50-session mean, the last close is not on the {lower|upper} side.",
      "The 50-session mean can be found {under|over} the last close, which speaks for patience.",
      "The closing price can be found {under|above} the lower Bollinger band [M1, M9].",
      "On this evidence, the data have the last close {under|over} the 20-session mean.",
      "You will find the last close {beneath|above} the 20-session mean.",
      "The last close is located {over|under} the 50-session mean.",
    ],
  ],
  [
    "what an oscillator is far from",
    [
      "On the 14-session RSI, the stock is {far from|in} overbought territory.",
      "{Neither overbought nor oversold|Oversold} is what the 14-session money flow index says, as the risk voice will agree.",
    ],
  ],
  [
    "streaks",
    [
      "A {one|five}-session streak of rising closes is in place.",
      "There is a {1|4}-session winning streak in place.",
      "A streak of {three|four} falling closes ended on 17 June 2025.",
      "The run of {one|six} rising closes is still intact.",
    ],
  ],
  [
    "words that compare nothing",
    [
      "Over that stretch the 20-session mean close shows {$225.15|$252.15}.",
      "Over this window, the upper Bollinger band prints {$229.17|$292.17}.",
      "Behind that stands a 50-session mean of {214.39|241.39}.",
      "The figure behind the 50-session mean is {214.39|241.39} USD [M3].",
      "Taking the 252-session high over the latest closing price yields {1.17|1.71} [M36][M1], so we keep it in mind.",
      "[M36] minus [M3], that is the 252-session high minus the 50-session mean, comes to {45.71|54.71} dollars.",
      "One fact is the 252-session low at {１６９．２１|１９６．２１} USD.",
      "The last close is {not |}the 252-session low.",
    ],
  ],
  [
    "the name right before its number",
    [
      "To start with, ATR -> {$3.34|$3.11}.",
      "The relative strength index (RSI): {49|45.97}, and I would not read too much into it.",
      "Enterprise value to operating income has come out at {5.272|236}.",
      "The average true range has stood at {3.34|4}.",
      "Before anything else, the ratio of the last volume to the mean of the 20 sessions before is quoted at {1.14|1.41} in the file.",
      "The number of sessions of price history in the window is below {200|100} [M24].",
    ],
  ],
];

testTwins(families);

const withMore = prepareEvidence([
  ...index.items.values(),
  earlierDecision("D1", "2025-02-12, Hold", -4.89, "2025-03-13"),
  earlierDecision("D2", "2024-11-06, Underweight", 4.22, "2024-12-05"),
  earlierDecision("D3", "2024-08-14, Buy", 9.69, "2024-09-12"),
  measure("N4", "news_count_7d", "News items, 7 days", 18, "count"),
  measure("N5", "news_count_30d", "News items, 30 days", 63, "count"),
  measure("S1", "social_volume_change", "Change in number of posts", 192.7, "%"),
]);

test.each([
  "History helps: the Hold of 12 February 2025 came before a 4.89 % {fall|rise} in 21 sessions.",
  "After the Underweight of 2024-11-06, the price rose 4.22 % over {21|5} sessions.",
  "Starting from the Underweight of 6 November 2024, the price rose 4.22% over {21|5} sessions.",
  "Our Hold of 2025-02-12 came before a {loss|gain} of 4.89 percent over 21 sessions [D1].",
  "My Hold call of 12 February 2025 saw a {loss|gain} of 4.89 % over 21 sessions.",
  "The Buy of 2024-08-14 preceded a 9.69 % {advance|decline} over 21 sessions.",
  "The 30-day count of news items does not {quadruple|even double} the 7-day count of news items.",
  "The number of posts did not {quadruple|even double} against the period before, which the desk should weigh.",
  "The number of posts {has doubled|has not even doubled} against the period before.",
])("decisions and counts: %s", (sentence) => {
  const { right, wrong } = bothSides(sentence);
  const isWrong = flagsAgainst(withMore, proposed);
  expect([isWrong(right), isWrong(wrong)]).toEqual([false, true]);
});

test("one line above another says nothing of the close", () => {
  expect(
    isFlagged("The simple mean close of 20 sessions tops the lower Bollinger band by 2.63 dollars (M2, M9)."),
  ).toBe(false);
});
