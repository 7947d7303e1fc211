import { type AnalysisRequest, Analyst } from "#src/contract/jobs/analysis.ts";
import { type Agent, stages } from "#src/contract/run/answers.ts";
import type { LiveRun, LiveTurn } from "./live-run.ts";
import type { SpokenPoint } from "#src/contract/run/events.ts";

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

export type Side = "for" | "against";

export interface SidedPoint extends SpokenPoint {
  readonly agent: Agent;
}

/** What was said on both sides in one exchange. */
export interface Exchange {
  readonly title: string;
  readonly for: readonly SidedPoint[];
  readonly against: readonly SidedPoint[];
}

/**
 * The points made so far: those of the analysts, then the bull's against the bear's, round by round. What analysts say
 * of neither side, and what managers and risk voices make of it, is in the transcript.
 */
export function pointsBySide(turns: readonly LiveTurn[]): Exchange[] {
  const analysts = Analyst.options.flatMap((agent) => turns.filter((turn) => turn.agent === agent));
  const rounds = [...new Set(turns.filter(isResearcher).map(({ round }) => round))].toSorted((a, b) => a - b);
  const debate = rounds.map((round) => {
    const of = (agent: Agent): SidedPoint[] =>
      turns.filter((turn) => turn.agent === agent && turn.round === round).flatMap(pointsOf);
    return { title: round === 1 ? "Opening" : `Rebuttal ${round - 1}`, for: of("bull"), against: of("bear") };
  });
  const opening = { title: "Analysts", for: sided(analysts, "for"), against: sided(analysts, "against") };
  return [opening, ...debate].filter((exchange) => exchange.for.length + exchange.against.length > 0);
}

function isResearcher({ agent }: LiveTurn): boolean {
  return agent === "bull" || agent === "bear";
}

function pointsOf({ agent, points }: LiveTurn): SidedPoint[] {
  return points.map((point) => ({ ...point, agent }));
}

/** An analyst's claim begins with its side. */
function sided(turns: readonly LiveTurn[], side: Side): SidedPoint[] {
  const prefix = `${side}: `;
  return turns
    .flatMap(pointsOf)
    .filter(({ claim }) => claim.startsWith(prefix))
    .map((point) => ({ ...point, claim: point.claim.slice(prefix.length) }));
}
