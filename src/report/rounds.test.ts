import { describe, expect, test } from "vitest";
import type { AgentTurn, Reports } from "#src/contract/run/run.ts";
import { readingLines, unheardLine } from "./rounds.ts";

type Unheard = NonNullable<Reports["unheard"]>;

const data: Reports["data"] = {
  symbol: "AAPL",
  name: "Apple",
  asset_type: "stock",
  currency: "USD",
  as_of: null,
  session: null,
  historical: true,
  synthetic: false,
  sources: [],
  notes: [],
};

function reports(unheard: Unheard): Reports {
  const nothing = { checks: [], levels: null, verdict: null, review_reason: null };
  return { data, ...nothing, numbers: { supported: 0, unsupported: 0 }, unheard };
}

describe("what a debate went on without", () => {
  test("is told with who and when", () => {
    const reason = "the model gave no answer";
    expect(unheardLine(reports([{ agent: "news", round: 1, reason }]))).toBe(
      "The debate continued without one of its statements because the model gave no answer: News analyst.",
    );
    const two = unheardLine(
      reports([
        { agent: "news", round: 1, reason },
        { agent: "bear", round: 2, reason },
      ]),
    );
    expect(two).toMatch(/without 2 of its statements.*: News analyst; Bear.*, round 2\.$/);
  });

  test("is not told where everybody was heard", () => {
    expect(unheardLine(reports([]))).toBeNull();
  });
});

const turn: AgentTurn = { round: 1, text: "It fell.", points: [], fields: {}, problem: null };

describe("how an answer was read", () => {
  test("is not told where it came as it was asked for", () => {
    expect(readingLines(turn)).toEqual([]);
  });

  test("is told with what was converted, lost and asked again", () => {
    const read: AgentTurn = {
      ...turn,
      problem: "target is missing",
      read_as: ["converted", "field_by_field", "asked_again"],
      conversions: ["confidence: 75 read as 0.75"],
    };
    expect(readingLines(read)).toEqual([
      "The model was asked once more for this answer.",
      "Not all of the answer could be read: Target is missing.",
      "Read with conversions: Confidence: 75 read as 0.75.",
    ]);
  });

  test("is told with what an agent was asked about its figures, and what became of it", () => {
    const asked: AgentTurn = { ...turn, read_as: ["asked_again", "asked_again_figures"] };
    expect(readingLines(asked)).toEqual(["Asked again about figures or words that the evidence denies; corrected."]);
    const text = [{ from: 3, to: 7, kind: "contradicted" as const, ids: ["M1"], expression: null }];
    expect(readingLines({ ...asked, checked: { text, points: [], fields: {} } })).toEqual([
      "Asked again about figures or words that the evidence denies; 1 still flagged.",
    ]);
  });
});
