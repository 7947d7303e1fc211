import { z } from "zod";
import { Agent } from "../run/answers.ts";

/** US dollars as a decimal string, exact. */
export const Usd = z.string().regex(/^\d+(\.\d+)?$/);
export type Usd = z.infer<typeof Usd>;

const mostLimit = 10_000;
const limitRule = `must be from 0.01 to ${mostLimit.toLocaleString("en-US")} US dollars`;

/** The limit for a customer's own key, as they type it. */
export const OwnLimitUsd = z
  .string()
  .trim()
  .regex(/^\d{1,5}(\.\d{1,2})?$/, limitRule)
  .refine((usd) => Number(usd) >= 0.01 && Number(usd) <= mostLimit, limitRule);

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

/** The estimate for a run of one shape. */
export interface ShapeEstimate {
  readonly analysts: number;
  readonly rounds: number;
  /** Model calls, look-ups included. */
  readonly calls: number;
  /** `null`: the model's price is not known. */
  readonly costUsd: Usd | null;
  /** `null`: nothing to go by. */
  readonly seconds: number | null;
}

export interface RunEstimates {
  /** `measured`: past runs with the same models; `table`: list prices and usual lengths. */
  readonly basis: "rules" | "measured" | "table";
  /** Past runs behind the figures. */
  readonly runs: number;
  /** The most that a run may cost; `null` without a limit. */
  readonly limitUsd: Usd | null;
  readonly shapes: readonly ShapeEstimate[];
  /** What a part on holdings adds, whatever the shape and the number of runs. */
  readonly holdings: Pick<ShapeEstimate, "calls" | "costUsd" | "seconds">;
}
