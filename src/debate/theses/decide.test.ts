import { ownTimeMs } from "#tests/support/own-time.ts";
import { describe, expect, test } from "vitest";
import type { ProposedCondition } from "#src/contract/run/conditions.ts";
import { conditionOf } from "#src/debate/reasoners/llm/reading/read-field.ts";
import { figure } from "#tests/support/llm-brief.ts";
import { decidable } from "./decide.ts";
import { remarksIn } from "./read-words.ts";

const evidence = [
  { ...figure("M1", "close", 201.7, "USD"), key: "close", at: "2025-06-02" },
  { ...figure("M2", "rsi", 45.2, "points"), key: "rsi_14" },
  { ...figure("M5", "mean", 224.4, "USD"), key: "sma_200" },
  { ...figure("M6", "distance", 3.1, "%"), key: "close_vs_sma_200" },
  { ...figure("F1", "revenue", 400_366_000_000, "USD"), key: "revenue_ttm" },
  { ...figure("F3", "margin", 46.6, "%"), key: "gross_margin_ttm" },
  { ...figure("F4", "P/E", 31.4, "x"), key: "pe_ttm" },
  { ...figure("N1", "items", 12, "count"), key: "news_count_7d" },
];
const asked = { evidence, session: "2025-06-02", horizonDays: 90 };

/** As a model gave it, through the reading of answers. */
function read(...given: readonly unknown[]) {
  return decidable(given.flatMap(conditionOf), asked);
}

const usd = {
  measure: "M1",
  comparator: "below",
  threshold: 187,
  unit: "USD",
  sessions: 2,
  next_filing: null,
  by: "2025-08-29",
};

describe("what is watched", () => {
  test.each<[unknown, object]>([
    [
      { said: "close under 187", ...usd },
      {
        measure: "close",
        comparator: "below",
        threshold: 187,
        watch: { at: "close", sessions: 2 },
        deadline: "2025-08-29",
      },
    ],
    [
      "close under 187 for two sessions",
      {
        measure: "close",
        threshold: 187,
        watch: { at: "close", sessions: 2 },
        deadline: "2025-08-31",
        deadline_from: "horizon",
      },
    ],
    [
      "Gross margin below 44 % in the next filing",
      {
        measure: "gross_margin_ttm",
        threshold: 44,
        watch: { at: "next_filing" },
        deadline: "2025-12-19",
        deadline_from: "filing",
      },
    ],
    [
      "two consecutive closes below $187.50 by 2025-07-31",
      { threshold: 187.5, watch: { at: "close", sessions: 2 }, deadline: "2025-07-31" },
    ],
    [
      "a close below its 200-day moving average by 30 September 2025",
      { measure: "close_vs_sma_200", threshold: 0, unit: "%", deadline: "2025-09-30" },
    ],
    [
      "trailing revenue at or below 380 billion USD in the next quarterly report",
      { measure: "revenue_ttm", comparator: "at_or_below", threshold: 380e9 },
    ],
    [
      "RSI(14) drops below 30 for 3 sessions",
      { measure: "rsi_14", threshold: 30, watch: { at: "close", sessions: 3 } },
    ],
    ["P/E exceeds 40x", { measure: "pe_ttm", comparator: "above", threshold: 40 }],
    [
      { condition: "margin squeeze", metric: "[F3]", operator: "<", value: "44 %", nextReport: "yes" },
      { measure: "gross_margin_ttm", comparator: "below", threshold: 44, watch: { at: "next_filing" } },
    ],
    [
      { ...usd, said: "", measure: "Close", threshold: "187 USD", unit: null, sessions: "2 sessions" },
      { measure: "close", threshold: 187 },
    ],
    [
      { ...usd, said: "the margin", measure: "gross_margin_ttm", threshold: 44, unit: null, sessions: null },
      { measure: "gross_margin_ttm", unit: "%" },
    ],
    [
      { ...usd, by: "in 3 months" },
      { deadline: "2025-08-31", deadline_from: "condition" },
    ],
  ])("%j", (given, expected) => {
    expect(read(given)).toMatchObject({ watched: [{ id: "C1", ...expected }], dropped: [] });
  });
});

