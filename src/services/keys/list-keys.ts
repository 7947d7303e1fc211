import { listKeys as query, type ListedKey } from "#src/db/queries/api-keys.ts";
import type { SystemContext } from "../context.ts";

/** All keys of an owner, revoked ones too, oldest first. None of them can be read back. */
export async function listKeys(ctx: SystemContext, owner: string): Promise<ListedKey[]> {
  const { db } = ctx;
  return query(db.sql, owner);
}
