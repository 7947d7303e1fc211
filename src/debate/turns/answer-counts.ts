import { Agent, type ReadStep } from "#src/contract/run/answers.ts";
import { ModelReview, type AnswerCount, type CountedOutcome } from "#src/contract/jobs/model-checks.ts";
import type { AgentReport, AgentTurn, Manifest } from "#src/contract/run/run.ts";
import { ModelFailed } from "#src/core/errors.ts";
import type { Outcome } from "../analyze.ts";

const deepAgents: readonly Agent[] = ["research_manager", "portfolio_manager"];

/** None without a language model, or of a stopped run. */
export function answerCounts(outcome: Outcome): AnswerCount[] {
  const { provider, models, tuning } = outcome.ok ? reasonerIn(outcome.run.manifest) : outcome.reasoner;
  if (provider === "rules") return [];
  const counts = new Map<string, { model: string; outcome: CountedOutcome; count: number }>();
  const add = (model: string, counted: CountedOutcome): void => {
    const key = `${counted} ${model}`;
    const known = counts.get(key) ?? { model, outcome: counted, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  };
  const modelOf = (agent: Agent): string => (deepAgents.includes(agent) ? models.deep : models.quick);

  const reports = outcome.ok ? outcome.run.result.reports : outcome.reports;
  for (const agent of Agent.options) for (const counted of turnsOf(reports[agent])) add(modelOf(agent), counted);
  if (outcome.ok) {
    const { unheard = [], review_code, portfolio_manager } = outcome.run.result.reports;
    for (const { agent } of unheard) add(modelOf(agent), "unheard");
    const review = ModelReview.safeParse(review_code).data;
    if (portfolio_manager !== undefined) add(models.deep, "verdict");
    if (review !== undefined) add(models.deep, `review_${review}`);
  } else if (outcome.error instanceof ModelFailed) add(outcome.error.model, "failed");
  const deepProvider = tuning?.deep_llm_provider ?? provider;
  return [...counts.values()].map((count) => ({
    provider: count.model === models.deep && count.model !== models.quick ? deepProvider : provider,
    ...count,
  }));
}

function reasonerIn({ config }: Manifest): Extract<Outcome, { ok: false }>["reasoner"] {
  const { llm_provider, deep_think_llm, quick_think_llm } = config;
  return { provider: llm_provider, models: { deep: deep_think_llm, quick: quick_think_llm }, tuning: config };
}

function turnsOf(report: AgentReport | undefined): CountedOutcome[] {
  return report?.turns.flatMap(outcomesOf) ?? [];
}

/** What was done to no answer. */
const askedAlone: readonly ReadStep[] = ["asked_again", "asked_again_figures", "over_budget"];

function outcomesOf({ read_as = [], conversions = [], problem }: AgentTurn): CountedOutcome[] {
  const isRepaired = conversions.length > 0 || read_as.some((step) => !askedAlone.includes(step));
  return [
    "answer",
    ...(isRepaired ? ["repaired" as const] : []),
    ...(problem === null ? [] : ["incomplete" as const]),
    ...(read_as.includes("asked_again") ? ["asked_again" as const] : []),
  ];
}
