import type { StoredEntry } from "#src/db/queries/chains.ts";
import { entriesAfter, entryPageSize, findHead } from "#src/db/queries/signals.ts";
import type { Context } from "../context.ts";

export interface SignalEvents {
  readonly entries: readonly StoredEntry[];
  /** There may be more behind these. */
  readonly more: boolean;
}

/** Entries of a list's chain behind `after`, ascending; only what is committed. Who may read them the caller has seen. */
export async function readSignalEvents(
  { db }: Pick<Context, "db">,
  list: string,
  after: number,
): Promise<SignalEvents> {
  const entries = await entriesAfter(db.sql, list, after);
  return { entries, more: entries.length === entryPageSize };
}

/**
 * Where a stream begins. Whoever has seen nothing begins with what happens next; whoever has seen an entry goes on
 * behind it, and from the first one when there is no such.
 * @param seen the last id that the client was told; `null` for none
 */
export async function startSignalEvents(
  ctx: Pick<Context, "db">,
  list: string,
  seen: number | null,
): Promise<{ readonly after: number; readonly reset: boolean; readonly first: SignalEvents }> {
  const last = (await findHead(ctx.db.sql, list))?.number ?? 0;
  if (seen === null) return { after: last, reset: false, first: { entries: [], more: false } };
  const reset = seen > last;
  const after = reset ? 0 : seen;
  return { after, reset, first: await readSignalEvents(ctx, list, after) };
}
