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
];

testTwins(families);
