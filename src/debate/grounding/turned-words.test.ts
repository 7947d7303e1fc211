import { testTwins, type Families } from "#tests/support/twins.ts";

/* Words that compare elsewhere and mean something else here: `{true|false}`. */

const families: Families = [
  [
    "what is divided and subtracted",
    [
      "The last close over the highest price of 252 sessions gives a quotient of {0.85|0.92} [M1, M36].",
      "Taking [M1] over [M36], the last close is {0.85|0.91} of the highest price of 252 sessions.",
      "The 63-session volatility less the 21-session volatility makes {21.14|18.14} percentage points [M21, M20].",
    ],
  ],
  ["closes that never were", ["The price never ended up {higher|lower} over 252 sessions taken as a whole."]],
  [
    "what the plan seeks",
    [
      "Hitting the target would add {0.27|0.39} per cent to the portfolio.",
      "Hitting the stop would cost the portfolio {0.13|0.27} per cent.",
      "For each unit of risk, the plan offers {2.14|1.38}.",
    ],
  ],
];

testTwins(families);
