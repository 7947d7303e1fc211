import { expect, test } from "vitest";
import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import { applyEvent, emptyRun, type LiveRun } from "./live-run.ts";
import { liveStages, speakerOf } from "./transcript.ts";

const at = "2026-01-05T10:00:00.000Z";
const end = {
  headline: "said",
  tokens: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 },
  cost_usd: null,
  unsupported_numbers: 0,
  skipped: null,
};

function after(...events: readonly (readonly [type: string, agent: string, round?: number])[]): LiveRun {
  return events
    .map(([type, agent, round = 1], index): JobEvent => ({
      seq: index + 1,
      type,
      data: { agent, round, ...(type === "agent.finished" ? end : {}) },
      created_at: at,
    }))
    .reduce(applyEvent, emptyRun(at));
}

const started = (agent: string, round = 1) => ["agent.started", agent, round] as const;
const finished = (agent: string, round = 1) => ["agent.finished", agent, round] as const;
const stagesOf = (run: LiveRun) => liveStages(run, { analysts: ["market", "news"] }, { rounds: 2, riskRounds: 1 });

test("the rail counts what was asked for, and says where the run is", () => {
  const run = after(
    started("market"),
    started("news"),
    finished("market"),
    finished("news"),
    started("bull"),
    finished("bull"),
  );
  expect(stagesOf(run).map(({ name, state, done, of }) => [name, state, done, of])).toEqual([
    ["Analysts", "done", 2, 2],
    ["Debate", "speaking", 1, 4],
    ["Plan", "waiting", 0, 1],
    ["Trade", "waiting", 0, 1],
    ["Risk", "waiting", 0, 3],
    ["Decision", "waiting", 0, 1],
  ]);
});

test("who speaks at the same time has a place as soon as one of them begins", () => {
  const [, debate] = stagesOf(after(started("bull"), finished("bull"), started("bull", 2)));
  expect(
    debate?.rounds.map(({ round, places }) => [round, ...places.map(({ agent, turn }) => [agent, turn !== null])]),
  ).toEqual([
    [1, ["bull", true], ["bear", false]],
    [2, ["bull", true], ["bear", false]],
  ]);
});

test("the view follows who has spoken longest, and stays with the last when nobody speaks", () => {
  expect(speakerOf(after())).toBeNull();
  expect(speakerOf(after(started("market"), started("news")))).toBe("turn-market-1");
  expect(speakerOf(after(started("market"), started("news"), finished("market")))).toBe("turn-news-1");
  expect(speakerOf(after(started("market"), started("news"), finished("news"), finished("market")))).toBe(
    "turn-news-1",
  );
});
