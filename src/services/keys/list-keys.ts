import type { Database } from "#src/db/database.ts";
import { listKeys as query, type ListedKey } from "#src/db/queries/api-keys.ts";

/** All keys of an owner, revoked ones too, oldest first. None of them can be read back. */
export async function listKeys({ db }: { readonly db: Database }, owner: string): Promise<ListedKey[]> {
  return query(db.sql, owner);
}
