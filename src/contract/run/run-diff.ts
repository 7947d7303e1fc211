import { z } from "zod";
import { Agent } from "./answers.ts";
import { Evidence } from "./evidence.ts";

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A field that both runs have with different values. */
export const Change = z.object({ name: z.string(), before: Scalar, after: Scalar });
export type Change = z.infer<typeof Change>;

export const RunDiff = z.object({
  before: z.string(),
  after: z.string(),
  outcome: z.array(Change),
  setting: z.array(Change),
  evidence: z.object({
    /** Measures with another value. */
    changed: z.array(Change.extend({ key: z.string(), unit: z.string().nullable() })),
    added: z.array(Evidence),
    removed: z.array(Evidence),
  }),
  arguments: z.array(
    z.object({
      agent: Agent,
      /** Claims of one run only, and changed fields. */
      added: z.array(z.string()),
      removed: z.array(z.string()),
      fields: z.array(Change),
    }),
  ),
});
export type RunDiff = z.infer<typeof RunDiff>;
