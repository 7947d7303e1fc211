import type { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { type Agent, stages } from "#src/contract/run/answers.ts";
import type { LiveRun, LiveTurn } from "./live-run.ts";

/* A run as a transcript: stage by stage, exchange by exchange, in the order in which it is spoken. */

export interface LiveStage {
  readonly title: string;
  /** In one word, for the rail. */
  readonly name: string;
  readonly state: "waiting" | "speaking" | "done";
  /** Statements made, and of how many. */
  readonly done: number;
  readonly of: number;
  /** As far as they have started. */
  readonly rounds: readonly LiveRound[];
}

export interface LiveRound {
  readonly round: number;
  /** Everybody who speaks in it has a place as soon as one of them begins, so that nothing moves later. */
  readonly places: readonly { readonly agent: Agent; readonly turn: LiveTurn | null }[];
}

export interface Rounds {
  readonly rounds: number;
  readonly riskRounds: number;
}

const names = ["Analysts", "Debate", "Plan", "Trade", "Risk", "Decision"];

export function liveStages(run: LiveRun, { analysts }: Pick<AnalysisRequest, "analysts">, rounds: Rounds): LiveStage[] {
  const wanted = new Set<Agent>(analysts);
  return stages.map(({ title, agents }, index) => {
    const shown = index === 0 ? agents.filter((agent) => wanted.has(agent)) : agents;
    const turns = run.turns.filter(({ agent }) => shown.includes(agent));
    const each = shown.includes("bull") ? rounds.rounds : shown.includes("neutral") ? rounds.riskRounds : 1;
    const of = Math.max(shown.length * each, turns.length);
    const done = turns.filter(({ finishedAt }) => finishedAt !== null).length;
    const started = [...new Set(turns.map(({ round }) => round))].toSorted((a, b) => a - b);
    return {
      title,
      name: names[index] ?? title,
      state: done >= of ? "done" : turns.length > 0 ? "speaking" : "waiting",
      done,
      of,
      rounds: started.map((round) => ({
        round,
        places: shown.map((agent) => ({
          agent,
          turn: turns.find((turn) => turn.agent === agent && turn.round === round) ?? null,
        })),
      })),
    };
  });
}

/** The name of a turn's place in an address. */
export function placeId({ agent, round }: Pick<LiveTurn, "agent" | "round">): string {
  return `turn-${agent.replaceAll("_", "-")}-${round}`;
}

/** Whoever has spoken longest of those who speak now; else whoever ended last. `null` before anybody speaks. */
export function speakerOf({ turns }: LiveRun): string | null {
  const speaker = turns.find(({ finishedAt }) => finishedAt === null) ?? turns.at(-1);
  return speaker === undefined ? null : placeId(speaker);
}
