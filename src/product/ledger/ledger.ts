import {
  balanceOf,
  entriesOf,
  type StatementEntry,
  appendWaitingTransfers,
  ledgerPageSize,
  countLedger,
  LedgerBody,
  ledgerEntriesAfter,
  transferOutsideChain,
  unbalancedWaiting,
  unsupportedAccount,
  type LedgerEntry,
} from "./queries/ledger.ts";
import type { SystemContext } from "../context.ts";
import type { ChainVerdict, LedgerVerdict } from "#src/contract/signals/chains.ts";
import type { Sql } from "#src/core/db/database.ts";
import type { Head } from "../signals/queries/chains.ts";
import { sha256 } from "#src/core/hash.ts";
import { counted } from "#src/core/text/number-text.ts";
import { checkEntries, ledgerName, noHeads, type KeptHeads } from "../signals/public/check-chain.ts";
import { jsonOrNothing } from "#src/core/text/lines-file.ts";

/** In US cents. Whoever never had a transfer has nothing. */
export async function readBalance(ctx: SystemContext, owner: string): Promise<number> {
  const { db } = ctx;
  return (await balanceOf(db.sql, owner)) ?? 0;
}

export interface Statement {
  readonly entries: readonly StatementEntry[];
  /** The `cursor` of the page of older entries; `null` on the last one. */
  readonly nextCursor: number | null;
}

/** Newest first. @param input `limit` from behind `cursor` */
export async function listEntries(
  ctx: SystemContext,
  { owner, cursor, limit }: { readonly owner: string; readonly cursor: number | null; readonly limit: number },
): Promise<Statement> {
  const { db } = ctx;
  const found = await entriesOf(db.sql, owner, { before: cursor, limit: limit + 1 });
  const entries = found.slice(0, limit);
  return { entries, nextCursor: found.length > limit ? (entries.at(-1)?.seq ?? null) : null };
}

/** Repeatable. @returns how many */
export async function chainTransfers(ctx: SystemContext): Promise<number> {
  const { db, clock } = ctx;
  for (let count = 0; ;) {
    const added = await db.transaction((tx) => appendWaitingTransfers(tx, clock.now()));
    count += added;
    if (added < ledgerPageSize) return count;
  }
}

/**
 * Whether transfers and lines are as they became entries, and balances their sums.
 * @param input `noted` hashes must be entries; `outside` heads were kept outside
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
    const unsupported = await balanceFault(sql);
    if (unsupported !== null) return { ok: false, number: verdict.entries, reason: unsupported };
    const [unknown] = wanted;
    if (unknown !== undefined)
      return { ok: false, number: verdict.entries, reason: `no entry has the hash ${unknown}` };
    return { ...verdict, ...(await countLedger(sql)), kept: outside.of(ledgerName).length };
  });
}

/** Balances, against the lines that entries cover and those that wait. */
async function balanceFault(sql: Sql): Promise<string | null> {
  const waiting = await unbalancedWaiting(sql);
  if (waiting !== null) return `the lines of transfer ${waiting} do not sum to zero`;
  const fault = await unsupportedAccount(sql);
  if (fault === null) return null;
  const { account, lines, sum, said_lines: said, balance } = fault;
  return `the account ${account} has ${counted(Number(lines), "line")} with a sum of ${sum} cents, and says ${said} and ${balance}: a transfer is gone or a balance was altered`;
}

async function verifyEntries(sql: Sql, heads: readonly Head[], seen: (hash: string) => void): Promise<ChainVerdict> {
  const check = checkEntries<LedgerEntry>(heads, (entry) => {
    const body = LedgerBody.safeParse(jsonOrNothing(entry.body));
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
