import { expect, test } from "vitest";
import type { AgentTurn } from "#src/contract/run/run.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { fullReport } from "#tests/support/full-report.ts";
import { changeOfMind, headFacts } from "./headline.ts";
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
