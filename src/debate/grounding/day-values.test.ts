import { expect, test } from "vitest";
import { prepareEvidence } from "#src/debate/grounding.ts";
import { measure } from "#tests/support/llm-brief.ts";
import { flagsAgainst } from "#tests/support/sentences-evidence.ts";
import { bothSides } from "#tests/support/twins.ts";

const news = (id: string, at: string, text: string) => ({
  ...measure(id, "news", "News", 0, ""),
  value: null,
  unit: null,
  at,
  text,
});
const closes = "2025-06-12 40.1; 2025-06-13 41.22; 2025-06-16 40.05; 2025-06-17 40.6; 2025-06-18 39.7";
const index = prepareEvidence([
  { ...measure("M1", "close", "Last close", 39.7, "USD"), at: "2025-06-18" },
  { ...measure("M2", "return_1d", "Return over 1 session", -2.22, "%"), at: "2025-06-18" },
  { ...news("M3", "2025-06-18", closes), key: "recent_closes", label: "Closes of the last 5 sessions" },
  { ...measure("M4", "high_252", "Highest price of 252 sessions", 44.5, "USD"), at: "2025-06-18" },
  { ...measure("M5", "resistance_20", "Highest high of the previous 20 sessions", 44.5, "USD"), at: "2025-06-18" },
  {
    ...measure("F1", "days_since_last_filing", "Days since the last filing (10-Q of 2025-05-07)", 42, "days"),
    at: "2025-06-18",
  },
  { ...measure("F2", "latest_period_end_age", "Age of the newest period reported", 79, "days"), at: "2025-03-31" },
  {
    ...measure("F3", "days_since_high", "Days since the highest close since 2024-01-02", 133, "days"),
    at: "2025-06-18",
  },
  {
    ...measure(
      "D1",
      "decision_return_21",
      "Earlier decision of 2025-02-03, Hold by rules: price change over the 21 sessions after it",
      4.31,
      "%",
    ),
    at: "2025-03-05",
  },
  news("N1", "2025-06-16", "Harbour Tools shares fall 2.8% — They closed at $40.05. The S&P 500 gained 0.4%."),
  news("N2", "2025-06-13", "Harbour Tools shares rise 2.8% — They closed at $41.22."),
  news("N3", "2025-06-10", "Harbour Tools names Ann Lee as its chief from July 1, 2025 on — She follows Jo Marsh."),
]);
const isFlagged = flagsAgainst(index);

/** What is true and what is false, without and with what the news say. */
test.each([
  "On {16|17} June the shares settled at $40.05.",
  "On {13|16} June Harbour closed at $41.22 [N2].",
  "{13|12} June: Harbour gained 2.8% to $41.22 [N2].",
  "Harbour lost 2.22% on {18|17} June alone.",
  "The fall of 2.8% on {16|17} June came without news of the company [N1].",
  "On 16 June the S&P 500 gained 0.4% while Harbour {lost|gained} 2.8% [N1].",
])("a close and a move are those of the day that is told: %s", (sentence) => {
  const { right, wrong } = bothSides(sentence);
  expect([right, wrong].map((text) => isFlagged(text))).toEqual([false, true]);
});

test.each([
  "Lee takes over on {July|August} 1, 2025 [N3].",
  "The accounts run to {31 March|30 June} 2025.",
  "The figures are those of the quarter ended on {31 March|31 December} 2025.",
  "The latest 10-Q came out {42|79} days before the date of this decision.",
  "The highest close lies {one hundred and thirty-three|two hundred and ten} days in the past.",
  "The Hold of 3 {February|March} was followed by 4.31% in the 21 sessions after it.",
  "The 4.31% [D1] that followed our Hold call of {February|April} 2025 was modest.",
  "The high of 44.50 is the peak of both the previous {20|5} and the 252 sessions.",
])("a report, a period and a decision are of the day that is told: %s", (sentence) => {
  const { right, wrong } = bothSides(sentence);
  expect([right, wrong].map((text) => isFlagged(text))).toEqual([false, true]);
});
