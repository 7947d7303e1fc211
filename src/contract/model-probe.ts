import { z } from "zod";
import { Tokens, Usd } from "./usage.ts";

/** What is looked at when a model is tried, in the order in which it is told. */
export const ProbeCheckName = z.enum([
  /** A call is answered: address, key, model and quota are right. */
  "reach",
  /** The server takes the answer's JSON schema, and the answer came in that form. */
  "schema",
  "tools",
  "streaming",
  /** The server counts tokens. */
  "usage",
  "context",
  "speed",
  "price",
  /** One real turn of an agent was of use. */
  "turn",
]);
export type ProbeCheckName = z.infer<typeof ProbeCheckName>;

export const ProbeCheck = z.object({
  name: ProbeCheckName,
  /** `null`: it could not be seen. */
  ok: z.boolean().nullable(),
  /** What was seen, in one line. */
  found: z.string(),
  /** What it costs whoever uses the model; `null` where nothing is amiss. */
  costs: z.string().nullable(),
  /** The setting that mends it; `null` where nothing is amiss. */
  mend: z.string().nullable(),
});
export type ProbeCheck = z.infer<typeof ProbeCheck>;

/** A few paid calls of one model, and what they showed. */
export const ModelProbe = z.object({
  provider: z.string(),
  model: z.string(),
  /** Debates can be held with it, be it with losses that the checks tell. */
  is_usable: z.boolean(),
  checks: z.array(ProbeCheck),
  /** Parameters that the server refused, and that are left out since. */
  refused: z.array(z.string()),
  /** The most tokens of a prompt and its answer, where the server tells it. */
  context_tokens: z.int().positive().nullable(),
  tokens_per_second: z.number().nonnegative().nullable(),
  /** Calls that were made, also those that failed. */
  calls: z.int().nonnegative(),
  tokens: Tokens,
  /** `null`: the model's price is not known, or that of a call that failed. */
  cost_usd: Usd.nullable(),
  /** The most that the calls can have cost; at the dearest list price where the model's is not known. */
  at_most_usd: Usd,
  /** What they might cost together. */
  budget_usd: Usd,
});
export type ModelProbe = z.infer<typeof ModelProbe>;
