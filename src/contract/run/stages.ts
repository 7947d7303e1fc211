import type { Agent } from "./answers.ts";

export const agentTitles: Record<Agent, string> = {
  market: "Market analyst",
  social: "Social analyst",
  news: "News analyst",
  fundamentals: "Fundamentals analyst",
  bull: "Bull",
  bear: "Bear",
  research_manager: "Research manager",
  trader: "Trader",
  aggressive: "Aggressive risk voice",
  neutral: "Neutral risk voice",
  conservative: "Conservative risk voice",
  portfolio_manager: "Portfolio manager",
};

export interface Stage {
  readonly title: string;
  readonly note: string | null;
  /** Who speaks in it, side by side. */
  readonly agents: readonly Agent[];
}

/** Whoever stands in one stage speaks at the same time. */
export const stages: readonly Stage[] = [
  {
    title: "Analysts",
    note: "In parallel, each from its own evidence",
    agents: ["market", "fundamentals", "news", "social"],
  },
  { title: "Bull and bear", note: "Neither sees the other's opening", agents: ["bull", "bear"] },
  { title: "Research plan", note: null, agents: ["research_manager"] },
  { title: "Trader", note: null, agents: ["trader"] },
  {
    title: "Risk",
    note: "Three views of the trader's proposal, in parallel",
    agents: ["aggressive", "neutral", "conservative"],
  },
  { title: "Verdict", note: null, agents: ["portfolio_manager"] },
];

/** The index of an agent's stage. */
export function stageOf(agent: Agent): number {
  return stages.findIndex(({ agents }) => agents.includes(agent));
}

/** The name in an address of what an agent said in a round. */
export function wordsId(agent: Agent, round: number): string {
  return `${agent.replaceAll("_", "-")}-${round}`;
}
