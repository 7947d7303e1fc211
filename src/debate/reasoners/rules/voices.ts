import type { Brief } from "../reasoner.ts";
import { analystSays } from "./analyst-voice.ts";
import { groundOf, type Answer } from "./ground.ts";
import { plan } from "./plan-voice.ts";
import { proposal } from "./proposal-voice.ts";
import { researcherSays } from "./researcher-voice.ts";
import { riskVoiceSays } from "./risk-voices.ts";
import { verdict } from "./verdict-voice.ts";

export function answerOf(brief: Brief<unknown>): Answer {
  const { agent } = brief;
  const ground = groundOf(brief);
  switch (agent) {
    case "market":
    case "social":
    case "news":
    case "fundamentals":
      return analystSays(agent, ground);
    case "bull":
    case "bear":
      return researcherSays(agent, ground);
    case "research_manager":
      return plan(ground);
    case "trader":
      return proposal(ground);
    case "aggressive":
    case "neutral":
    case "conservative":
      return riskVoiceSays(agent, ground);
    case "portfolio_manager":
      return verdict(ground);
  }
}
