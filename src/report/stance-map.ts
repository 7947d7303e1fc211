import { Opinion, type Rating } from "#src/contract/analysis.ts";
import { Agent } from "#src/contract/answers.ts";
import type { AgentReport } from "#src/contract/run.ts";
import { counted } from "#src/platform/number-text.ts";
import type { Stance, StanceMap, StanceMark } from "./document.ts";
import { agentTitles, type FinishedRun, capitalised } from "./result-text.ts";

/* Who stood where: the structured fields of each agent's last answer on one scale. */

/** From −2, Sell, to +2, Buy. */
const places = { Sell: -2, Underweight: -1, Hold: 0, Overweight: 1, Buy: 2 } as const satisfies Record<Opinion, number>;

/** Columns of the scale, for formats that draw it as a table. */
export const stanceScale = ["−2 Sell", "−1", "0 Hold", "+1", "+2 Buy"] as const;

/** Of the scale's width, from its left edge; each place is the middle of a fifth. */
export function percentAt(at: number): string {
  return `${50 + at * 20}%`;
}

export function wayOf(at: number): "up" | "down" | "flat" {
  return at > 0 ? "up" : at < 0 ? "down" : "flat";
}

/** The name in an address of what an agent said in a round. */
export function wordsId(agent: Agent, round: number): string {
  return `${agent.replaceAll("_", "-")}-${round}`;
}

/** `null` where nobody took part. */
export function stanceMap(finished: FinishedRun): StanceMap | null {
  const { run, reports } = finished;
  const spoke = Agent.options.flatMap((agent) => reports[agent] ?? []);
  if (spoke.length === 0) return null;
  const sizes = spoke.flatMap((report) => numberOf(report, "size_pct") ?? []);
  const most = Math.max(...sizes, Number.MIN_VALUE);
  const taken = new Set(lastTurn(reports.research_manager)?.points.flatMap(({ evidence }) => evidence));
  const longest = Math.max(...["bull" as const, "bear" as const].map((side) => pointsOf(reports[side])), 1);
  const isFallen = (reports.instruction?.not_adopted ?? null) !== null;
  const stances = spoke.map((report) => stanceOf(report, { most, taken, longest, isFallen }));
  const opinion = Opinion.safeParse(run.result.rating);
  const ratingAt = opinion.success ? places[opinion.data] : null;
  return { kind: "stances", stances, ratingAt, remarks: remarksOn(finished, ratingAt) };
}

interface Measures {
  /** The largest size that anybody named. */
  readonly most: number;
  /** Evidence of the plan's own points. */
  readonly taken: ReadonlySet<string>;
  /** The most points that a side has. */
  readonly longest: number;
  /** The rating does not follow the trader. */
  readonly isFallen: boolean;
}

function stanceOf(report: AgentReport, measures: Measures): Stance {
  const { agent, turns, skipped } = report;
  const last = turns.at(-1);
  const view = last === undefined ? null : viewOf(report, measures);
  return {
    title: agentTitles[agent],
    says: view?.says ?? (skipped === null ? "No view" : "Did not speak"),
    saidAt: last === undefined && skipped === null ? null : wordsId(agent, last?.round ?? 1),
    mark: view?.mark ?? null,
  };
}

interface View {
  readonly says: string;
  readonly mark: StanceMark | null;
}

function viewOf(report: AgentReport, { most, taken, longest, isFallen }: Measures): View | null {
  switch (report.agent) {
    case "bull":
    case "bear": {
      const points = report.turns.flatMap((turn) => turn.points);
      const kept = points.filter(({ evidence }) => evidence.some((id) => taken.has(id))).length;
      const says = `${counted(points.length, "point")}, ${kept} in the plan`;
      const side = report.agent === "bull" ? 2 : -2;
      return { says, mark: { shape: "bar", at: (side * points.length) / longest } };
    }
    case "research_manager":
    case "portfolio_manager": {
      const opinion = Opinion.safeParse(
        lastTurn(report)?.fields[report.agent === "research_manager" ? "lean" : "rating"],
      );
      return opinion.success ? { says: opinion.data, mark: { shape: "point", at: places[opinion.data] } } : null;
    }
    case "trader":
    case "aggressive":
    case "neutral":
    case "conservative": {
      const size = numberOf(report, "size_pct");
      const action = lastTurn(report)?.fields["action"] ?? null;
      const words = [
        ...(action === null ? [] : [capitalised(String(action))]),
        ...(size === null ? [] : [`${size}%`]),
      ].join(" ");
      const says = words !== "" && report.agent === "trader" && isFallen ? `${words}, not adopted` : words;
      if (says === "") return null;
      if (size !== null) return { says, mark: { shape: "size", share: size / most } };
      // Without a size only Hold has a place on the scale.
      return { says, mark: action === "hold" ? { shape: "point", at: places.Hold } : null };
    }
    default: {
      const score = numberOf(report, "score");
      return score === null ? null : { says: signed(score), mark: { shape: "point", at: score } };
    }
  }
}

function remarksOn({ run, reports }: FinishedRun, rating: number | null): string[] {
  const analysts = (["market", "fundamentals", "news", "social"] as const).flatMap((analyst) => {
    const score = numberOf(reports[analyst], "score");
    return score === null ? [] : [{ name: `${agentTitles[analyst]} (${signed(score)})`, score }];
  });
  const named = (label: string, test: (score: number) => boolean): string[] => {
    const names = analysts.filter(({ score }) => test(score)).map(({ name }) => name);
    return names.length === 0 ? [] : [`${label}: ${names.join(", ")}.`];
  };
  const dissent =
    rating === null || rating === 0
      ? [...named("For owning it", (score) => score > 0), ...named("Against owning it", (score) => score < 0)]
      : named("Against the rating", (score) => score * rating < 0);
  const split = dissent.length > 0 || analysts.length < 2 ? dissent : ["No analyst scored against the rating."];
  return [
    ...split,
    ...planRemark(run.result.rating, lastTurn(reports.research_manager)?.fields["lean"]),
    ...sizeRemark(reports),
  ];
}

function planRemark(rating: Rating, lean: unknown): string[] {
  const plan = Opinion.safeParse(lean);
  if (!plan.success || rating === "REVIEW") return [];
  return plan.data === rating
    ? [`The portfolio manager kept the research manager's ${plan.data}.`]
    : [`The research manager leaned ${plan.data}; the portfolio manager decided ${rating}.`];
}

function sizeRemark(reports: FinishedRun["reports"]): string[] {
  const sizes = (["aggressive", "neutral", "conservative"] as const).flatMap(
    (voice) => numberOf(reports[voice], "size_pct") ?? [],
  );
  if (sizes.length < 2) return [];
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return [
    least === most
      ? `The risk voices agree on ${most}% of the portfolio.`
      : `The risk voices ask for ${least}% to ${most}% of the portfolio.`,
  ];
}

function lastTurn(report: AgentReport | undefined): AgentReport["turns"][number] | undefined {
  return report?.turns.at(-1);
}

/** The last round in which it gave one. */
function numberOf(report: AgentReport | undefined, field: string): number | null {
  const given = report?.turns.map(({ fields }) => fields[field]).findLast((value) => typeof value === "number");
  return typeof given === "number" ? given : null;
}

function pointsOf(report: AgentReport | undefined): number {
  return report?.turns.reduce((sum, { points }) => sum + points.length, 0) ?? 0;
}

function signed(score: number): string {
  return score > 0 ? `+${score}` : String(score).replace("-", "−");
}
