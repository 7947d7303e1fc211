import { revokeKey as query } from "#src/db/queries/api-keys.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { SystemContext } from "../context.ts";

/**
 * Ends a key: the next request with it is refused.
 * @param input `idOrPrefix` is the key's id, or the prefix that lists show
 * @throws NotFound when the owner has no such key, or it was revoked before
 */
export async function revokeKey(
  ctx: SystemContext,
  { owner, idOrPrefix }: { readonly owner: string; readonly idOrPrefix: string },
): Promise<void> {
  const { db, clock } = ctx;
  if (!(await query(db.sql, owner, idOrPrefix, clock.now())))
    throw new NotFound(`${owner} has no active key ${idOrPrefix}`);
}
