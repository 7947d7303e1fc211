import { z } from "zod";
import { Rating } from "./analysis.ts";
import { Agent } from "./answers.ts";
import { Tokens, Usd } from "./usage.ts";

const turn = { agent: Agent, round: z.int().positive() };

/** What a run tells while it goes on. Deltas are prose only; the structured answer comes with the result. */
export const DebateEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("agent.started"), ...turn }),
  /** The agent looked something up; `found` counts the new pieces of evidence. */
  z.object({ type: z.literal("agent.tool"), ...turn, tool: z.string(), found: z.int().nonnegative() }),
  z.object({ type: z.literal("agent.delta"), ...turn, text: z.string() }),
  /** Its worker died while the agent spoke: what it said in this turn is void, and the deltas that follow begin anew. */
  z.object({ type: z.literal("agent.restarted"), ...turn }),
  z.object({
    type: z.literal("agent.finished"),
    ...turn,
    /** One line: a score, a lean, a proposal, a rating. */
    headline: z.string(),
    tokens: Tokens,
    cost_usd: Usd.nullable(),
    unsupported_numbers: z.int().nonnegative(),
    /** Why the agent was not asked; `null` when it spoke. */
    skipped: z.string().nullable(),
  }),
  z.object({ type: z.literal("debate.finished"), rating: Rating, is_review: z.boolean() }),
]);
export type DebateEvent = z.infer<typeof DebateEvent>;
