import { join } from "node:path";
import { z } from "zod";
import type { Head } from "#src/product/signals/queries/chains.ts";
import { appendLine, readLines } from "#src/core/text/lines-file.ts";
import type { SystemContext } from "#src/product/context.ts";
import { entriesAfter, entryPageSize, findHead, signalChannel, type IndexedEntry } from "../queries/signals.ts";

/** No list can have this id. */
export const settlementName = "settlement";
/** And the chain of the ledger's transfers. */
export const ledgerName = "ledger";

const HeadLine = z.object({
  /** UTC. */
  day: z.iso.date(),
  at: z.iso.datetime(),
  /** Newest entries; unmoved ones may be left out. */
  heads: z.array(
    z.object({ chain: z.string(), number: z.int().nonnegative(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});
export type HeadLine = z.infer<typeof HeadLine>;

/** Heads that were kept outside the database. */
export interface KeptHeads {
  readonly of: (chain: string) => readonly Head[];
  /** On which some were kept, ascending. */
  readonly days: readonly string[];
  /** The file and line that differ. */
  readonly unreadable: { readonly path: string; readonly line: number } | null;
}

export const noHeads: KeptHeads = { of: () => [], days: [], unreadable: null };

/** A line a day, only added to. */
export function headFileOf(home: string): string {
  return join(home, "chain-heads.jsonl");
}

/** What stands in these files together; one that is not there has nothing. */
export async function readHeads(paths: readonly string[]): Promise<KeptHeads> {
  const read = await Promise.all(paths.map(async (path) => ({ path, ...(await readLines(path, HeadLine)) })));
  const byChain = new Map<string, Head[]>();
  for (const { path, values } of read)
    for (const { day, heads } of values)
      for (const { chain, ...head } of heads) {
        const own = byChain.get(chain) ?? [];
        byChain.set(chain, own);
        own.push({ ...head, noted: `kept in ${path} on ${day}` });
      }
  const [bad] = read.flatMap(({ path, unreadable }) => unreadable.map((line) => ({ path, line })));
  return {
    of: (chain) => byChain.get(chain) ?? [],
    days: [...new Set(read.flatMap(({ values }) => values.map(({ day }) => day)))].toSorted(),
    unreadable: bad ?? null,
  };
}

export async function addHeads(path: string, line: HeadLine): Promise<void> {
  await appendLine(path, line);
}

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
