import { type ChainVerdict, SettlementBody, type SettlementHolds } from "#src/contract/signals/chains.ts";
import { ChainBody, genesis } from "#src/contract/signals/signals.ts";
import {
  type Head,
  type SettlementEntry,
  type StoredEntry,
  listSettlementHeads,
  outsideChain,
  settlementHead,
  settlementPageSize,
  settlementsAfter,
} from "#src/product/signals/queries/chains.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { join } from "node:path";
import { z } from "zod";
import { appendLine, jsonOrNothing, readLines } from "#src/core/text/lines-file.ts";
import type { SystemContext } from "#src/product/context.ts";
import { type IndexedEntry, entriesAfter, entryPageSize, findHead, signalChannel } from "../queries/signals.ts";
import type { Sql } from "#src/core/db/database.ts";

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

/** @param heads shown or noted */
export function checkChain(
  list: string,
  heads: readonly Head[],
  told: (body: ChainBody) => void = () => {},
): ChainCheck<StoredEntry | IndexedEntry> {
  const decided = decidedConditions();
  return checkEntries<StoredEntry | IndexedEntry>(heads, (entry) => {
    const read = ChainBody.safeParse(jsonOrNothing(entry.body));
    if (!read.success) return "the entry has an unknown format";
    const body = read.data;
    // What the schema does not know would be hashed and not shown.
    if (canonicalJson(body) !== entry.body) return "the entry is not in its canonical form";
    if (body.list !== list || body.number !== entry.number) return "the entry belongs to another chain";
    if ("kind" in entry && !isIndexedAs(entry, body)) return "the entry's index does not match its content";
    const fault = decided(body);
    if (fault !== null) return fault;
    told(body);
    return { ok: true, previous: body.previous };
  });
}

/** A forger could hide a signal by its columns. */
function isIndexedAs(entry: IndexedEntry, body: ChainBody): boolean {
  const isSignal = body.kind === "signal";
  return (
    entry.published_at.getTime() === Date.parse(body.published_at) &&
    entry.kind === body.kind &&
    entry.signal_id === (isSignal ? body.id : null) &&
    entry.symbol === (isSignal ? body.symbol : null) &&
    entry.withdraws === (body.kind === "tombstone" ? body.of : null)
  );
}

/** Once, of an earlier signal. @returns why an entry cannot say it */
function decidedConditions(): (body: ChainBody) => string | null {
  const signals = new Map<number, string>();
  const known = new Set<string>();
  return (body) => {
    if (body.kind === "signal") signals.set(body.number, body.id);
    if (body.kind !== "condition") return null;
    if (signals.get(body.signal) !== body.signal_id) return "the entry is about a signal that is not before it";
    const key = `${body.signal_id} ${body.condition}`;
    if (known.has(key)) return "the condition was decided before";
    known.add(key);
    return null;
  };
}

/** As of the list's own heads. */
const mostHeads = 1100;

type Fault = Extract<ChainVerdict, { ok: false }>;

/**
 * Each price and benchmark against its entry.
 * @param sql one snapshot
 * @param noted heads from elsewhere
 * @param seen told of every hash
 */
export async function verifySettlement(
  sql: Sql,
  noted: readonly Head[],
  seen: (hash: string) => void,
): Promise<SettlementHolds | Fault> {
  const heads = [await settlementHead(sql), ...(await listSettlementHeads(sql, mostHeads)), ...noted];
  let sealed: SettlementHolds["sealed"] = null;
  let read: SettlementBody | null = null;
  const check = checkEntries<SettlementEntry>(heads, (entry) => {
    const body = SettlementBody.safeParse(jsonOrNothing(entry.body));
    if (!body.success) return "the entry has an unknown format";
    if (body.data.number !== entry.number) return "the entry belongs to another chain";
    read = body.data;
    return { ok: true, previous: body.data.previous };
  });
  for (let after = 0, more = true; more;) {
    const entries = await settlementsAfter(sql, after);
    for (const entry of entries) {
      read = null;
      const fault = check.next(entry);
      if (fault !== null) return fault;
      const reason = read === null ? null : rowFault(read, entry);
      if (reason !== null) return { ok: false, number: entry.number, reason };
      sealed = sealedBy(read) ?? sealed;
      seen(entry.hash);
    }
    after = entries.at(-1)?.number ?? after;
    more = entries.length === settlementPageSize;
  }
  const verdict = check.end();
  if (!verdict.ok) return verdict;
  const outside = await outsideChain(sql);
  if (outside !== null) return { ok: false, number: verdict.entries, reason: `${outside} is outside the chain` };
  return { ...verdict, sealed };
}

function sealedBy(body: SettlementBody | null): SettlementHolds["sealed"] {
  return body?.kind === "sealed" ? { entries: body.entries, at: body.at } : null;
}

/** How the row differs from its entry; `null` when it does not. */
function rowFault(body: SettlementBody, entry: SettlementEntry): string | null {
  if (body.kind === "sealed")
    return body.entries === body.number - 1 ? null : "it does not match the entries before it";
  const name = body.kind === "session" ? `${body.symbol} on ${body.session}` : `the benchmark of ${body.symbol}`;
  const row: Readonly<Record<string, unknown>> | null = body.kind === "session" ? entry.day : entry.benchmark;
  if (row === null) return `${name} was recorded and is now missing`;
  const differing = Object.entries(body).find(([key, value]) => key in row && row[key] !== value);
  if (differing === undefined) return null;
  const [key, was] = differing;
  return `${name} has been altered: ${key} is ${String(row[key])}, was ${String(was)}`;
}
