import { z } from "zod";
import { Analyst, Opinion } from "../jobs/analysis.ts";
import { ProposedCondition } from "./conditions.ts";

/** The agents of a debate, in the order in which they speak. */
export const Agent = z.enum([
  ...Analyst.options,
  "bull",
  "bear",
  "research_manager",
  "trader",
  "aggressive",
  "neutral",
  "conservative",
  "portfolio_manager",
]);
export type Agent = z.infer<typeof Agent>;

/*
 * What each agent answers. `text` comes first so that it can be shown while it streams. No field is optional and ranges
 * are checked after parsing: strict modes accept only a part of JSON Schema.
 */

/** A claim and the ids of the evidence it rests on. */
export const Point = z.object({ claim: z.string(), evidence: z.array(z.string()) });
export type Point = z.infer<typeof Point>;

/** Marks a field that an agent must state; `null` only where it could not be read. */
export const stated = "mustBeStated";

function mustState<T extends z.ZodType>(schema: T): z.ZodNullable<T> {
  return schema.nullable().meta({ [stated]: true });
}

const common = { text: z.string() };

export const AnalystAnswer = z.object({
  ...common,
  /** −2 (strongly against owning it) to +2 (strongly for). */
  score: mustState(z.int().min(-2).max(2)),
  points: z.array(Point.extend({ side: z.enum(["for", "against", "context"]) })),
});
export type AnalystAnswer = z.infer<typeof AnalystAnswer>;

export const ResearcherAnswer = z.object({ ...common, points: z.array(Point) });
export type ResearcherAnswer = z.infer<typeof ResearcherAnswer>;

export const PlanAnswer = z.object({ ...common, lean: Opinion.nullable(), points: z.array(Point) });
export type PlanAnswer = z.infer<typeof PlanAnswer>;

/** Prices in the instrument's currency; `size_pct` is a share of the portfolio, 0–100. */
export const ProposalAnswer = z.object({
  ...common,
  action: mustState(z.enum(["buy", "sell", "hold"])),
  entry: z.number().positive().nullable(),
  stop: z.number().positive().nullable(),
  target: z.number().positive().nullable(),
  size_pct: z.number().min(0).max(100).nullable(),
});
export type ProposalAnswer = z.infer<typeof ProposalAnswer>;

export const RiskAnswer = z.object({
  ...common,
  size_pct: z.number().min(0).max(100).nullable(),
  points: z.array(Point),
});
export type RiskAnswer = z.infer<typeof RiskAnswer>;

export const VerdictAnswer = z.object({
  ...common,
  /** `null` when the agent has no opinion. */
  rating: Opinion.nullable(),
  thesis: mustState(z.string()),
  target: z.number().positive().nullable(),
  horizon_days: z.int().positive().nullable(),
  /** 0 to 1. */
  confidence: z.number().min(0).max(1).nullable(),
});
export type VerdictAnswer = z.infer<typeof VerdictAnswer>;

/** An answer without conditions names none: no reason to ask again. */
export const ThesisAnswer = VerdictAnswer.extend({ conditions: z.array(ProposedCondition).default([]) });
export type ThesisAnswer = z.infer<typeof ThesisAnswer>;

/** Repairs, in the order they were made. */
export const ReadStep = z.enum([
  /** A model's thoughts stood before the answer. */
  "reasoning_removed",
  /** The object stood in a fenced block. */
  "fenced",
  /** The object stood within other text. */
  "embedded",
  "unwrapped",
  /** The answer came as the input of a tool. */
  "tool_call",
  /** The JSON was broken and was mended. */
  "repaired",
  /** Some fields could not be read; the others are used. */
  "field_by_field",
  /** Values were brought into their form; `conversions` says which. */
  "converted",
  /** There was no object: the text is the answer. */
  "prose",
  /** The model was asked once more. */
  "asked_again",
  /** In the same question, about denied figures or words. */
  "asked_again_figures",
  /** The budget did not cover asking once more. */
  "over_budget",
]);
export type ReadStep = z.infer<typeof ReadStep>;

export const Reading = z.object({
  steps: z.array(ReadStep),
  /** Such as `confidence: 75 read as 0.75`. */
  conversions: z.array(z.string()),
  /** Fields that were missing or could not be read. */
  missing: z.array(z.string()),
  /** Fields that were given in more than one way. */
  disputed: z.array(z.string()),
  /** The answer reached the limit of output tokens. */
  is_cut: z.boolean(),
});
export type Reading = z.infer<typeof Reading>;

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
