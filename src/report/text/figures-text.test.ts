import { describe, expect, test } from "vitest";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { AgentTurn } from "#src/contract/run/run.ts";
import type { SpanKind, TextSpan } from "#src/contract/run/spans.ts";
import { footerText, figuresSummary, flaggedCount, flaggedNotes } from "./figures-text.ts";

const text = "12.5 rose 9.9 over M99";

function span(printed: string, kind: SpanKind, ids: string[] = [], expression: string | null = null): TextSpan {
  const from = text.indexOf(printed);
  return { from, to: from + printed.length, kind, ids, expression };
}

function turn(...spans: TextSpan[]): AgentTurn {
  const checked = { text: spans, points: [], fields: {} };
  return { round: 1, text, points: [], fields: {}, problem: null, checked };
}

const item: Evidence = {
  id: "M3",
  key: "return_1m",
  label: "One-month return",
  value: -4.25,
  unit: "%",
  text: null,
  at: "2025-06-02",
  source: "archive",
  source_ids: [],
  hash: "",
  formula: null,
};
const evidence = new Map([["M3", item]]);

function many(count: number, kind: SpanKind, expression: string | null = null): TextSpan[] {
  return Array.from({ length: count }, () => span("12.5", kind, ["M3"], expression));
}

describe("the summary of a report", () => {
  test("tells figures by who wrote them, and words apart", () => {
    const of = turn(
      ...many(50, "reference"),
      ...many(3, "reference", "M3 / M4"),
      ...many(5, "own", "stop"),
      ...many(4, "supported"),
      ...many(2, "wrong_source"),
      ...many(1, "unsupported"),
      ...many(1, "unread"),
      ...many(6, "agrees"),
      ...many(1, "contradicted"),
    );
    expect(figuresSummary([of])).toBe(
      "58 figures: 50 taken from evidence, 3 calculated from it, 5 the agents’ own. " +
        "The agents typed 7 figures themselves: 4 match the evidence, 2 match evidence other than cited, 1 matches none. " +
        "1 figure could not be checked. " +
        "Code checked 7 words such as “rose” or “above”: 6 agree with the evidence, 1 contradicts it.",
    );
  });

  test("says all where it is all", () => {
    expect(figuresSummary([turn(...many(3, "reference"), ...many(2, "supported"), ...many(2, "agrees"))])).toBe(
      "3 figures: all taken from evidence. The agents typed 2 figures themselves: all match the evidence. " +
        "Code checked 2 words such as “rose” or “above”: all agree with the evidence.",
    );
  });

  test("is nothing where there is neither", () => {
    expect(figuresSummary([turn(span("M99", "citation", ["M99"]))])).toBeNull();
  });
});

describe("notes of a turn", () => {
  test("say what was written and what the evidence says, of what is flagged alone", () => {
    const of = turn(
      span("12.5", "wrong_source", ["M3"]),
      span("rose", "contradicted", ["M3"]),
      span("9.9", "unsupported"),
      span("over", "agrees", ["M3"]),
      span("M99", "unknown_id", ["M99"]),
    );
    expect(flaggedCount([of])).toBe(4);
    expect(flaggedNotes(of, evidence)).toEqual([
      "“12.5” is not in the evidence it cites. One-month return: −4.25% [M3].",
      "“rose” contradicts the evidence. One-month return: −4.25% [M3].",
      "“9.9” matches none of the run’s evidence, cited or not. Look it up before you use it.",
      "There is no evidence M99.",
    ]);
    expect(flaggedNotes(turn(span("12.5", "reference", ["M3"])), evidence)).toEqual([]);
    expect(flaggedNotes(turn(span("12.5", "unsupported"), span("9.9", "unsupported")), evidence)).toEqual([
      "“12.5” and “9.9” match none of the run’s evidence, cited or not. Look them up before you use them.",
    ]);
    const pointed = "At [no figure: M98].";
    const missing: TextSpan = { from: 3, to: pointed.length - 1, kind: "unsupported", ids: [], expression: null };
    expect(flaggedNotes({ ...turn(missing), text: pointed }, evidence)).toEqual([
      "The agent pointed to a figure that the evidence does not have: M98.",
    ]);
  });
});

describe("what is not checked is said by the language", () => {
  const written = [turn(span("12.5", "reference", ["M3"]))];

  test.each([
    ["in English", footerText(written, undefined, false), "Other words are not checked."],
    ["in another language", footerText(written, "de", false), "Words are not checked in a report written in German."],
    // An earlier release read German too.
    [
      "where words were read all the same",
      footerText([turn(span("rose", "agrees", ["M3"]))], "de", false),
      "Other words are not checked.",
    ],
    ["of the rules engine", footerText(written, undefined, true), "Its words are not checked again."],
  ])("%s", (_name, line, wanted) => {
    expect(line).toContain(wanted);
  });
});
