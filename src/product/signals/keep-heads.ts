import { genesis, houseList } from "#src/contract/signals/signals.ts";
import type { ChainFault, LedgerVerdict, SignalChainVerdict } from "#src/contract/signals/chains.ts";
import type { Sql } from "#src/core/db/database.ts";
import { otherAdmins } from "#src/product/admin/queries/admin-actions.ts";
import { ledgerHead } from "#src/product/ledger/queries/ledger-chain.ts";
import { settlementHead } from "./queries/chains.ts";
import { headsOfLists } from "./queries/signals.ts";
import { toIso } from "#src/core/clock.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { SystemContext } from "../context.ts";
import { verifyLedger } from "../ledger/ledger.ts";
import {
  addHeads,
  headFileOf,
  ledgerName,
  readHeads,
  settlementName,
  type HeadLine,
  type KeptHeads,
} from "./public/head-file.ts";
import { verifyChain } from "./chain.ts";

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
