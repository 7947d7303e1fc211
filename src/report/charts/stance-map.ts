import { Opinion, type Rating } from "#src/contract/jobs/analysis.ts";
import { Agent, wordsId } from "#src/contract/run/answers.ts";
import type { AgentReport, AgentTurn } from "#src/contract/run/run.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { Stance, StanceMap } from "../document.ts";
import { agentTitles, type FinishedRun, capitalised } from "../text/result-text.ts";

/* Who stood where: the structured fields of each agent's last answer on one scale. */

/** From −2, Sell, to +2, Buy. */
const places = { Sell: -2, Underweight: -1, Hold: 0, Overweight: 1, Buy: 2 } as const satisfies Record<Opinion, number>;

/** Ends of the scale of sizes, in percent. */
const sizeEnds = [1, 2, 5, 10, 20, 50, 100];

/** Of the scale's width, from its left edge; each place is the middle of a fifth. */
export function percentAt(at: number): string {
  return `${50 + at * 20}%`;
}

export function wayOf(at: number): "up" | "down" | "flat" {
  return at > 0 ? "up" : at < 0 ? "down" : "flat";
}

/** `null` where nobody took part. */
export function stanceMap(finished: FinishedRun): StanceMap | null {
  const { run, reports } = finished;
  const spoke = Agent.options.flatMap((agent) => reports[agent] ?? []);
  if (spoke.length === 0) return null;
  const isFallen = (reports.instruction?.not_adopted ?? null) !== null;
  const views = spoke.map((report) => ({ report, view: viewOf(report) }));
  const of = (scale: View["scale"]): Stance[] =>
    views.flatMap(({ report: { agent, turns }, view }) => {
      if (view?.scale !== scale) return [];
      const says = agent === "trader" && isFallen ? `${view.says}, not adopted` : view.says;
      return [{ title: agentTitles[agent], says, saidAt: wordsId(agent, turns.at(-1)?.round ?? 1), place: view.place }];
    });
  const sizes = of("size");
  const most = Math.max(0, ...sizes.map(({ place }) => place));
  const opinion = Opinion.safeParse(run.result.rating);
  const ratingAt = opinion.success ? places[opinion.data] : null;
  return {
    kind: "stances",
    opinions: of("opinion"),
    ratingAt,
    sizes,
    sizesTo: sizeEnds.find((end) => end >= most) ?? 100,
    remarks: [...remarksOn(finished, ratingAt), ...silentRemark(views)],
  };
}

interface View {
  readonly scale: "opinion" | "size";
  readonly says: string;
  readonly place: number;
}

/** What its last answer says of the instrument, or of how much of it to own; bull and bear argue what their role is. */
function viewOf(report: AgentReport): View | null {
  switch (report.agent) {
    case "bull":
    case "bear":
      return null;
    case "research_manager":
    case "portfolio_manager": {
      const field = report.agent === "research_manager" ? "lean" : "rating";
      const opinion = Opinion.safeParse(lastTurn(report)?.fields[field]);
      return opinion.success ? { scale: "opinion", says: opinion.data, place: places[opinion.data] } : null;
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
      return words === "" ? null : { scale: "size", says: words, place: size ?? 0 };
    }
    default: {
      const score = numberOf(report, "score");
      return score === null ? null : { scale: "opinion", says: signed(score), place: score };
    }
  }
}

/** What a turn comes to, for whoever has not opened it: `Score +2`, `Hold`, `Buy 5%`. */
export function turnSays(agent: Agent, turn: AgentTurn): string | null {
  const view = viewOf({ agent, text: "", turns: [turn], skipped: null });
  if (view === null) return null;
  return Number.isNaN(Number(view.says.replace("\u2212", "-"))) ? view.says : `Score ${view.says}`;
}

function silentRemark(views: readonly { readonly report: AgentReport; readonly view: View | null }[]): string[] {
  const silent = views.filter(({ report: { agent }, view }) => view === null && agent !== "bull" && agent !== "bear");
  return silent.length === 0
    ? []
    : [`No view from: ${silent.map(({ report: { agent } }) => agentTitles[agent].toLowerCase()).join(", ")}.`];
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
    ...keptRemark(reports),
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

/** How many of each side's points the plan rests on too. */
function keptRemark({ research_manager: manager, bull, bear }: FinishedRun["reports"]): string[] {
  const taken = new Set(lastTurn(manager)?.points.flatMap(({ evidence }) => evidence));
  const sides = [bull, bear].flatMap((report) => {
    const points = report?.turns.flatMap((turn) => turn.points) ?? [];
    const kept = points.filter(({ evidence }) => evidence.some((id) => taken.has(id))).length;
    return report === undefined || points.length === 0
      ? []
      : [`${kept} of the ${report.agent}'s ${counted(points.length, "point")}`];
  });
  return manager === undefined || sides.length === 0 ? [] : [`The plan uses the evidence of ${sides.join(" and ")}.`];
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

function signed(score: number): string {
  return score > 0 ? `+${score}` : String(score).replace("-", "−");
}
