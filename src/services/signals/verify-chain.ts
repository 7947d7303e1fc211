import { ChainBody } from "#src/contract/signals.ts";
import type { ChainVerdict, RecordVerdict } from "#src/contract/record.ts";
import type { Sql } from "#src/db/database.ts";
import type { Head, StoredEntry } from "#src/db/queries/chains.ts";
import { entriesAfter, entryPageSize, findHead, listHeads, type IndexedEntry } from "#src/db/queries/signals.ts";
import { NotFound } from "#src/platform/errors.ts";
import { canonicalJson } from "#src/platform/hash.ts";
import type { Context } from "../context.ts";
import { checkEntries, jsonOf, type ChainCheck } from "./check-chain.ts";
import { noHeads, settlementName, type KeptHeads } from "./head-file.ts";
import { verifySettlement } from "./verify-settlement.ts";

/** The chain of a list, entry by entry. @param heads that were shown or noted */
export function checkChain(
  list: string,
  heads: readonly Head[],
  told: (body: ChainBody) => void = () => {},
): ChainCheck<StoredEntry | IndexedEntry> {
  return checkEntries<StoredEntry | IndexedEntry>(heads, (entry) => {
    const read = ChainBody.safeParse(jsonOf(entry.body));
    if (!read.success) return "the entry is none that this version writes";
    const body = read.data;
    // What the schema does not know would be hashed and not shown.
    if (canonicalJson(body) !== entry.body) return "the entry is not in its canonical form";
    if (body.list !== list || body.number !== entry.number) return "the entry belongs elsewhere";
    if ("kind" in entry && !isIndexedAs(entry, body)) return "the entry is found under what it does not say";
    told(body);
    return { ok: true, previous: body.previous };
  });
}

/** The columns by which entries are found; a forger could hide a signal by them and leave its body. */
function isIndexedAs(entry: IndexedEntry, body: ChainBody): boolean {
  const isSignal = body.kind === "signal";
  return (
    entry.published_at.getTime() === Date.parse(body.published_at) &&
    entry.kind === body.kind &&
    entry.signal_id === (isSignal ? body.id : null) &&
    entry.symbol === (isSignal ? body.symbol : null) &&
    entry.withdraws === (isSignal ? null : body.of)
  );
}

/** Of the newest days, some three years: each of their heads fixes every entry before it, so older ones add nothing. */
const mostHeads = 1100;

/**
 * Looks through a list's whole chain and that of the prices that settle signals, against their heads, those of every
 * day, and those that were kept elsewhere.
 * @param noted hashes that somebody noted down: each must be that of an entry
 * @param outside heads that were kept outside the database
 * @throws NotFound for a list that there is not
 */
export async function verifyChain(
  { db }: Pick<Context, "db">,
  list: string,
  noted: readonly string[],
  outside: KeptHeads = noHeads,
): Promise<RecordVerdict> {
  return db.transaction(async ({ sql, client }) => {
    // One snapshot, so that what is published or kept meanwhile is left to the next time.
    await client.query("set transaction isolation level repeatable read, read only");
    const { unreadable } = outside;
    if (unreadable !== null)
      return {
        ok: false,
        chain: "heads",
        number: unreadable.line,
        reason: `a line of ${unreadable.path} is not as it was written`,
      };
    const wanted = new Set(noted);
    const seen = (hash: string): void => void wanted.delete(hash);
    const held = new Map<string, Head>();
    const signals = await verifyList(sql, list, outside.of(list), seen, ({ settlement }) => {
      if (settlement === undefined) return;
      held.set(`${settlement.number} ${settlement.hash}`, { ...settlement, noted: "noted in a later signal" });
    });
    if (!signals.ok) return { ...signals, chain: "signals" };
    const settlement = await verifySettlement(sql, [...held.values(), ...outside.of(settlementName)], seen);
    if (!settlement.ok) return { ...settlement, chain: "settlement" };
    const [unknown] = wanted;
    if (unknown !== undefined)
      return { ok: false, chain: "signals", number: signals.entries, reason: `no entry has the hash ${unknown}` };
    const [first, last] = [outside.days[0], outside.days.at(-1)];
    return {
      ...signals,
      settlement,
      outside: first === undefined || last === undefined ? null : { days: outside.days.length, first, last },
    };
  });
}

async function verifyList(
  sql: Sql,
  list: string,
  noted: readonly Head[],
  seen: (hash: string) => void,
  told: (body: ChainBody) => void,
): Promise<ChainVerdict> {
  const [head, days] = [await findHead(sql, list), await listHeads(sql, list, mostHeads)];
  if (head === null) throw new NotFound(`there is no list ${list}`);
  const check = checkChain(list, [head, ...days, ...noted], told);
  for (let after = 0, more = true; more;) {
    const entries = await entriesAfter(sql, list, after);
    for (const entry of entries) {
      const fault = check.next(entry);
      if (fault !== null) return fault;
      seen(entry.hash);
    }
    after = entries.at(-1)?.number ?? after;
    more = entries.length === entryPageSize;
  }
  return check.end();
}
