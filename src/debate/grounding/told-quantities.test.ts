import { testTwins, type Families } from "#tests/support/twins.ts";

/* Points and shares of two figures, parts of one, parts in words, and what a trade pays for what it risks: `{true|false}`. */

const families: Families = [
  [
    "parts of one",
    [
      "In the model the 63-session return goes in as {0.0634|0.0364} of one, though it is only one input.",
      "The return over 252 sessions stands at {−0.179|0.179} of one.",
      "The volatility of 21 sessions is {0.124|1.24} on a scale where 1 is 100 %.",
      "With 1 for the whole, the trailing gross margin comes to {0.395|0.593}.",
      "On a scale from 0 to 1, the 63-session volatility is {0.335|0.353}.",
      "The gap between the close and its 50-session mean is {0.0349|0.349} of one, and the debate should weigh it.",
    ],
  ],
  [
    "relative terms and points",
    [
      "The 63-session volatility is ahead of the 21-session volatility by {170.5|21.14} % in relative terms.",
      "The lead of the 63-session volatility over the volatility of 21 sessions is {21.14 percentage points|21.14 percent in relative terms}.",
      "Compare the 63-session volatility with the volatility of 21 sessions: the former is {170.5|21.14} % in relative terms higher.",
      "The volatility of 63 sessions and that of 21 sessions differ, the first being {21.1|170.5} percentage points higher.",
      "The step from the 21-session volatility up to the volatility of 63 sessions measures {170.5|63} percent in relative terms.",
      "In relative terms, the volatility of 21 sessions is {63.0|21.1} % below the 63-session volatility.",
      "The 63-session volatility runs {21.14|170.5} percentage points over the 21-session volatility.",
      "The volatility of 21 sessions trails the 63-session volatility by {21.14 points, or 63.0 % in relative terms|63.0 points, or 21.14 % in relative terms}.",
      "Between the 20-session mean and the lower Bollinger band lies a gap of {$2.63|$3.26}.",
      "The last close stands {1.5|2.5} % lower than the simple mean close of 20 sessions.",
    ],
  ],
  [
    "what a trade pays for what it risks",
    [
      "As I see it, each dollar risked to the stop is set against {2.14|4.12} dollars of gain at the target.",
      "The plan risks one dollar to make {2.14|1.24} dollars.",
      "For every dollar of gain the trade puts {0.47|2.14} dollars at risk.",
      "To win {$2.14|$3.14} we put $1 on the line.",
      "Reward over risk, target against stop, comes to {2.14|1.24}.",
      "Potential gain to the target is {2.1|1.2} times the loss at the stop, so the case needs care.",
      "The loss at the stop is {0.47|2.14} times the gain at the target.",
      "The reward-to-risk ratio of the trade, from entry to target against entry to stop, is {2.14|3}.",
      "There is $7 from the entry to the stop-loss {below|above}.",
      "The plan leaves 3.2 percent between the entry and the stop-loss {below|above} it.",
      "From the entry, the price target is {6.8|8.6} % above.",
      "Between the entry and the target lie {15|7} dollars.",
    ],
  ],
];

testTwins(families);
