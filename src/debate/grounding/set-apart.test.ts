import { measure } from "#tests/support/llm-brief.ts";
import { earlierDecision, flagsAgainst, index as plain, proposed } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";
import { prepareEvidence } from "../grounding.ts";

/* Where the last close stands, two figures told apart, and what is denied at a distance: `{true|false}`. */

const index = prepareEvidence([
  ...plain.items.values(),
  measure("M28", "max_drawdown_252", "Deepest fall from a high close within 252 sessions", -21.3, "%"),
  measure("M23", "resistance_20", "Highest high of the previous 20 sessions", 229.1, "USD"),
  measure("M10", "bollinger_percent_b", "Close within the Bollinger bands", -0.1, "x"),
  measure("N4", "news_count_30d", "News items, 30 days", 80, "count"),
  measure("S1", "social_count_30d", "Posts, 30 days", 240, "count"),
  measure("S2", "social_tone_7d", "Tone of posts by lexicon, 7 days", 6.4, "points"),
  measure("S3", "social_tone_30d", "Tone of posts by lexicon, 30 days", 4.1, "points"),
  measure("F30", "ps_ttm", "Price to trailing sales", 1.7, "x"),
  measure("F31", "pb", "Price to book", 4.9, "x"),
  earlierDecision("D1", "2025-03-05, Buy", -3.2, "2025-05-20"),
  earlierDecision("D2", "2025-04-09, Sell", 7.4, "2025-05-20"),
]);

const families: Families = [
  [
    "the last close among those of a year",
    [
      "{At least one|None} of the closes of 252 sessions lies above the last one.",
      "The stock has closed {higher within the last 252 sessions than it did now|on its highest close of the last 6 sessions}.",
      "It is {no|a} record close.",
      "It is {false|true} that no close of the 252 sessions was higher than the last one.",
      "The present fall from the highest close is {not the|the} deepest of 252 sessions.",
      "Within 252 sessions there was {a deeper|no deeper} fall than the present one.",
      "The deepest fall within 252 sessions was {deeper|smaller} than the current one from the highest close.",
      "There has {been a|not been a} higher close within 252 sessions.",
      "The 252-session high {does not fall|falls} within the previous 20 sessions.",
      "The highest price of 252 sessions was touched {before|within} the previous 20 sessions.",
    ],
  ],
  [
    "two told apart",
    [
      "Between the gross margin over the trailing twelve months and the return over 63 sessions, it is the {former|latter} that is larger.",
      "Between the two, the 50-session mean is the {lower|higher} and the 20-session mean the {higher|lower}.",
      "The current ratio and the price to book: the former is the {smaller|larger}.",
      "Between cash and debt, {cash|debt} is the larger.",
      "The stock has been {less|more} volatile in the last 21 sessions than in the last 63.",
      "The company holds more than {four|five} times as much cash as debt.",
      "It is {cheaper|dearer} on sales than on book.",
      "Over 30 days it drew {more|fewer} posts than news items.",
      "The 7-day tone of posts {beats|trails} the 30-day tone.",
      "The 7-day tone of posts on the maker is {positive|negative}.",
      "Over 63 sessions the stock did {worse|better} than ^GSPC.",
      "The stock returned {less|more} than the index over 63 sessions.",
      "The loss over 252 sessions is {deeper|smaller} than over 5 sessions.",
      "The close stands at a premium of {3.49 per cent to the 50-session|1.5 per cent to the 20-session} mean.",
      "The RSI is in the {lower|upper} half of its scale.",
      "Our {target|stop} exceeds the mean close of 20 sessions.",
    ],
  ],
  [
    "where the price went",
    [
      "The stock finished the past 5 sessions in {negative|positive} territory.",
      "The diluted share count {shrank|grew} by 4.6 per cent on a year before.",
      "The price stands no higher than {5|63} sessions earlier.",
    ],
  ],
  [
    "denied at a distance",
    [
      "The stock did not close the last session {above|below} the lower Bollinger band.",
      "It is wrong to place the close {above|below} the lower Bollinger band.",
      "Nobody can rightly say it {gained|lost} ground over the last 5 sessions.",
      "The stock did not close {inside|outside} its Bollinger bands.",
      "We hold the 20-session mean to be {225.15|214.39} dollars.",
      "The 20-session mean {tops|undercuts} the lower Bollinger band.",
    ],
  ],
  [
    "earlier decisions by their day",
    [
      "The 2025-03-05 {Buy|Sell} decision has a price change of -3.2 % over 21 sessions [D1].",
      "The record: {Sell|Buy} on 2025-04-09, then +7.4 % over 21 sessions.",
      "After the Buy of 5 March 2025 the price fell 3.2 % in {21|5} sessions.",
      "The April 9, 2025 decision, Sell, saw a {rise|fall} of 7.4 % in the 21 sessions after it.",
    ],
  ],
];

testTwins(families, undefined, flagsAgainst(index, proposed));
