import { expect, test } from "vitest";
import type { AgentTurn } from "#src/contract/run.ts";
import type { TextSpan } from "#src/contract/spans.ts";
import { fullReport } from "#tests/support/full-report.ts";
import { changeOfMind } from "./headline.ts";
import { createReader } from "./prose.ts";

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
  const reports = { ...full.reports, levels: null, research_manager: undefined, portfolio_manager: report };
  expect(changeOfMind({ ...full, reports }, createReader(null)).map(({ source }) => source)).toEqual([
    "A fall under 40.5 ⚠ would invalidate it.",
    "**3.3 % ⚠** growth changes our view.",
  ]);
});
