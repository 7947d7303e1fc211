import { genesis, houseList } from "#src/contract/signals.ts";
import type { RecordVerdict } from "#src/contract/record.ts";
import type { Sql } from "#src/db/database.ts";
import { otherAdmins } from "#src/db/queries/admin-actions.ts";
import { settlementHead } from "#src/db/queries/settlements.ts";
import { headsOfLists } from "#src/db/queries/signals.ts";
import { toIso } from "#src/platform/clock.ts";
import type { Log } from "#src/platform/log.ts";
import type { SystemContext } from "../context.ts";
import { addHeads, headFileOf, readHeads, settlementName, type HeadLine, type KeptHeads } from "./lib/head-file.ts";
import { verifyChain } from "./verify-chain.ts";

export interface KeepTools {
  readonly log: Log;
  /** In which the file stands. */
  readonly home: string;
  /** Whether mails can be sent. */
  readonly hasMail: boolean;
}

type Chained = HeadLine["heads"][number];

/**
 * Keeps the heads of today outside the database: a line of a file, and a mail to each administrator when the house list's
 * record has moved. Looks first whether the record still is the one whose heads were kept before; that it is not is
 * logged and mailed. Repeatable: a day has one line and one mail.
 */
export async function keepHeads(ctx: SystemContext, { log, home, hasMail }: KeepTools): Promise<RecordVerdict> {
  const { db, queue, clock } = ctx;
  const path = headFileOf(home);
  const now = clock.now();
  const day = toIso(now).slice(0, 10);
  const kept = await readHeads([path]);
  const verdict = await verifyChain(ctx, { list: houseList, noted: [], outside: kept });
  if (!verdict.ok) log.error({ ...verdict }, "the record of signals is not as it was published");
  const heads = await currentHeads(db.sql);
  const moved = heads.filter((head) => !isNewest(kept, head));
  if (kept.days.at(-1) !== day)
    await addHeads(path, {
      day,
      at: toIso(now),
      heads: heads.filter((head) => isPublic(head) || moved.includes(head)),
    });
  if (hasMail && (!verdict.ok || moved.some(isPublic))) {
    const fault = verdict.ok ? null : { chain: verdict.chain, number: verdict.number, reason: verdict.reason };
    const mail = { kind: "chain_heads", day, ...publicHeads(heads), fault } as const;
    await db.transaction(async (tx) => {
      for (const userId of await otherAdmins(tx, ""))
        await queue.enqueueMail(tx, { ...mail, userId }, `mail chain_heads ${day} ${userId}`);
    });
  }
  return verdict;
}

async function currentHeads(sql: Sql): Promise<Chained[]> {
  const { number, hash } = await settlementHead(sql);
  return [{ chain: settlementName, number, hash }, ...(await headsOfLists(sql))];
}

/** The house list's and that of the prices; others are their owners'. */
function isPublic({ chain }: Chained): boolean {
  return chain === houseList || chain === settlementName;
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
  return { signals: of(houseList), settlement: of(settlementName) };
}
