import { expect, test } from "vitest";
import type { Agent } from "#src/contract/run/answers.ts";
import type { LiveTurn } from "./live-run.ts";
import { pointsBySide } from "./transcript.ts";

const at = "2026-01-05T10:00:00.000Z";

function turn(agent: Agent, claims: readonly string[], round = 1): LiveTurn {
  return {
    agent,
    round,
    startedAt: at,
    finishedAt: at,
    text: "",
    lookUps: 0,
    headline: null,
    tokens: 0,
    costUsd: null,
    unsupported: 0,
    skipped: null,
    spans: [],
    points: claims.map((claim) => ({ claim, evidence: ["M1"], is_supported: true })),
  };
}

test("points stand by side and round, whoever ended first", () => {
  const exchanges = pointsBySide([
    turn("news", ["against: Tone has turned.", "context: A report is due."]),
    turn("market", ["for: The trend holds."]),
    turn("bear", ["It is priced in."]),
    turn("bull", ["Margins rise.", "Cash is ample."]),
    turn("bull", ["They rise still."], 2),
    turn("research_manager", ["The bull has it."]),
  ]);
  const said = exchanges.map(({ title, for: pro, against }) => [
    title,
    pro.map(({ claim }) => claim),
    against.map(({ claim }) => claim),
  ]);
  expect(said).toEqual([
    ["Analysts", ["The trend holds."], ["Tone has turned."]],
    ["Opening", ["Margins rise.", "Cash is ample."], ["It is priced in."]],
    ["Rebuttal 1", ["They rise still."], []],
  ]);
});

test("before anybody has ended there are none", () => {
  expect(pointsBySide([turn("bull", []), turn("market", [])])).toEqual([]);
});
