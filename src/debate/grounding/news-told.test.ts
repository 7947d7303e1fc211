import type { Evidence } from "#src/contract/evidence.ts";
import { measure } from "#tests/support/llm-brief.ts";
import { flagsAgainst, index as plain, proposed } from "#tests/support/sentences-evidence.ts";
import { testTwins, type Families } from "#tests/support/twins.ts";
import { prepareEvidence } from "../grounding.ts";

/* What news texts tell, earlier decisions and ages: `{true|false}`. */

const told = (id: string, at: string, text: string): Evidence => ({
  ...measure(id, "news", "News", 0, "USD"),
  value: null,
  unit: null,
  at,
  text,
});
const index = prepareEvidence([
  ...plain.items.values(),
  told(
    "N7",
    "2025-06-16",
    "Alpha Wire: Pumps recalled after a valve fault — The recall covers 340 pumps. Repairs take 3 weeks.",
  ),
  told("N8", "2025-06-12", "Alpha Wire: Director sells shares under a plan — A notice names the trade."),
  told(
    "N9",
    "2025-06-17",
    "Beta Post: Shares underperform rivals as orders slow — The Lisbon plant has not been closed.",
  ),
  told("N10", "2025-06-13", "Alpha Wire: Results — Revenue was $4.2 billion; analysts had expected $4.1 billion."),
  {
    ...measure(
      "D1",
      "decision_return_21",
      "Earlier decision of 2025-03-05, Buy by rules: price change over the 21 sessions after it",
      -3.2,
      "%",
    ),
    at: "2025-04-03",
  },
  measure("F37", "days_since_last_filing", "Days since the last filing (10-Q of 2025-05-08)", 41, "days"),
  measure("F38", "latest_period_end_age", "Age of the newest period reported", 79, "days"),
  measure("F39", "days_since_high", "Days since the highest close since 2020-01-02", 94, "days"),
]);

const families: Families = [
  [
    "the text that is cited",
    ["A valve fault led to the recall of pumps [{N7|N8}].", "A director {sold|bought} shares under a plan [N8]."],
  ],
  [
    "the text that is meant",
    [
      "Repairs of the recalled pumps take three {weeks|months}.",
      "The pump recall was reported on {16|12} June.",
      "The shares {underperformed|outperformed} rivals, per Beta Post.",
      "The Lisbon plant has {not been|been} closed, says Beta Post.",
      "Revenue of {$4.2 billion beat the expected $4.1|$4.1 billion missed the expected $4.2} billion [N10].",
    ],
  ],
  [
    "earlier decisions",
    [
      "After the Buy of 5 March the price {fell|rose}.",
      "The earlier Buy call proved {wrong|right}.",
      "The earlier decision dates from {5 March|3 April}.",
      "On 5 March 2025 the earlier decision was {Buy|Sell}.",
      "An earlier decision, {Buy|Sell}, was taken on 5 March 2025.",
      "The Buy of 5 March ran until {3 April|8 May}.",
      "The Buy of 5 March was tracked over {21|63} sessions.",
    ],
  ],
  [
    "ages",
    [
      "The peak lies about {three months|a year} back.",
      "The last 10-Q came on 8 May, {41|79} days before this decision.",
      "There are {119|252} sessions of price history.",
    ],
  ],
];

testTwins(families, undefined, flagsAgainst(index, proposed));
