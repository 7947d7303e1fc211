import { describe, expect, test } from "vitest";
import { isFlagged } from "#tests/support/sentences-evidence.ts";

/* Classes of statements by their grammar, each with a true and a false sentence. */

interface Class {
  readonly name: string;
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

const classes: readonly Class[] = [
  {
    name: "a subject that stands in the sentence before",
    right: [
      "The RSI reads 49 [M7]. That is neither overbought nor oversold.",
      "The 20-session mean stands at $225.15 [M2]. The price is below it.",
      "The gross margin is 39.5% [F4]. It fell by 4.45 points in a year [F5].",
      "The gross margin is 39.5% [F4]. It was 43.95% a year earlier [F5].",
    ],
    wrong: [
      "The RSI reads 49 [M7]. That is clearly overbought.",
      "The 20-session mean stands at $225.15 [M2]. The price is above it.",
      "The gross margin is 39.5% [F4]. It was 46.95% a year earlier [F5].",
    ],
  },
  {
    name: "a pronoun for what the same sentence named",
    right: ["The lower Bollinger band is 222.52 [M9], and the close, at 221.87 [M1], is under it."],
    wrong: ["The lower Bollinger band is 222.52 [M9], and the close, at 221.87 [M1], is over it."],
  },
  {
    name: "a day counted from another",
    right: ["The close of 17 June was 221.79; a day later the stock was eight cents higher."],
    wrong: ["The close of 17 June was 221.79; a day later the stock was eight cents lower."],
  },
  {
    name: "what is supposed, and what follows from it",
    right: [
      "If the price were 236, the position would have earned about 6.8%.",
      "If earnings per share were $10, the multiple would be 22.2.",
      "Were the stock to bounce by 10% it would trade near 244.",
      "Supposing revenue grew another 10%, it would reach $186 billion [F1].",
    ],
    wrong: [
      "If earnings per share were $10, the multiple would be 27.5.",
      "Supposing revenue grew another 10%, it would reach $206 billion [F1].",
      "If the 20-session low of 231.50 gives way, I sell.",
    ],
  },
  {
    name: "results that rest on one another",
    right: ["A risk of 7 dollars: entry 221, stop 214."],
    wrong: ["A risk of 9 dollars: entry 221, stop 212.", "Entry 221; the exit, 231, costs 10 dollars."],
  },
  {
    name: "round marks that a figure is held against",
    right: [
      "The gross margin of 39.5% clears the 20% that we ask for [F4].",
      "With a gross margin lower than 60% [F4] there is little room.",
      "The gross margin does not exceed 80% [F4].",
    ],
    wrong: [
      "The gross margin of 39.5% clears the 60% that we ask for [F4].",
      "With a gross margin lower than 20% [F4] there is little room.",
      "The gross margin is just under 80% [F4].",
    ],
  },
  {
    name: "signs in words",
    right: ["The week brought minus one and three-quarters percent [M17]."],
    wrong: ["The week was firm, plus 1.75% [M17].", "The quarter was red, minus 6.34% [M19]."],
  },
  {
    name: "a change that is some other kind of figure",
    right: ["From 226.05 on 12 June it is a 1.8% descent."],
    wrong: [
      "From 226.05 on 12 June it is a 12.4% descent.",
      "The price is 221.87, its 50-session mean 214.39: a premium of 33.5%.",
    ],
  },
  {
    name: "an agent's own level as the subject",
    right: ["Our stop at 214 is below the 20-session low.", "The target, 236, lies above the upper Bollinger band."],
    wrong: ["Our stop at 214 is above the 20-session low.", "The target, 236, lies below the upper Bollinger band."],
  },
  {
    name: "lines as the subject",
    right: ["The 20-session mean still hangs overhead.", "The 50-session mean has been regained."],
    wrong: [
      "The 50-session mean of 214.39 is still above the price [M3].",
      "Both the 20- and the 50-session means have been regained.",
    ],
  },
  {
    name: "two values behind a comparison",
    right: [
      "Volatility of 21 sessions is lower than that of 63, 12.4% to 33.54% [M20] [M21].",
      "The RSI is higher than the money flow index: 49 against 45.97.",
    ],
    wrong: [
      "Volatility of 21 sessions is higher than that of 63, 12.4% to 33.54% [M20] [M21].",
      "The RSI is higher than the money flow index: 45.97 against 49.",
    ],
  },
  {
    name: "two amounts of which the ratio is known",
    right: ["Debt exceeds equity: the ratio is 1.47 [F24]."],
    wrong: [
      "Debt does not exceed equity: the ratio is 1.47 [F24].",
      "Enterprise value is 5.3 times operating income and 3.5 times sales [F36] [F35].",
    ],
  },
  {
    name: "a value in front of its name",
    right: ["One hundred and nineteen: that is the number of sessions available."],
    wrong: ["One hundred and sixty-two: that is the number of sessions available."],
  },
  {
    name: "streaks",
    right: ["The stock broke a 3-session losing streak on the last day."],
    wrong: ["The bear will not like it, but a 7-session losing streak is what the closes show."],
  },
  {
    name: "moves between two closes",
    right: ["It fell from 224.09 to 221.79 in one day."],
    wrong: ["It fell from 226.05 to 221.79 in one day.", "It closed at 224.09, before climbing to 221.79 on 17 June."],
  },
  {
    name: "verbs of winning and losing",
    right: ["The stock did not rise over the last five sessions; it lost 1.75% [M17]."],
    wrong: [
      "The stock won 1.75% within a week [M17].",
      "Against the index it led, by 4.2 points over 63 sessions [M34].",
    ],
  },
  {
    name: "what a denial reaches",
    right: ["With an RSI of 49 it cannot be called oversold.", "The RSI of 49 is no longer near either line."],
    wrong: ["With an RSI of 49 it can be called overbought."],
  },
  {
    name: "readings in brackets, fractions and annual rates",
    right: ["Momentum, RSI(49), says little.", "Volatility of 63 sessions tops thirty percent on an annual basis."],
    wrong: ["Momentum, RSI(50.8), says little.", "Momentum, RSI(60), says little."],
  },
  {
    name: "a level behind a comma",
    right: ["I buy at 221 and take profits at 236, my target."],
    wrong: [
      "I buy at 221 and take profits at 245, my target.",
      "Ninety days is the holding period, four percent the stake.",
    ],
  },
];

describe.each(classes)("$name", ({ right, wrong }) => {
  test.each(right)("stands: %s", (text) => {
    expect(isFlagged(text)).toBe(false);
  });
  test.each(wrong)("is flagged: %s", (text) => {
    expect(isFlagged(text)).toBe(true);
  });
});
