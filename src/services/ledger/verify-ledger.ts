import type { ChainVerdict, LedgerVerdict } from "#src/contract/chains.ts";
import type { Sql } from "#src/db/database.ts";
import type { Head } from "#src/db/queries/chains.ts";
import {
  LedgerBody,
  ledgerEntriesAfter,
  ledgerPageSize,
  transferOutsideChain,
  type LedgerEntry,
} from "#src/db/queries/ledger-chain.ts";
import { sha256 } from "#src/platform/hash.ts";
import type { SystemContext } from "../context.ts";
import { checkEntries, jsonOf } from "../signals/lib/check-chain.ts";
import { ledgerName, noHeads, type KeptHeads } from "../signals/lib/head-file.ts";

/**
 * Looks through the ledger's chain: whether each transfer and each of its lines is as it was when it became an entry,
 * and none was added, removed or exchanged since.
 * @param input `noted` are hashes that somebody noted down: each must be that of an entry
 *   `outside` heads that were kept outside the database
 */
export async function verifyLedger(
  ctx: SystemContext,
  { noted = [], outside = noHeads }: { readonly noted?: readonly string[]; readonly outside?: KeptHeads } = {},
): Promise<LedgerVerdict> {
  const { db } = ctx;
  return db.transaction(async ({ sql, client }) => {
    // One snapshot: money may move meanwhile.
    await client.query("set transaction isolation level repeatable read, read only");
    const { unreadable } = outside;
    if (unreadable !== null)
      return { ok: false, number: unreadable.line, reason: `a line of ${unreadable.path} has been altered` };
    const wanted = new Set(noted);
    const verdict = await verifyEntries(sql, outside.of(ledgerName), (hash) => void wanted.delete(hash));
    if (!verdict.ok) return verdict;
    const missing = await transferOutsideChain(sql);
    if (missing !== null)
      return { ok: false, number: verdict.entries, reason: `transfer ${missing} is outside the chain` };
    const [unknown] = wanted;
    if (unknown !== undefined)
      return { ok: false, number: verdict.entries, reason: `no entry has the hash ${unknown}` };
    return { ...verdict, kept: outside.of(ledgerName).length };
  });
}

async function verifyEntries(sql: Sql, heads: readonly Head[], seen: (hash: string) => void): Promise<ChainVerdict> {
  const check = checkEntries<LedgerEntry>(heads, (entry) => {
    const body = LedgerBody.safeParse(jsonOf(entry.body));
    if (!body.success || body.data.number !== entry.number) return "the entry has an unknown format";
    if (body.data.sha256 !== sha256(entry.content)) return `transfer ${body.data.transfer} has been altered`;
    return { ok: true, previous: body.data.previous };
  });
  for (let after = 0, more = true; more;) {
    const entries = await ledgerEntriesAfter(sql, after);
    for (const entry of entries) {
      const fault = check.next(entry);
      if (fault !== null) return fault;
      seen(entry.hash);
    }
    after = entries.at(-1)?.number ?? after;
    more = entries.length === ledgerPageSize;
  }
  return check.end();
}
