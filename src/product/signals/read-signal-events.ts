import type { StoredEntry } from "./queries/chains.ts";
import { entriesAfter, entryPageSize } from "./queries/signals.ts";
import type { SystemContext } from "../context.ts";

export interface SignalEvents {
  readonly entries: readonly StoredEntry[];
  /** There may be more behind these. */
  readonly more: boolean;
}

/** Ascending, committed only. The caller checks who may. */
export async function readSignalEvents(
  ctx: SystemContext,
  { list, after }: { readonly list: string; readonly after: number },
): Promise<SignalEvents> {
  const { db } = ctx;
  const entries = await entriesAfter(db.sql, list, after);
  return { entries, more: entries.length === entryPageSize };
}
