import { listKeys as query, type ListedKey } from "./queries/api-keys.ts";
import type { SystemContext } from "../context.ts";

/** Oldest first, revoked ones too. */
export async function listKeys(ctx: SystemContext, owner: string): Promise<ListedKey[]> {
  const { db } = ctx;
  return query(db.sql, owner);
}