describe("what is dropped, with its reason", () => {
  test.each<[unknown, string]>([
    ["if sentiment turns sour", "no_measure"],
    ["operating margin below 25 % in the next filing", "no_measure"],
    [{ ...usd, measure: "M99" }, "no_measure"],
    [{ ...usd, measure: "N1", threshold: 3, unit: "count" }, "not_watchable"],
    ["the close breaks 187", "no_comparator"],
    ["close below support", "no_threshold"],
    ["close below 180 to 187 USD", "no_threshold"],
    [{ ...usd, unit: "%" }, "wrong_unit"],
    [{ ...usd, unit: "EUR" }, "wrong_unit"],
    [{ ...usd, measure: "F3", threshold: 0.44, unit: null, sessions: null }, "ambiguous_unit"],
    [{ ...usd, threshold: 18_700, comparator: "above" }, "other_scale"],
    ["trailing revenue below 380 million USD in the next filing", "other_scale"],
    [{ ...usd, said: "close under 178 for two sessions" }, "contradicts_itself"],
    [{ ...usd, said: "close above 187" }, "contradicts_itself"],
    [{ ...usd, said: "close under 187 for five sessions" }, "contradicts_itself"],
    [{ ...usd, sessions: 0 }, "bad_sessions"],
    [{ ...usd, sessions: 90 }, "bad_sessions"],
    ["close under 187 after the next earnings", "not_from_filings"],
    ["close below 205 USD", "already_true"],
    [{ ...usd, by: "soon" }, "no_deadline"],
    [{ ...usd, by: "2025-06-02" }, "past_deadline"],
    [{ ...usd, by: "2029-01-01" }, "late_deadline"],
  ])("%j", (given, reason) => {
    expect(read(given)).toMatchObject({ watched: [], dropped: [{ reason, detail: expect.stringMatching(/\.$/) }] });
  });

  test("what is said twice, and what is too much", () => {
    const many = [187, 187, 186, 185, 184, 183, 182].map((threshold) => ({ ...usd, threshold }));
    const { watched, dropped } = read(...many);
    expect(watched.map(({ threshold, id }) => [id, threshold])).toEqual([
      ["C1", 187],
      ["C2", 186],
      ["C3", 185],
      ["C4", 184],
      ["C5", 183],
    ]);
    expect(dropped.map(({ place, reason }) => [place, reason])).toEqual([
      [2, "duplicate"],
      [7, "too_many"],
    ]);
  });

  test("without a horizon nobody knows the last day", () => {
    const proposed: ProposedCondition[] = conditionOf("close under 187");
    expect(decidable(proposed, { ...asked, horizonDays: null })).toMatchObject({
      dropped: [{ reason: "no_deadline" }],
    });
  });
});

test("hostile answers are read in no time and never throw", () => {
  const odd: unknown[] = [
    null,
    7,
    [],
    {},
    { said: {} },
    { threshold: "NaN", measure: ["M1", "M2"] },
    "x".repeat(200_000),
    "below ".repeat(20_000),
    "<".repeat(50_000),
    { measure: "__proto__", comparator: "constructor", threshold: 1e308 },
  ];
  const start = ownTimeMs();
  const { watched, dropped } = read(...odd);
  expect(watched).toEqual([]);
  expect(dropped.every(({ said }) => said.length <= 250)).toBe(true);
  expect(ownTimeMs() - start).toBeLessThan(30_000);
});

test("the bound is no statement about the present, and what else is said is one", () => {
  const said = "Gross margin below 44 % in the next filing, from 47.3 % now";
  expect(remarksIn(said)).toHaveLength(said.length);
  expect(remarksIn(said)).not.toContain("44");
  expect(remarksIn(said)).not.toContain("below");
  expect(remarksIn(said)).toContain("47.3 % now");
});
