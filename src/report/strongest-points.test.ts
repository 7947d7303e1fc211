import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Agent } from "#src/contract/run/answers.ts";
import type { AgentReport, AgentTurn } from "#src/contract/run/run.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { strongestPoints } from "./strongest-points.ts";

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
