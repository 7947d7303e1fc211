import { describe, expect, test } from "vitest";
import { figure, measure } from "#tests/support/llm-brief.ts";
import { flagsAgainst } from "#tests/support/sentences-evidence.ts";
import { prepareEvidence } from "../grounding.ts";
import { pointers } from "./direction-lexicon.ts";

/*
 * Statements made from the lexicon and the evidence: each true sentence has a twin that says the opposite of it, in
 * several orders of words. Whatever the words, the first must pass and the second must not.
 */

const closes =
  "2025-05-12 100; 2025-05-13 103; 2025-05-14 104; 2025-05-15 102; 2025-05-16 99; 2025-05-19 98; 2025-05-20 101";
const items = [
  { ...measure("M1", "close", "Last close, as traded", 101, "USD"), at: "2025-05-20" },
  measure("M2", "sma_20", "Mean close of 20 sessions", 99, "USD"),
  measure("M3", "sma_50", "Mean close of 50 sessions", 104, "USD"),
  measure("M4", "macd", "MACD line (12, 26)", 1.2, "USD"),
  measure("M5", "macd_signal", "MACD signal line (9)", 1.6, "USD"),
  measure("M6", "macd_hist", "MACD histogram", -0.4, "USD"),
  measure("M7", "support_20", "Lowest low of the previous 20 sessions", 96, "USD"),
  measure("M8", "resistance_20", "Highest high of the previous 20 sessions", 107, "USD"),
  measure("M9", "return_5d", "Return over 5 sessions", -2.4, "%"),
  measure("M10", "return_21d", "Return over 21 sessions", 6.3, "%"),
  measure("M11", "return_252d", "Return over 252 sessions", 14.7, "%"),
  measure("M12", "volume_ratio_20", "Last volume against the mean of the 20 sessions before", 0.8, "x"),
  measure("M13", "low_252", "Lowest price of 252 sessions", 71.5, "USD"),
  {
    ...figure("M14", "Closes of the last 7 sessions, split-adjusted", 0, ""),
    key: "recent_closes",
    value: null,
    unit: null,
    text: closes,
  },
  measure("F1", "revenue_growth_yoy", "Revenue growth, trailing year on year", 5.2, "%"),
  measure("F2", "net_income_ttm", "Net income, trailing twelve months", 9.3e9, "USD"),
  measure("F3", "dilution_yoy", "Diluted shares against a year before, split-adjusted", -3.1, "%"),
  measure("F4", "current_ratio", "Current ratio", 1.4, "x"),
  measure("F5", "buybacks_ttm", "Own shares bought back, trailing twelve months", 8.8e9, "USD"),
  measure("N1", "news_positive_share_7d", "Positive share of news items by lexicon, 7 days", 71, "%"),
  measure("N2", "news_tone_7d", "Tone of news items by lexicon, 7 days", 5.4, "points"),
];
const index = prepareEvidence(items);

const isFlagged = flagsAgainst(index);

/** Verbs in the past tense that point by themselves. */
const past = [...pointers].flatMap(([word, [pointer]]) =>
  word.endsWith("ed") &&
  !/^(?:need|add|shed|trail|lagg|firm|widen|narrow|compress)/.test(word) &&
  pointer?.before === undefined &&
  pointer?.behind === undefined &&
  pointer !== undefined
    ? [{ word, way: pointer.way }]
    : [],
);
const subjects: readonly { readonly text: (verb: string) => string; readonly sign: 1 | -1 }[] = [
  { text: (verb) => `Revenue ${verb} [F1]`, sign: 1 },
  { text: (verb) => `Compared with a year ago, revenue ${verb} [F1]`, sign: 1 },
  { text: (verb) => `The share count ${verb} over the year [F3]`, sign: -1 },
  { text: (verb) => `Over the past week the stock ${verb}`, sign: -1 },
  { text: (verb) => `The shares ${verb} over the past month`, sign: 1 },
  { text: (verb) => `On 16 May the stock ${verb} [M14]`, sign: -1 },
];

describe("every verb of the lexicon, of every subject", () => {
  test("there are many", () => {
    expect(past.length).toBeGreaterThan(70);
  });

  test.each(past)("$word", ({ word, way }) => {
    for (const { text, sign } of subjects)
      expect([text(word), isFlagged(text(word))]).toEqual([text(word), way !== sign]);
  });
});

test.each([
  ["The price stands north of its 20-session mean", "The price stands south of its 20-session mean"],
  ["The 20-session mean trails the 50-session mean", "The 20-session mean outstrips the 50-session mean"],
  ["The 20-day has yet to climb over the 50-day", "The 20-day has climbed over the 50-day"],
  ["The MACD line lags its signal [M4, M5]", "The MACD line tops its signal [M4, M5]"],
  ["The histogram is below zero", "The histogram is above zero"],
  [
    "The histogram reads -0.4 and is in negative territory [M6]",
    "The histogram reads -0.4 and is in positive territory [M6]",
  ],
  ["Support has held", "Support has been broken"],
  ["The stock has not broken resistance", "The stock has broken through resistance"],
  ["Volume was lighter than usual", "Volume was heavier than usual"],
  ["The current ratio is above one", "The current ratio is below one"],
  ["The company is profitable", "The company is loss-making"],
  ["The company has been retiring shares", "The company is diluting its shareholders"],
  ["Coverage is mostly favourable", "Coverage is mostly unfavourable"],
  ["The tone of the news is upbeat", "The tone of the news is downbeat"],
  ["Instead of falling, the stock rose over the past month", "Instead of rising, the stock fell over the past month"],
  ["The stock lost ground over the week", "The stock gained ground over the week"],
  ["It lost 2.4% in a week [M9]", "It lost 2.4% in a fortnight [M9]"],
  ["It gained 6.3% month on month [M10]", "It gained 6.3% quarter on quarter [M10]"],
  ["It is up 14.7% on the year [M11]", "It is up 14.7% year to date [M11]"],
  ["The 52-week low is 71.5 [M13]", "The 13-week low is 71.5 [M13]"],
  ["Buybacks came to $8.8 billion over twelve months [F5]", "Buybacks came to $8.8 billion over two years [F5]"],
  ["On 16/05/2025 it closed at 99 [M14]", "On 15/05/2025 it closed at 99 [M14]"],
  ["On Friday it closed at 99 [M14]", "On Thursday it closed at 99 [M14]"],
  ["The prior session closed at 98 [M14]", "The prior session closed at 99 [M14]"],
  ["The stock fell on 15 May and rose on 20 May [M14]", "The stock rose on 15 May and fell on 20 May [M14]"],
  ["The stock closed at 101 dollars and 0 cents [M1]", "The stock closed at 101 dollars and 80 cents [M1]"],
  ["Positive items were in the low seventies [N1]", "Positive items were in the low sixties [N1]"],
  ["Seven in ten items were positive [N1]", "Four in ten items were positive [N1]"],
  ["Net income was $9·3bn [F2]", "Net income was $7·3bn [F2]"],
  ["The current ratio is about one and two-fifths, 1.4 [F4]", "The current ratio is one and three-quarters [F4]"],
])("«%s», and not «%s»", (right, wrong) => {
  expect([isFlagged(right), isFlagged(wrong)]).toEqual([false, true]);
});

test.each([
  "If the stock breaks support, we sell",
  "A close above resistance would change that",
  "Analysts expect revenue to have fallen",
  "Has revenue fallen?",
  "Costs end up higher than the company hoped",
  "Oracle fell on 20 May, according to the news",
])("states nothing of the evidence: «%s»", (text) => {
  expect(isFlagged(text)).toBe(false);
});
