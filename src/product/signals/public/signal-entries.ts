import type { SystemContext } from "#src/product/context.ts";
import { entriesAfter, entryPageSize, findHead, signalChannel, type IndexedEntry } from "../queries/signals.ts";

/** Of one list, as they come. */
export interface SignalEntries {
  readonly channel: string;
  /** The newest one's number. */
  readonly last: number;
  /** Ascending, committed only; there may be more behind these. */
  readonly read: (after: number) => Promise<{ readonly entries: readonly IndexedEntry[]; readonly more: boolean }>;
}

/** The caller checks who may. */
export async function signalEntries(ctx: SystemContext, list: string): Promise<SignalEntries> {
  const { db } = ctx;
  return {
    channel: signalChannel(list),
    last: (await findHead(db.sql, list))?.number ?? 0,
    read: async (after) => {
      const entries = await entriesAfter(db.sql, list, after);
      return { entries, more: entries.length === entryPageSize };
    },
  };
}
