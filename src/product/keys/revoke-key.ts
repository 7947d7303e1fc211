import { revokeKey as query } from "./queries/api-keys.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";

/**
 * @param input `idOrPrefix` as lists show it
 * @throws NotFound
 */
export async function revokeKey(
  ctx: SystemContext,
  { owner, idOrPrefix }: { readonly owner: string; readonly idOrPrefix: string },
): Promise<void> {
  const { db, clock } = ctx;
  if (!(await query(db.sql, owner, idOrPrefix, clock.now())))
    throw new NotFound(`${owner} has no active key ${idOrPrefix}`);
}
