import { type ChainBody, genesis, houseList } from "#src/contract/signals/signals.ts";
import type {
  ChainFault,
  ChainHeads,
  ChainVerdict,
  LedgerVerdict,
  SignalChainVerdict,
} from "#src/contract/signals/chains.ts";
import type { Sql } from "#src/core/db/database.ts";
import { type Head, listSettlementHeads, settlementHead } from "./queries/chains.ts";
import {
  appendEntry,
  entriesAfter,
  entryPageSize,
  findHead,
  findSignal,
  headsOfLists,
  listHeads,
} from "./queries/signals.ts";
import { Conflict, InvalidInput, NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";
import {
  type HeadLine,
  type KeptHeads,
  addHeads,
  headFileOf,
  ledgerName,
  noHeads,
  readHeads,
  settlementName,
} from "./public/check-chain.ts";
import { checkChain, verifySettlement } from "./lib/check-signals.ts";
import { ledgerHead, listLedgerHeads } from "../ledger/queries/ledger.ts";
import { otherAdmins } from "#src/product/admin/queries/admin-actions.ts";
import { toIso } from "#src/core/clock.ts";
import type { Log } from "#src/core/operation/log.ts";
import { verifyLedger } from "../ledger/ledger.ts";

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

export interface KeepTools {
  readonly log: Log;
  /** In which the file stands. */
  readonly home: string;
  /** Whether mails can be sent. */
  readonly hasMail: boolean;
}

type KeptFault = Pick<ChainFault, "number" | "reason"> & { readonly chain: string };

type Chained = HeadLine["heads"][number];

/**
 * A line of a file, and a mail to administrators when something moved. Verifies earlier heads first. Repeatable within
 * a day.
 * @returns what is wrong; `null`: nothing
 */
export async function keepHeads(ctx: SystemContext, { log, home, hasMail }: KeepTools): Promise<KeptFault | null> {
  const { db, queue, clock } = ctx;
  const path = headFileOf(home);
  const now = clock.now();
  const day = toIso(now).slice(0, 10);
  const kept = await readHeads([path]);
  const record = await verifyChain(ctx, { list: houseList, noted: [], outside: kept });
  if (!record.ok) log.error({ ...record }, "the track record differs from what was published");
  const ledger = await verifyLedger(ctx, { outside: kept });
  if (!ledger.ok) log.error({ ...ledger }, "the ledger differs from what was booked");
  const fault = faultOf(record, ledger);
  const heads = await currentHeads(db.sql);
  const moved = heads.filter((head) => !isNewest(kept, head));
  if (kept.days.at(-1) !== day)
    await addHeads(path, {
      day,
      at: toIso(now),
      heads: heads.filter((head) => isPublic(head) || moved.includes(head)),
    });
  if (hasMail && (fault !== null || moved.some(isPublic))) {
    const mail = { kind: "chain_heads", day, ...publicHeads(heads), fault } as const;
    await db.transaction(async (tx) => {
      for (const userId of await otherAdmins(tx, ""))
        await queue.enqueueMail(tx, { ...mail, userId }, `mail chain_heads ${day} ${userId}`);
    });
  }
  return fault;
}

function faultOf(record: SignalChainVerdict, ledger: LedgerVerdict): KeptFault | null {
  if (!record.ok) return { chain: record.chain, number: record.number, reason: record.reason };
  return ledger.ok ? null : { chain: "ledger", number: ledger.number, reason: ledger.reason };
}

async function currentHeads(sql: Sql): Promise<Chained[]> {
  const { number, hash } = await settlementHead(sql);
  const ledger = await ledgerHead(sql);
  return [
    { chain: settlementName, number, hash },
    ...(ledger.number === 0 ? [] : [{ chain: ledgerName, number: ledger.number, hash: ledger.hash }]),
    ...(await headsOfLists(sql)),
  ];
}

/** Other lists are their owners'. */
function isPublic({ chain }: Chained): boolean {
  return [houseList, settlementName, ledgerName].includes(chain);
}

function isNewest(kept: KeptHeads, { chain, number, hash }: Chained): boolean {
  const last = kept.of(chain).at(-1);
  return last !== undefined && last.number === number && last.hash === hash;
}

function publicHeads(heads: readonly Chained[]) {
  const of = (name: string) => {
    const { number, hash } = heads.find(({ chain }) => chain === name) ?? { number: 0, hash: genesis };
    return { number, hash };
  };
  return { signals: of(houseList), settlement: of(settlementName), ledger: of(ledgerName) };
}
