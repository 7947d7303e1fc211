import { ChainBody } from "#src/contract/signals/signals.ts";
import {
  type Head,
  type StoredEntry,
  listSettlementHeads,
  outsideChain,
  settlementHead,
  settlementPageSize,
  settlementsAfter,
  type SettlementEntry,
} from "#src/product/signals/queries/chains.ts";
import type { IndexedEntry } from "#src/product/signals/queries/signals.ts";
import { canonicalJson } from "#src/core/hash.ts";
import { checkEntries, jsonOf, type ChainCheck } from "../public/check-chain.ts";
import { SettlementBody, type ChainVerdict, type SettlementHolds } from "#src/contract/signals/chains.ts";
import type { Sql } from "#src/core/db/database.ts";

/** @param heads shown or noted */
export function checkChain(
  list: string,
  heads: readonly Head[],
  told: (body: ChainBody) => void = () => {},
): ChainCheck<StoredEntry | IndexedEntry> {
  const decided = decidedConditions();
  return checkEntries<StoredEntry | IndexedEntry>(heads, (entry) => {
    const read = ChainBody.safeParse(jsonOf(entry.body));
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
    const body = SettlementBody.safeParse(jsonOf(entry.body));
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
