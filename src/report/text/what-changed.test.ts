import { expect, test } from "vitest";
import type { Agent } from "#src/contract/run/answers.ts";
import type { Change } from "#src/contract/run/run-diff.ts";
import { whatChanged } from "./what-changed.ts";

const argued = (agent: Agent, fields: readonly Change[], added: readonly string[] = []) => ({
  agent,
  added: [...added],
  removed: [],
  fields: [...fields],
});
const score = (before: number | null, after: number | null): Change => ({ name: "score", before, after });

test("the analyst that moved most is named, then the manager and the trader", () => {
  const moved = [
    argued("market", [score(0, 1)]),
    argued("fundamentals", [score(-2, 1)]),
    argued("research_manager", [{ name: "lean", before: "Hold", after: "Buy" }]),
    argued("trader", [{ name: "action", before: "hold", after: "buy" }]),
  ];
  expect(whatChanged({ arguments: moved }, { before: "Hold", after: "Overweight" })).toBe(
    "The rating changed from Hold to Overweight. The fundamentals analyst moved most, from a score of \u22122 to +1, and 1 other analyst moved with it; the research manager's lean changed from Hold to Buy; the trader's action from hold to buy.",
  );
});

test("without a move the sentence says so, and tells of new claims", () => {
  const same = { before: "Hold", after: "Hold" } as const;
  expect(whatChanged({ arguments: [] }, same)).toBe(
    "Both runs ended in Hold. No analyst, manager or trader moved, and no claim is new.",
  );
  const claims = [argued("bear", [], ["Margins fall."])];
  expect(whatChanged({ arguments: claims }, same)).toContain("1 claim in the second is new.");
});

test("REVIEW is no opinion, and a field that was not read is no move", () => {
  const unread = [argued("market", [score(null, 2)])];
  expect(whatChanged({ arguments: unread }, { before: "Buy", after: "REVIEW" })).toMatch(
    /^The first run ended in Buy, the second without an opinion \(REVIEW\)\. No analyst/,
  );
  expect(whatChanged({ arguments: [] }, { before: "REVIEW", after: "REVIEW" })).toMatch(/^Neither run/);
});
