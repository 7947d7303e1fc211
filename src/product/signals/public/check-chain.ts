import type { ChainVerdict } from "#src/contract/signals/chains.ts";
import { genesis } from "#src/contract/signals/signals.ts";
import type { Head, StoredEntry } from "#src/product/signals/queries/chains.ts";
import { sha256 } from "#src/core/hash.ts";
import { join } from "node:path";
import { z } from "zod";
import { appendLine, readLines } from "#src/core/text/lines-file.ts";
import type { SystemContext } from "#src/product/context.ts";
import { type IndexedEntry, entriesAfter, entryPageSize, findHead, signalChannel } from "../queries/signals.ts";

/** A chain as it is looked through, entry by entry. */
export interface ChainCheck<Entry extends StoredEntry> {
  /** @returns why the chain breaks there; `null`: it holds */
  readonly next: (entry: Entry) => Extract<ChainVerdict, { ok: false }> | null;
  /** After the last entry. */
  readonly end: () => ChainVerdict;
}

/** What an entry says of its place. @returns why it cannot be read */
type ReadPlace<Entry> = (entry: Entry) => { readonly ok: true; readonly previous: string } | string;

/**
 * From the first entry on, against shown heads: changed, removed and inserted entries are found.
 * @param heads without any, a cut end cannot be told
 */
export function checkEntries<Entry extends StoredEntry>(
  heads: readonly Head[],
  read: ReadPlace<Entry>,
): ChainCheck<Entry> {
  let before: Head = { number: 0, hash: genesis };
  const byNumber = Map.groupBy(heads, ({ number }) => number);
  const broken = (number: number, reason: string) => ({ ok: false, number, reason }) as const;
  const otherHead = ({ number, hash }: Head) => {
    const other = byNumber.get(number)?.find((head) => head.hash !== hash);
    return other === undefined
      ? null
      : broken(number, `the hash differs from the one that was ${other.noted ?? "shown"}`);
  };
  const faultOf = (entry: Entry): string | null => {
    if (entry.number !== before.number + 1) return `the next entry is number ${entry.number}`;
    if (sha256(entry.body) !== entry.hash) return "the entry does not match its hash";
    const place = read(entry);
    if (typeof place === "string") return place;
    return place.previous === before.hash ? null : "the entry does not follow the one before it";
  };
  return {
    next(entry) {
      const reason = faultOf(entry);
      if (reason !== null) return broken(before.number + 1, reason);
      before = entry;
      return otherHead(entry);
    },
    end() {
      if (before.number === 0) {
        const other = otherHead(before);
        if (other !== null) return other;
      }
      const missing = heads.find(({ number }) => number > before.number);
      return missing === undefined
        ? { ok: true, entries: before.number, hash: before.hash }
        : broken(
            before.number + 1,
            `entries up to ${missing.number} were ${missing.noted ?? "shown"} and are now missing`,
          );
    },
  };
}

/** JSON, or `null` for what is none. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

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
