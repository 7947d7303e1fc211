import { z } from "zod";

/** Repairs, in the order they were made. */
export const ReadStep = z.enum([
  /** A model's thoughts stood before the answer. */
  "reasoning_removed",
  /** The object stood in a fenced block. */
  "fenced",
  /** The object stood within other text. */
  "embedded",
  "unwrapped",
  /** The answer came as the input of a tool. */
  "tool_call",
  /** The JSON was broken and was mended. */
  "repaired",
  /** Some fields could not be read; the others are used. */
  "field_by_field",
  /** Values were brought into their form; `conversions` says which. */
  "converted",
  /** There was no object: the text is the answer. */
  "prose",
  /** The model was asked once more. */
  "asked_again",
  /** In the same question, about denied figures or words. */
  "asked_again_figures",
  /** The budget did not cover asking once more. */
  "over_budget",
]);
export type ReadStep = z.infer<typeof ReadStep>;

export const Reading = z.object({
  steps: z.array(ReadStep),
  /** Such as `confidence: 75 read as 0.75`. */
  conversions: z.array(z.string()),
  /** Fields that were missing or could not be read. */
  missing: z.array(z.string()),
  /** Fields that were given in more than one way. */
  disputed: z.array(z.string()),
  /** The answer reached the limit of output tokens. */
  is_cut: z.boolean(),
});
export type Reading = z.infer<typeof Reading>;
