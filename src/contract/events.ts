import { z } from "zod";
import { Rating } from "./analysis.ts";
import { Agent, Point } from "./answers.ts";
import { TextSpan } from "./spans.ts";
import { Tokens, Usd } from "./usage.ts";

const turn = { agent: Agent, round: z.int().positive() };

/** A point of a statement; `is_supported` is false where a number or a word of its claim was flagged. */
export const SpokenPoint = Point.extend({ is_supported: z.boolean() });
export type SpokenPoint = z.infer<typeof SpokenPoint>;

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
    /** Its points as the report has them. Absent where it did not speak, and from releases that did not tell them. */
    points: z.array(SpokenPoint).exactOptional(),
    /** Where the figures and words of its prose stand, as in the report. */
    spans: z.array(TextSpan).exactOptional(),
    /** Its prose, where that is other than what the deltas told: it was asked again. */
    text: z.string().exactOptional(),
  }),
  /** One of several repetitions has ended; of these the first alone is told turn by turn. `null`: it failed. */
  z.object({
    type: z.literal("repetition.finished"),
    repetition: z.int().positive(),
    runs: z.int().positive(),
    rating: Rating.nullable(),
  }),
  z.object({ type: z.literal("debate.finished"), rating: Rating, is_review: z.boolean() }),
]);
export type DebateEvent = z.infer<typeof DebateEvent>;
