import { testTwins, type Families } from "#tests/support/twins.ts";

/* What sentences state of days and of the latest closes: `{true|false}`. */

const families: Families = [
  [
    "a name as the subject",
    [
      "Harbour Freight {slipped|climbed} on 17 June.",
      "On 12 June Harbour {advanced|retreated}.",
      "Over 63 sessions the Nasdaq is {higher|lower}.",
      "It is no beauty, yet Harbour ended the day {higher|lower}.",
      "Harbour finished the last session {higher|lower}.",
      "Though Harbour's close is {above|below} that of the previous session, patience is cheap.",
    ],
  ],
  [
    "the day that the rest is held against",
    [
      "Compared with 12 June, the latest close is {lower|higher}.",
      "Set against the close of 17 June, the stock is {up|down}.",
      "The slide of 17 June found its floor: the very next close was {higher|lower}.",
    ],
  ],
  [
    "moves between days",
    [
      "Sellers struck hardest on {17|13} June.",
      "The strongest one-session gain of the list came on {12|18} June.",
      "Of the listed days, the shares lost the most on {17|16} June.",
      "It took until {13|12} June for the close to fall below 225.",
      "Not until {17|18} June did it close below 222.",
      "The day's {close|open} was 221.87.",
      "One day down, worth {4.18|1.07} dollars since the 226.05 close.",
      "From 12 June to 17 June the stock {fell|rose}.",
      "From the close of 12 June to that of 16 June, Harbour {went down|went up}.",
    ],
  ],
  [
    "runs",
    [
      "There were three consecutive lower closes, that is a {three|five}-day streak of losses.",
      "Between 13 and 17 June Harbour closed lower {three|four} times running.",
    ],
  ],
  [
    "windows",
    [
      "In five sessions the stock lost {less than two percent|more than twelve percent}.",
      "Over 63 sessions Harbour gained {six and a third|three and a half} percent.",
      "{Eighteen percent|Almost a half} of the value has gone in 252 sessions.",
      "The tool maker has {slipped|climbed} in the last five sessions.",
      "It has slipped in the last five sessions after a {strong|dreadful} quarter.",
      "Harbour's five-session change is {negative|positive}.",
      "The 5-session return and the 63-session return have {opposite signs|the same sign}.",
      "The RSI of 49 is taken over {14|21} sessions.",
      "The RSI of 49 [M7] was computed on {14|20} sessions.",
    ],
  ],
];

testTwins(families);
