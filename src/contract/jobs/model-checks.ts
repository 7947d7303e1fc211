import { z } from "zod";
import { Tokens, Usd } from "./usage.ts";
import { ReviewCode } from "../run/run.ts";

/** In the order in which they are shown. */
export const ProbeCheckName = z.enum([
  /** A call is answered: address, key, model and quota are valid. */
  "reach",
  "schema",
  "tools",
  "streaming",
  /** The server counts tokens. */
  "usage",
  "context",
  "speed",
  "price",
  /** A real turn of an agent gave a usable answer. */
  "turn",
]);
export type ProbeCheckName = z.infer<typeof ProbeCheckName>;

export const ProbeCheck = z.object({
  name: ProbeCheckName,
  /** `null`: it could not be seen. */
  ok: z.boolean().nullable(),
  /** What was seen, in one line. */
  found: z.string(),
  /** The consequence for users of the model; `null` where nothing is wrong. */
  costs: z.string().nullable(),
  /** The setting that fixes it; `null` where nothing is wrong. */
  mend: z.string().nullable(),
});
export type ProbeCheck = z.infer<typeof ProbeCheck>;

/** A few paid calls of one model, and what they showed. */
export const ModelProbe = z.object({
  provider: z.string(),
  model: z.string(),
  /** Usable, perhaps with losses that the checks tell. */
  is_usable: z.boolean(),
  checks: z.array(ProbeCheck),
  /** Parameters that the server refused and that are now left out. */
  refused: z.array(z.string()),
  /** Of prompt and answer, where the server tells it. */
  context_tokens: z.int().positive().nullable(),
  tokens_per_second: z.number().nonnegative().nullable(),
  /** Calls made, including failed ones. */
  calls: z.int().nonnegative(),
  tokens: Tokens,
  /** `null`: unknown price, or a failed call. */
  cost_usd: Usd.nullable(),
  /** At the dearest list price where the model's is unknown. */
  at_most_usd: Usd,
  /** What they might cost together. */
  budget_usd: Usd,
});
export type ModelProbe = z.infer<typeof ModelProbe>;

/** What is counted of a model's answers. */
export const AnswerOutcome = z.enum([
  /** A statement that an agent gave with it. */
  "answer",
  /** Repaired, or values were converted. */
  "repaired",
  /** A statement in which something could not be read. */
  "incomplete",
  /** A statement for which the model was asked a second time. */
  "asked_again",
  /** A statement that the debate went on without. */
  "unheard",
  /** A run that ended because this model failed. */
  "failed",
  /** A decision of the portfolio manager. */
  "verdict",
]);
export type AnswerOutcome = z.infer<typeof AnswerOutcome>;

/** The codes with which a model's answer ends a run as REVIEW. */
export const ModelReview = ReviewCode.extract(["no_opinion", "conflict", "unreadable_answer", "refused", "budget"]);
export type ModelReview = z.infer<typeof ModelReview>;

export const CountedOutcome = z.union([AnswerOutcome, z.templateLiteral(["review_", ModelReview])]);
export type CountedOutcome = z.infer<typeof CountedOutcome>;

export interface AnswerCount {
  readonly provider: string;
  readonly model: string;
  readonly outcome: CountedOutcome;
  readonly count: number;
}
