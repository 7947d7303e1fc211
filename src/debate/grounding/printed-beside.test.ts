import { testTwins, type Families } from "#tests/support/twins.ts";

/* Figures that a sentence prints beside one another, and what it leaves out because it has said it: `{true|false}`. */

const families: Families = [
  [
    "an own level beside a line, whatever else is supposed",
    [
      "If I must name one, the stop is 214 (just {above|below} the support of 203.2 at the 200-session mean [M41]).",
      "Our target of 236 would still be {under|over} the 252-session high of 260.1 [M36].",
      "Target 236, still {short of|above} the year's high of 260.1 [M36].",
      "I would be long at 221, and the target of 236 lies {below|beyond} the high of 260.1 [M36].",
    ],
  ],
  [
    "a reading beside the line it is held against",
    [
      "The RSI, 49 [M7], is {below|beyond} the overbought line of 70.",
      "Money flow has come to 45.97 [M14], i.e. {well above|just below} the oversold line of 20.",
    ],
  ],
  [
    "average true ranges of the level that is printed",
    [
      "The stop (214) lies 7 dollars below the entry, that is {2.1|4.5} times the ATR of 3.34 [M11].",
      "From entry to target there are 15 dollars, {4.5|2.1} average true ranges of 3.34 [M11].",
    ],
  ],
  [
    "what so and too stand for",
    [
      "The 50-session mean is below the last close, and so is the {200|20}-session mean.",
      "The close is below its upper band, and the 20-session mean is {too|not}.",
      "Over 5 sessions the return is negative, and so is the return over {252|63} sessions.",
    ],
  ],
  [
    "prices as they are spoken, on days that are spoken",
    [
      "The upper band stands at two hundred twenty-nine dollars and seventeen cents [M8], the MACD line at {one point two|one point four} [M38].",
      "On the twelfth of June it closed at 226.05, on the {eighteenth|seventeenth} of June at 221.87 [M26].",
    ],
  ],
];

testTwins(families);
