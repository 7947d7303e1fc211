import type { Database } from "#src/db/database.ts";
import { entriesOf, type StatementEntry } from "#src/db/queries/ledger.ts";

export interface Statement {
  readonly entries: readonly StatementEntry[];
  /** The `cursor` of the page of older entries; `null` on the last one. */
  readonly nextCursor: number | null;
}

/** What moved the owner's balance, newest first. @param page `limit` entries at most, from behind `cursor` on */
export async function listEntries(
  { db }: { readonly db: Database },
  owner: string,
  { cursor, limit }: { readonly cursor: number | null; readonly limit: number },
): Promise<Statement> {
  const found = await entriesOf(db.sql, owner, { before: cursor, limit: limit + 1 });
  const entries = found.slice(0, limit);
  return { entries, nextCursor: found.length > limit ? (entries.at(-1)?.seq ?? null) : null };
}
