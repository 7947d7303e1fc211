import { entriesOf, type StatementEntry } from "./queries/ledger.ts";
import type { SystemContext } from "../context.ts";

export interface Statement {
  readonly entries: readonly StatementEntry[];
  /** The `cursor` of the page of older entries; `null` on the last one. */
  readonly nextCursor: number | null;
}

/** Newest first. @param input `limit` from behind `cursor` */
export async function listEntries(
  ctx: SystemContext,
  { owner, cursor, limit }: { readonly owner: string; readonly cursor: number | null; readonly limit: number },
): Promise<Statement> {
  const { db } = ctx;
  const found = await entriesOf(db.sql, owner, { before: cursor, limit: limit + 1 });
  const entries = found.slice(0, limit);
  return { entries, nextCursor: found.length > limit ? (entries.at(-1)?.seq ?? null) : null };
}
