import { expect, test } from "vitest";
import { isFlagged } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";

/* An agent's own levels by the many names that people give them: `{a|b}` is the true number and one that is not its own. */

const families: Families = [
  [
    "the stop",
    [
      "The price at which I admit to being wrong is {214|206.50}, no lower.",
      "The protective stop should be {214|206.50}, given an entry at 221.",
      "Our stop for the long is placed at {214|236}.",
      "Below {214|206.50} I was wrong.",
      "Should the market trade through {214|206.50}, I am out; entry was planned at 221.",
      "Under {214|203.20} the idea is dead.",
      "My exit on the downside is {214|236}, for a position opened at 221.",
      "Position: long from 221, take profits at 236, cut the loss at {214|203.20}.",
      "I propose stop by {214|236}, entry by 221.",
      "We would be stopped out at {214|220.82}.",
      "It gets sold at {214|203.20}, where the stop is.",
      "The trade is invalidated at {214|203.20}.",
      "We leave with a loss at {214|206}.",
      "SL {214|206}, TP 236.",
      "**Stop:** {214|206}",
    ],
  ],
  [
    "the target",
    [
      "I recommend a **Buy** with an entry at **221** and a target of **{236|214}**.",
      "The objective of the long is {236|214}.",
      "Our plan is to leave with a profit at {236|214}.",
      "The trade should bring us to {236|225.15} within 45 days.",
      "I want {236|229.17} within 45 days.",
      "We look for {236|214} over 45 days.",
      "The goal for this trade is {236|260.10}.",
      "We buy at 221 for a move to {236|245}.",
      "We lock in gains at {236|229.17}.",
      "**Order ticket:** enter 221, protect at 214, take profits at {236|214}.",
      "We exit with a gain at {236|229.17}.",
      "We take our money off the table at {236|229}.",
      "I'd take the win at {236|229}.",
      "The trade pays off at {236|229}.",
      "I aim for {236|260.10}.",
    ],
  ],
  [
    "the entry",
    [
      "We enter at {221|214} and give it 45 days.",
      "The price to buy is {221|203.20}, and not a cent more.",
      "im in at {221|203.20} with a stop 214... conf 0.7",
      "The trade starts at {221|236}, and we put 4% of the money into it.",
      "Our purchase price is {221|214.39}.",
      "We go long at {221|225.15}.",
      "The position was opened at {221|214.39}.",
      "Long {221|229.17} / stop 214 / target 236.",
    ],
  ],
  [
    "size, confidence and time",
    [
      "We would commit {4|10}% of capital, target 236.",
      "We put {4|6.34}% of the money into it.",
      "A modest {4|12.4}% long is all that the volatility allows.",
      "Conviction in the Buy is {70|49}%.",
      "I am {70|55}% sure of it.",
      "I look {45|69} days ahead, with the objective at 236.",
      "We allot {4|6}% to the idea.",
      "No more than {4|6}% of capital goes in.",
      "Our stake is {4|7}% of the fund.",
    ],
  ],
  [
    "what follows from the levels",
    [
      "The downside to the stop is {3.2|6.8}%, with a stop at 214.",
      "The maximum loss at the stop is {3.2|6.8}%.",
      "The distance to the target is {6.8|3.2}%.",
    ],
  ],
];

testTwins(families);

for (const [language, sentences] of [
  [
    "de",
    [
      "Das Kursziel lautet {236,00|214,00}.",
      "Der Stopp wird bei {214,00|203,20} gesetzt.",
      "Der Einstieg liegt bei {221,00|236,00}, die Positionsgröße bei 4 %.",
    ],
  ],
  [
    "fr",
    [
      "L'objectif est fixé à {236,00|214,00} dollars.",
      "Le stop de la position est placé à {214,00|203,20}.",
      "La taille de la position est de {4|12,4} %.",
    ],
  ],
  [
    "es",
    [
      "El precio objetivo es de {236,00|214,00}.",
      "El stop se sitúa en {214,00|203,20}.",
      "La entrada está prevista en {221,00|225,15}.",
    ],
  ],
] as const)
  testTwins([[language, sentences]], language);

test.each([
  "The stop sits below the 20-session low of 220.82.",
  "Our stop is above the 200-session mean at 203.20.",
  "Entry, stop and target are 221, 214 and 236.",
  "The stock opened the year lower; the target is 236.",
  "The buyers who stepped in at 169.21, the low of the year, sit on a profit.",
  "The stop is 3.2% below the entry and the target 6.8% above it.",
  "Our stop at 214 is a dollar and a half or so under two average true ranges.",
  "I would stay long as long as it does not close below 214.",
  "In at 221, out at 236 or 214, whichever comes first.",
])("claims nothing wrong: %s", (text) => {
  expect(isFlagged(text)).toBe(false);
});
