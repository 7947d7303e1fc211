import { testTwins, type Families } from "#tests/support/twins.ts";

/* What is told of the list of closes, of lines and of steps in words that no reader had: `{true|false}`. */

const families: Families = [
  [
    "the listed closes as a whole",
    [
      "Up days: {2|4}; down days: {3|1} (last 5 sessions).",
      "{Fewer|More} than half of the last five sessions closed higher.",
      "Losses outnumber gains among the last 5 sessions, {3 to 2|4 to 1}.",
      "All listed closes fall between {221|223} and 227.",
      "Among the listed closes, the latest is {not the|the} highest.",
      "Of the listed closes, the newest is the {second lowest|lowest}.",
      "Not a single one of the listed closes is above {230|225}.",
    ],
  ],
  [
    "bounds and places",
    [
      "The top Bollinger band does not exceed ${240|220}.",
      "Neither M17 nor M19 is as large as {7|3} %.",
      "Neither M17 nor M19 is {near|above} -30 %.",
      "Our confidence is nearer {70|50} % than {50|70} %.",
    ],
  ],
  [
    "steps in everyday words",
    [
      "Between the bands there are {6.65|9.65} dollars.",
      "Only {1.5|2.7} % of room lies between price and its 20-session mean.",
      "Gross margin of 39.5 % leaves {60.5|64.5} % for the cost of sales.",
      "The gross margin was {43.95|35.05} % a year earlier and is 39.5 % now.",
      "A stop one and a half average true ranges away would sit {5.01|6.68} dollars off.",
    ],
  ],
];

testTwins(families);
