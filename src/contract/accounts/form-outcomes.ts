import { z } from "zod";

/**
 * Shown after too many tries. The front door answers with it as text, which Next gives the caller as an error's
 * message.
 */
export const tooManyActions = "Too many attempts. Wait a minute, then try again.";

/** The server was not reached, or gave no answer. */
export const unreachable = "The server could not be reached. Check your connection and try again.";

/** An unexpected fault; the log has the details. */
export const somethingWentWrong = "Something went wrong on our side. What you entered is still here. Try again.";

/** Shown with a link that opens the sign-in in another tab. */
export const signedOut =
  "You have been signed out. Sign in again in a new tab, then come back and try again. What you entered is still here.";

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
