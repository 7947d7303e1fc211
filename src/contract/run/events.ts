import { z } from "zod";
import { Rating } from "../jobs/analysis.ts";
import { Agent, Point } from "./answers.ts";
import { TextSpan } from "./spans.ts";
import { Tokens, Usd } from "../jobs/usage.ts";

const turn = { agent: Agent, round: z.int().positive() };

/** `is_supported` is false where the claim was flagged. */
export const SpokenPoint = Point.extend({ is_supported: z.boolean() });
export type SpokenPoint = z.infer<typeof SpokenPoint>;

/** Deltas are prose only; structured answers come with the result. */
export const DebateEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("agent.started"), ...turn }),
  /** The agent looked something up; `found` counts the new pieces of evidence. */
  z.object({ type: z.literal("agent.tool"), ...turn, tool: z.string(), found: z.int().nonnegative() }),
  z.object({ type: z.literal("agent.delta"), ...turn, text: z.string() }),
  /** The worker died: this turn's text is void and begins anew. */
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
    /** Absent where it did not speak, and from older releases. */
    points: z.array(SpokenPoint).exactOptional(),
    /** Where the figures and words in its prose are, as in the report. */
    spans: z.array(TextSpan).exactOptional(),
    /** Set where it differs from the deltas: it was asked again. */
    text: z.string().exactOptional(),
  }),
  /** Only the first repetition is told turn by turn. `null`: it failed. */
  z.object({
    type: z.literal("repetition.finished"),
    repetition: z.int().positive(),
    runs: z.int().positive(),
    rating: Rating.nullable(),
  }),
  z.object({ type: z.literal("debate.finished"), rating: Rating, is_review: z.boolean() }),
  /** After the debate, where holdings were given: how many of those who argue about them have spoken. Never what. */
  z.object({ type: z.literal("holdings.progress"), done: z.int().nonnegative(), of: z.int().positive() }),
]);
export type DebateEvent = z.infer<typeof DebateEvent>;
