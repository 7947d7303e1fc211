import { ChainBody } from "#src/contract/signals/signals.ts";
import type { Head, StoredEntry } from "#src/product/signals/queries/chains.ts";
import type { IndexedEntry } from "#src/product/signals/queries/signals.ts";
import { canonicalJson } from "#src/core/hash.ts";
import { checkEntries, jsonOf, type ChainCheck } from "../public/check-chain.ts";

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
