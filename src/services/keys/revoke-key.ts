import type { Database } from "#src/db/database.ts";
import { revokeKey as query } from "#src/db/queries/api-keys.ts";
import type { Clock } from "#src/platform/clock.ts";
import { NotFound } from "#src/platform/errors.ts";

/**
 * Ends a key: the next request with it is refused.
 * @param idOrPrefix the key's id, or the prefix that lists show
 * @throws NotFound when the owner has no such key, or it was revoked before
 */
export async function revokeKey(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  owner: string,
  idOrPrefix: string,
): Promise<void> {
  if (!(await query(db.sql, owner, idOrPrefix, clock.now())))
    throw new NotFound(`${owner} has no key ${idOrPrefix} in force`);
}
