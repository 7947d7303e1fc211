import { type ChainBody, genesis, houseList } from "#src/contract/signals/signals.ts";
import type { ChainVerdict, SignalChainVerdict, ChainHeads } from "#src/contract/signals/chains.ts";
import type { Sql } from "#src/core/db/database.ts";
import { type Head, listSettlementHeads, settlementHead } from "./queries/chains.ts";
import { entriesAfter, entryPageSize, findHead, listHeads, appendEntry, findSignal } from "./queries/signals.ts";
import { NotFound, Conflict, InvalidInput } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";
import { noHeads, settlementName, type KeptHeads } from "./public/head-file.ts";
import { verifySettlement, checkChain } from "./lib/check-signals.ts";
import { ledgerHead, listLedgerHeads } from "../ledger/queries/ledger-chain.ts";

/** Three years: each head fixes every entry before it. */
const mostHeads = 1100;

/**
 * Against its heads, and those kept elsewhere.
 * @param input `noted` hashes must be entries; `outside` heads were kept outside
 * @throws NotFound
 */
export async function verifyChain(
  ctx: SystemContext,
  {
    list,
    noted,
    outside = noHeads,
  }: { readonly list: string; readonly noted: readonly string[]; readonly outside?: KeptHeads },
): Promise<SignalChainVerdict> {
  const { db } = ctx;
  return db.transaction(async ({ sql, client }) => {
    // One snapshot; later entries wait for the next time.
    await client.query("set transaction isolation level repeatable read, read only");
    const { unreadable } = outside;
    if (unreadable !== null)
      return {
        ok: false,
        chain: "heads",
        number: unreadable.line,
        reason: `a line of ${unreadable.path} has been altered`,
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

const shownDays = 30;

/**
 * The heads of the house list's chain, of that of the prices and of the ledger's, for everybody: whoever notes them down can later tell
 * whether anything before them was changed.
 */
export async function readChainHead(ctx: SystemContext): Promise<ChainHeads> {
  const { db } = ctx;
  const [head, days, settlement, settlementDays, ledger, ledgerDays] = await Promise.all([
    findHead(db.sql, houseList),
    listHeads(db.sql, houseList, shownDays),
    settlementHead(db.sql),
    listSettlementHeads(db.sql, shownDays),
    ledgerHead(db.sql),
    listLedgerHeads(db.sql, shownDays),
  ]);
  return {
    list: houseList,
    number: head?.number ?? 0,
    hash: head?.hash ?? genesis,
    days,
    settlement: { number: settlement.number, hash: settlement.hash, days: settlementDays },
    ledger: { hash: ledger.hash, days: ledgerDays.map(({ day, hash }) => ({ day, hash })) },
  };
}

/**
 * An entry says so; the signal stays. For the operator.
 * @throws NotFound; InvalidInput; Conflict
 */
export async function withdrawSignal(
  ctx: SystemContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<{ readonly number: number; readonly hash: string }> {
  const { db, clock } = ctx;
  const said = reason.trim();
  if (said === "" || said.length > 500)
    throw new InvalidInput("enter a reason of 1 to 500 characters; it will be published");
  return db.transaction(async (tx) => {
    const found = await findSignal(tx.sql, id);
    if (found === null) throw new NotFound(`there is no signal ${id}`);
    if (found.withdrawn !== null) throw new Conflict("the signal has already been withdrawn");
    const { list, number } = found.signal;
    return appendEntry(tx, list, { kind: "tombstone", of: number, signal_id: id, reason: said }, clock.now());
  });
}
