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
