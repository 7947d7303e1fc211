import { describe, expect, test } from "vitest";
import { AnalystAnswer, ProposalAnswer, VerdictAnswer } from "#src/contract/answers.ts";
import { readAnswer } from "./read-answer.ts";

function verdict(change: object) {
  const whole = {
    text: "It may rise.",
    computations: [],
    rating: "Buy",
    thesis: "Growth.",
    target: 210,
    horizon_days: 90,
    confidence: 0.7,
  };
  return readAnswer(VerdictAnswer, { raw: JSON.stringify({ ...whole, ...change }), prose: "", isCut: false });
}

describe("a value in another form", () => {
  test.each<[object, object]>([
    [{ confidence: 75 }, { confidence: 0.75 }],
    [{ confidence: "70 %" }, { confidence: 0.7 }],
    [{ confidence: "0.7" }, { confidence: 0.7 }],
    [{ horizon_days: "3 months" }, { horizon_days: 90 }],
    [{ horizon_days: 90.5 }, { horizon_days: 91 }],
    [{ horizon_days: "one year" }, { horizon_days: 365 }],
    [{ target: "$1,234.50" }, { target: 1234.5 }],
    [{ target: "190,5 EUR" }, { target: 190.5 }],
    [{ target: "１９０" }, { target: 190 }],
    [{ rating: "BUY" }, { rating: "Buy" }],
    [{ computations: null }, { computations: [] }],
  ])("%j is read as %j, and noted", (given, read) => {
    const { answer, problem, reading } = verdict(given);
    expect(answer).toMatchObject(read);
    expect(problem).toBeNull();
    expect(reading?.steps).toEqual(["converted"]);
    expect(reading?.conversions).toHaveLength(1);
  });

  test.each<[object, string]>([
    [{ confidence: "high" }, "confidence"],
    [{ confidence: 1.5 }, "confidence"],
    [{ confidence: -0.2 }, "confidence"],
    [{ horizon_days: "3-6 months" }, "horizon_days"],
    [{ horizon_days: "soon" }, "horizon_days"],
    [{ target: "190-200" }, "target"],
    [{ target: "about the high" }, "target"],
    [{ target: "12 %" }, "target"],
    [{ target: -4 }, "target"],
    [{ rating: "Strong Buy" }, "rating"],
    [{ rating: undefined }, "rating"],
  ])("%j is not guessed, and the other fields stand", (given, lost) => {
    const { answer, problem, reading } = verdict(given);
    expect(answer).toMatchObject({ text: "It may rise.", thesis: "Growth.", [lost]: null });
    expect(problem).toContain(lost);
    expect(reading).toMatchObject({ steps: ["field_by_field"], missing: [lost] });
  });
});

test("points as texts keep the ids that they cite", () => {
  const raw = JSON.stringify({
    text: "x",
    computations: [],
    score: "+1",
    points: ["Margins grow [F3].", { claim: "Debt falls", evidence: "F4, F5", side: "For" }, 7],
  });
  expect(readAnswer(AnalystAnswer, { raw, prose: "", isCut: false }).answer).toEqual({
    text: "x",
    computations: [],
    score: 1,
    points: [
      { claim: "Margins grow [F3].", evidence: ["F3"], side: "context" },
      { claim: "Debt falls", evidence: ["F4", "F5"], side: "for" },
    ],
  });
});

test("names in another style are the same fields", () => {
  const raw = '{"Text":"x","Action":"SELL","entryPrice":100,"Stop Loss":"110","take_profit":80,"sizePct":"5%"}';
  expect(readAnswer(ProposalAnswer, { raw, prose: "", isCut: false }).answer).toEqual({
    text: "x",
    computations: [],
    action: "sell",
    entry: 100,
    stop: 110,
    target: 80,
    size_pct: 5,
  });
});

test("a report beside the object is its text", () => {
  const report =
    "## Outlook\n\nThe trend is up on every horizon, and the margin grows [F3]. Nothing speaks against it.";
  const read = readAnswer(ProposalAnswer, {
    raw: `${report}\n\n\`\`\`json\n{"action":"buy","entry":1,"stop":null,"target":null,"size_pct":null}\n\`\`\``,
    prose: "",
    isCut: false,
  });
  expect(read).toMatchObject({ text: report, answer: { action: "buy" }, problem: null });
});

test("an answer as it was asked for is taken as it is", () => {
  expect(verdict({})).toMatchObject({ problem: null });
  expect(verdict({})).not.toHaveProperty("reading");
});
