import type { SystemContext } from "../context.ts";
import { makeKey, type CreatedKey, type NewKey } from "./lib/make-key.ts";

/**
 * Makes a key. With a plan, the owner's account is made where there is none, and put on the plan for good if it is not on it.
 * @throws Conflict when the owner has as many keys as their plan has
 */
export async function createKey(ctx: SystemContext, wanted: NewKey): Promise<CreatedKey> {
  return makeKey(ctx, wanted);
}
