import type { Agent } from "#src/contract/answers.ts";

/** Short names, for places that say what they are about. */
export const agentNames = {
  market: "Market",
  social: "Social",
  news: "News",
  fundamentals: "Fundamentals",
  bull: "Bull",
  bear: "Bear",
  research_manager: "Research manager",
  trader: "Trader",
  aggressive: "Aggressive",
  neutral: "Neutral",
  conservative: "Conservative",
  portfolio_manager: "Portfolio manager",
} as const satisfies Record<Agent, string>;

export interface Stage {
  readonly title: string;
  /** Who speaks in it, side by side. */
  readonly agents: readonly Agent[];
}

/** The debate from its start to its end; whoever stands in one stage speaks at the same time. */
export const stages = [
  { title: "Analysts", agents: ["market", "fundamentals", "news", "social"] },
  { title: "Bull and bear", agents: ["bull", "bear"] },
  { title: "Research plan", agents: ["research_manager"] },
  { title: "Trader", agents: ["trader"] },
  { title: "Risk", agents: ["aggressive", "neutral", "conservative"] },
  { title: "Verdict", agents: ["portfolio_manager"] },
] as const satisfies readonly Stage[];
