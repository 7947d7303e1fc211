import { z } from "zod";

/* What code says of a statement: its levels, and in older results its numbers. */

/**
 * What a printed number rests on: evidence, a computation or an own term; or why not: cited evidence differs
 * (`wrong_source`), words deny it (`contradicted`), nothing holds it.
 */
const NumberVerdict = z.enum(["evidence", "computation", "proposal", "wrong_source", "contradicted", "unsupported"]);
export type NumberVerdict = z.infer<typeof NumberVerdict>;

/** Where in a statement something stands. */
const place = {
  /** Index of its point; `null`: the prose, or `field`. */
  point: z.int().nonnegative().nullable(),
  /** Such as `thesis`; `null`: the prose or a claim. */
  field: z.string().nullable().default(null),
  /** UTF-16 offset in that text. */
  offset: z.int().nonnegative(),
};

export const GroundedNumber = z.object({
  ...place,
  /** As printed, with sign, currency, scale and unit. */
  text: z.string(),
  /** With the scale applied: `1.2bn` is 1200000000. `12.3%` is 12.3. */
  value: z.number(),
  /** `%`, `bps`, `x`, `fold`, a currency as printed; `null`: bare. */
  unit: z.string().nullable(),
  verdict: NumberVerdict,
  /** What it rests on; for `wrong_source` and `contradicted` what says otherwise. */
  evidence: z.array(z.string()),
  /** Whether its sentence or its point cites that evidence. */
  cited: z.boolean().default(true),
  /** The computation's expression or the proposal's label; `null` otherwise. */
  basis: z.string().nullable(),
});
export type GroundedNumber = z.infer<typeof GroundedNumber>;

/** Words of direction or position, held against evidence. */
const WordClaim = z.object({
  ...place,
  /** The deciding words, such as `above` or `overbought`. */
  text: z.string(),
  verdict: z.enum(["holds", "contradicted"]),
  evidence: z.array(z.string()),
});
export type WordClaim = z.infer<typeof WordClaim>;

/** Such as `high single digits`. */
const UnreadQuantity = z.object({ ...place, text: z.string() });
export type UnreadQuantity = z.infer<typeof UnreadQuantity>;

/** Only in runs from before references. */
export const BadComputation = z.object({ expression: z.string(), value: z.number(), reason: z.string() });
export type BadComputation = z.infer<typeof BadComputation>;

export const Grounding = z.object({
  numbers: z.array(GroundedNumber),
  supported: z.int().nonnegative(),
  unsupported: z.int().nonnegative(),
  words: z.array(WordClaim).default([]),
  unread: z.array(UnreadQuantity).default([]),
  bad_computations: z.array(BadComputation),
  /** Cited evidence ids that do not exist, each once. */
  unknown_ids: z.array(z.string()),
});
export type Grounding = z.infer<typeof Grounding>;

export const CheckSubject = z.enum(["entry", "stop", "target", "rating", "size", "price_target"]);
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
  "target_reach",
  "reward_to_risk",
  "size_cap",
  "size_risk",
  "rating_action",
  "price_target_scale",
  "price_target_side",
  "price_target_reach",
]);
export type CheckId = z.infer<typeof CheckId>;

export const Check = z.object({
  id: CheckId,
  subject: CheckSubject,
  /** `not_checked`: a number is missing, or the rule does not apply. */
  outcome: z.enum(["pass", "fail", "not_checked"]),
  /** One sentence, with the numbers. */
  detail: z.string(),
});
export type Check = z.infer<typeof Check>;
