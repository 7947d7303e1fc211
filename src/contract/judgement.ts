import { z } from "zod";
import { Computation } from "./answers.ts";

/*
 * What code, not a model, says about a statement: which of its numbers rest on evidence, and whether its
 * levels can be meant.
 */

/**
 * What a printed number rests on: a value of the evidence, a declared computation that holds, a number an
 * agent set itself (a level, a size, a score), or nothing.
 */
export const NumberVerdict = z.enum(["evidence", "computation", "proposal", "unsupported"]);
export type NumberVerdict = z.infer<typeof NumberVerdict>;

export const GroundedNumber = z.object({
  /** Index of the point whose claim prints the number; `null`: the prose. */
  point: z.int().nonnegative().nullable(),
  /** UTF-16 offset in that claim or in the prose. */
  offset: z.int().nonnegative(),
  /** As printed, with sign, currency, scale and unit. */
  text: z.string(),
  /** After scale: `1.2bn` is 1200000000. `12.3%` is 12.3. */
  value: z.number(),
  /** `%`, `bps`, `x`, a currency as printed (a code, `$` or `¥`), or `null` for a bare number. */
  unit: z.string().nullable(),
  verdict: NumberVerdict,
  /** The evidence it rests on: itself, or what the computation reads. Empty for proposals and misses. */
  evidence: z.array(z.string()),
  /** The computation's expression or the proposal's label; `null` otherwise. */
  basis: z.string().nullable(),
});
export type GroundedNumber = z.infer<typeof GroundedNumber>;

/** A declared computation that supports nothing, and why. */
export const BadComputation = Computation.extend({ reason: z.string() });
export type BadComputation = z.infer<typeof BadComputation>;

export const Grounding = z.object({
  numbers: z.array(GroundedNumber),
  supported: z.int().nonnegative(),
  unsupported: z.int().nonnegative(),
  bad_computations: z.array(BadComputation),
  /** Evidence ids that were cited and do not exist, each once. */
  unknown_ids: z.array(z.string()),
});
export type Grounding = z.infer<typeof Grounding>;

export const CheckSubject = z.enum(["entry", "stop", "target", "rating"]);
export type CheckSubject = z.infer<typeof CheckSubject>;

export const CheckId = z.enum([
  "entry_scale",
  "stop_scale",
  "target_scale",
  "entry_distance",
  "stop_side",
  "stop_distance",
  "target_side",
  "target_distance",
  "reward_to_risk",
  "rating_action",
]);
export type CheckId = z.infer<typeof CheckId>;

export const Check = z.object({
  id: CheckId,
  subject: CheckSubject,
  /** `not_checked`: a number it needs is missing, or the rule does not apply; `detail` says which. */
  outcome: z.enum(["pass", "fail", "not_checked"]),
  /** One sentence, with the numbers. */
  detail: z.string(),
});
export type Check = z.infer<typeof Check>;
