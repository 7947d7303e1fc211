import { z } from "zod";
import { Agent } from "./answers.ts";

/** US dollars as a decimal string, exact. */
export const Usd = z.string().regex(/^\d+(\.\d+)?$/);
export type Usd = z.infer<typeof Usd>;

/** Tokens of one or more calls. `cached_input_tokens` are part of `input_tokens`. */
export const Tokens = z.object({
  input_tokens: z.int().nonnegative(),
  cached_input_tokens: z.int().nonnegative(),
  output_tokens: z.int().nonnegative(),
});
export type Tokens = z.infer<typeof Tokens>;

export const AgentUsage = Tokens.extend({
  agent: Agent,
  model: z.string(),
  calls: z.int().nonnegative(),
  /** `null`: the model's price is not known. */
  cost_usd: Usd.nullable(),
});
export type AgentUsage = z.infer<typeof AgentUsage>;

export const Usage = Tokens.extend({
  calls: z.int().nonnegative(),
  cost_usd: Usd.nullable(),
  budget_usd: Usd.nullable(),
  agents: z.array(AgentUsage),
});
export type Usage = z.infer<typeof Usage>;
