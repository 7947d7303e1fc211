import { checkedOf } from "#src/contract/run/checked.ts";
import type { AgentReport, AgentTurn, Reports } from "#src/contract/run/run.ts";
import { allSpans, isFlagged } from "#src/contract/run/spans.ts";

/** The points of the bull or of the bear that a report tells first. */
export interface StrongPoint {
  readonly turn: AgentTurn;
  /** Its place among the points of the turn. */
  readonly index: number;
}

const most = 3;

/**
 * The strongest points of a side, the strongest first. The debate itself decides, in this order: how much of a point's
 * evidence the portfolio manager cites; how much of it the research plan rests on; whether nothing in the point is
 * flagged; how many pieces of evidence it has; a later round, which has heard the other side. Of points on the same
 * evidence the weaker come last, and what is said in the same words is one point.
 */
export function strongestPoints(
  reports: Pick<Reports, "bull" | "bear" | "research_manager" | "portfolio_manager">,
  side: "bull" | "bear",
): StrongPoint[] {
  const decided = citedBy(reports.portfolio_manager);
  const planned = citedBy(reports.research_manager);
  const ranked = (reports[side]?.turns ?? [])
    .flatMap((turn) =>
      turn.points.map(({ claim, evidence }, index) => {
        const ids = new Set(evidence);
        const isClean = !(checkedOf(turn).points[index] ?? []).some(isFlagged);
        const rank = [shared(ids, decided), shared(ids, planned), Number(isClean), ids.size, turn.round];
        return { turn, index, claim: claim.trim(), basis: [...ids].toSorted().join(" "), rank };
      }),
    )
    .toSorted((a, b) => weightOrder(a.rank, b.rank));
  const said = firstOfEach(ranked, ({ claim }) => claim);
  const first = firstOfEach(said, ({ basis }) => basis);
  return [...first, ...said.filter((one) => !first.includes(one))]
    .slice(0, most)
    .map(({ turn, index }) => ({ turn, index }));
}

function firstOfEach<T>(all: readonly T[], key: (one: T) => string): T[] {
  const keys = all.map(key);
  return all.filter((_one, at) => keys.indexOf(keys[at] ?? "") === at);
}

/** Ids that the last answer of an agent names, or that a figure in it rests on. */
function citedBy(report: AgentReport | undefined): ReadonlySet<string> {
  const turn = report?.turns.at(-1);
  if (turn === undefined) return new Set();
  return new Set([
    ...turn.points.flatMap(({ evidence }) => evidence),
    ...allSpans(checkedOf(turn)).flatMap(({ ids }) => ids),
  ]);
}

function shared(ids: ReadonlySet<string>, cited: ReadonlySet<string>): number {
  return [...ids].filter((id) => cited.has(id)).length;
}

function weightOrder(a: readonly number[], b: readonly number[]): number {
  return a.map((weight, at) => (b[at] ?? 0) - weight).find((difference) => difference !== 0) ?? 0;
}
