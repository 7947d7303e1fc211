import { describe, expect, test } from "vitest";
import { fc, test as property } from "@fast-check/vitest";
import type { AgentReport, AgentTurn } from "#src/contract/run/run.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { fullReport } from "#tests/support/full-report.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import { changeOfMind, headFacts, strongestPoints } from "./headline.ts";
import { createReader } from "./text/prose.ts";

test("sentences that would change the rating are quoted with what is flagged in them", async () => {
  const text =
    "It is 1.5 now.\n\n- 16.7 % is the gap\n2. A fall under 40.5 would invalidate it. **3.3 %** growth changes our view.";
  const span = (printed: string): TextSpan => {
    const from = text.indexOf(printed);
    return { from, to: from + printed.length, kind: "unsupported", ids: [], expression: null };
  };
  const full = await fullReport();
  const checked = { text: ["1.5", "40.5", "3.3 %"].map(span), points: [], fields: {} };
  const turn: AgentTurn = { round: 1, text, points: [], fields: {}, problem: null, checked };
  const report = { agent: "portfolio_manager" as const, text, turns: [turn], skipped: null };
  // What code watches stands in their place where there is any.
  const { conditions, ...unwatched } = full.reports;
  expect(conditions?.watched).not.toEqual([]);
  const reports = { ...unwatched, levels: null, research_manager: undefined, portfolio_manager: report };
  expect(changeOfMind({ ...full, reports }, createReader(null)).map(({ source }) => source)).toEqual([
    "A fall under 40.5 ⚠ would invalidate it.",
    "**3.3 % ⚠** growth changes our view.",
  ]);
});

test("a stop and a target stand with how far they are from the entry, in percent and in ranges", async () => {
  const full = await fullReport();
  const { currency } = full.reports.data;
  const evidence = full.run.manifest.evidence.map((item) =>
    item.key === "close" ? { ...item, value: 40 } : item.key === "atr_14" ? { ...item, value: 2 } : item,
  );
  const run = { ...full.run, manifest: { ...full.run.manifest, evidence } };
  const levels = { action: "buy", entry: 50, stop: 40, target: 65, size_pct: 3, currency } as const;
  const facts = headFacts({ ...full, run, reports: { ...full.reports, levels } });
  const noteOf = (wanted: string) => facts.find(({ label }) => label === wanted)?.note;
  expect(["Entry", "Stop", "Target"].map(noteOf)).toEqual(["+25.0% · 5.0 ATR", "−20.0% · 5.0 ATR", "+30.0% · 7.5 ATR"]);
  expect(facts).toContainEqual({ label: "Reward to risk", value: "1.5", note: null });
});

test("the next report stands as an estimate, and only where the evidence has one", async () => {
  const full = await fullReport();
  const [first] = full.run.manifest.evidence;
  if (first === undefined) throw new Error("no evidence");
  const others = full.run.manifest.evidence.filter(({ key }) => key !== "next_report_days");
  const next = { ...first, key: "next_report_days", value: 72, unit: "days", at: "2025-02-14" };
  const factIn = (evidence: typeof others) =>
    headFacts({ ...full, run: { ...full.run, manifest: { ...full.run.manifest, evidence } } }).find(
      ({ label }) => label === "Next report",
    );
  expect(factIn([...others, next])).toEqual({
    label: "Next report",
    value: "about 2025-04-27",
    note: "estimate from past filings, not confirmed",
  });
  expect(factIn(others)).toBeUndefined();
});

type Point = AgentTurn["points"][number];

const point = (claim: string, ...evidence: string[]): Point => ({ claim, evidence });

function report(agent: Agent, ...rounds: readonly (readonly Point[])[]): AgentReport {
  const turns = rounds.map((points, index): AgentTurn => {
    const checked = { text: [], points: points.map(() => []), fields: {} };
    return { round: index + 1, text: "", points: [...points], fields: {}, problem: null, checked };
  });
  return { agent, text: "", turns, skipped: null };
}

function claims(reports: Parameters<typeof strongestPoints>[0], side: "bull" | "bear" = "bull"): string[] {
  return strongestPoints(reports, side).map(({ turn, index }) => turn.points[index]?.claim ?? "");
}

describe("the strongest points of a side", () => {
  test("are those whose evidence the decision cites, then the plan's, then those with most evidence", () => {
    const bull = report("bull", [
      point("much evidence", "M1", "M2", "M3"),
      point("in the plan", "F1"),
      point("decisive", "F2"),
      point("weak", "M9"),
    ]);
    const portfolio_manager = report("portfolio_manager", [point("because", "F2")]);
    const research_manager = report("research_manager", [point("so", "F1")]);
    expect(claims({ bull, research_manager, portfolio_manager })).toEqual(["decisive", "in the plan", "much evidence"]);
    expect(claims({ bull })).toEqual(["much evidence", "in the plan", "decisive"]);
  });

  test("stand before what is flagged, and a later round before an earlier one", () => {
    const bear = report("bear", [point("flagged", "M1"), point("first", "M2")], [point("second", "M3")]);
    const flag: TextSpan = { from: 0, to: 4, kind: "unsupported", ids: [], expression: null };
    bear.turns[0]?.checked?.points[0]?.push(flag);
    expect(claims({ bear }, "bear")).toEqual(["second", "first", "flagged"]);
  });

  test("rest on different evidence where there is any, and say nothing twice", () => {
    const all = [point("a", "M1", "M2"), point("b", "M2", "M1"), point("c", "M3"), point("d", "M4")];
    expect(claims({ bull: report("bull", all, all) })).toEqual(["a", "c", "d"]);
    expect(claims({ bull: report("bull", [point("a", "M1"), point("b", "M1"), point("a", "M1")]) })).toEqual([
      "a",
      "b",
    ]);
  });

  test("are none where a side did not speak", () => {
    expect(claims({})).toEqual([]);
  });
});

const points = fc.array(
  fc.record({
    claim: fc.constantFrom("a", "b", "c", "d", "e"),
    evidence: fc.array(fc.constantFrom("M1", "M2", "F1", "N1"), { maxLength: 3 }),
  }),
  { maxLength: 6 },
);

property.prop([fc.array(points, { maxLength: 3 }), points])(
  "whatever was said, they are at most three of the side's own, each said once",
  (rounds, cited) => {
    const bull = report("bull", ...rounds);
    const chosen = claims({ bull, portfolio_manager: report("portfolio_manager", cited) });
    const said = new Set<string>(rounds.flat().map(({ claim }) => claim));
    expect(chosen.length).toBe(Math.min(3, said.size));
    expect(new Set(chosen).size).toBe(chosen.length);
    expect(chosen.every((claim) => said.has(claim))).toBe(true);
  },
);
