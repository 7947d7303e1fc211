import { z } from "zod";

/** What had to be done to an answer before it could be read, in the order in which it was done. */
export const ReadStep = z.enum([
  /** A model's thoughts stood before the answer. */
  "reasoning_removed",
  /** The object stood in a fenced block. */
  "fenced",
  /** The object stood within other text. */
  "embedded",
  /** The object stood in an array, under a key or in a text of its own. */
  "unwrapped",
  /** The answer came as the input of a tool. */
  "tool_call",
  /** The JSON was broken and was mended. */
  "repaired",
  /** Some fields could not be read; the others stand. */
  "field_by_field",
  /** Values were brought into their form; `conversions` says which. */
  "converted",
  /** There was no object: the text is the answer. */
  "prose",
  /** The model was asked once more. */
  "asked_again",
  /** It was asked, in that same question, about figures or words that the evidence denies. */
  "asked_again_figures",
  /** The budget did not cover asking once more. */
  "over_budget",
]);
export type ReadStep = z.infer<typeof ReadStep>;

/** How an answer was read that did not come in the form that was asked for. */
export const Reading = z.object({
  steps: z.array(ReadStep),
  /** Such as `confidence: 75 read as 0.75`. */
  conversions: z.array(z.string()),
  /** Fields that could not be read, or were not there. */
  missing: z.array(z.string()),
  /** Those among them that were given in more than one way. */
  disputed: z.array(z.string()),
  /** The answer ended at the limit of output tokens. */
  is_cut: z.boolean(),
});
export type Reading = z.infer<typeof Reading>;
