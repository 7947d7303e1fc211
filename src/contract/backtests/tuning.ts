import { z } from "zod";

/** How long a model thinks before it answers. */
export const ReasoningEffort = z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

/** Each stands only where it was set. */
export const Tuning = z.object({
  /** The provider of the managers' model, where it is not `llm_provider`. */
  deep_llm_provider: z.string().exactOptional(),
  reasoning_effort: ReasoningEffort.exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  /** The most tokens of one answer, reasoning included. */
  max_output_tokens: z.int().positive().exactOptional(),
  /** How often a failed call is repeated. */
  max_retries: z.int().min(0).exactOptional(),
});
export type Tuning = z.infer<typeof Tuning>;
