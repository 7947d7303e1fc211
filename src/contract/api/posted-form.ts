import { z } from "zod";

/** Outcome of a form sent without a script, for the page it returns to. */
export const PostedForm = z.object({
  /** The route below `/api/auth` that it was sent to; a page may have several forms. */
  form: z.string(),
  /** `null`: it worked. */
  refused: z.object({ status: z.number(), code: z.string(), message: z.string() }).nullable(),
  /** What was typed and is no secret. */
  typed: z.record(z.string(), z.string()),
});
export type PostedForm = z.infer<typeof PostedForm>;
