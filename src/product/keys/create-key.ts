import type { SystemContext } from "../context.ts";
import { makeKey, type CreatedKey, type NewKey } from "./lib/make-key.ts";

/**
 * With a plan, the account is made or put on it.
 * @throws Conflict with too many keys
 */
export async function createKey(ctx: SystemContext, wanted: NewKey): Promise<CreatedKey> {
  return makeKey(ctx, wanted);
}
