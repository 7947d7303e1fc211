import { Analyst } from "#src/contract/jobs/analysis.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import type { SpokenPoint } from "#src/contract/run/events.ts";
import type { LiveTurn } from "./live-run.ts";

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
