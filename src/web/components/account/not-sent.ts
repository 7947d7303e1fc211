import { tooManyActions } from "#src/contract/actions.ts";
import type { Refusal } from "#src/web/actions/outcome.ts";

/** Why an action gave no answer of its own. */
export function notSent(error: unknown): Refusal {
  const often = error instanceof Error && error.message === tooManyActions;
  const message = often ? tooManyActions : "The server could not be reached. Check your connection and try again.";
  return { ok: false, message };
}
