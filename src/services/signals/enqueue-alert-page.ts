import { entitlementsAt } from "#src/contract/plans.ts";
import { houseList } from "#src/contract/signals.ts";
import { followersOf, type Follower } from "#src/db/queries/signal-alerts.ts";
import { findList } from "#src/db/queries/signal-lists.ts";
import { findSignalAt } from "#src/db/queries/signals.ts";
import type { SystemContext } from "../context.ts";

/** Of one transaction. */
const pageSize = 200;

/**
 * Sets off the mails and messages of a changed rating, for those who want them and, for the house list, have a
 * signal plan now. Each is enqueued under a name of its own, so that calling again enqueues none twice.
 * @param input `after` is the last user who was dealt with; empty for the first page
 * @returns the last of this page; `null` when it was the last page
 */
export async function enqueueAlertPage(
  ctx: SystemContext,
  {
    origin,
    list,
    number,
    after,
  }: {
    /** Where the links of the mails lead. */
    readonly origin: string;
    readonly list: string;
    readonly number: number;
    readonly after: string;
  },
): Promise<string | null> {
  const { db, queue, clock } = ctx;
  const [found, of] = await Promise.all([findSignalAt(db.sql, list, number), findList(db.sql, list)]);
  if (found === null || of === null || found.withdrawn !== null) return null;
  const { signal } = found;
  const page = await followersOf(db.sql, signal.symbol, of.owner, after, pageSize);
  const now = clock.now();
  const may = ({ held }: Follower): boolean => list !== houseList || entitlementsAt(held, now).signals;
  await db.transaction(async (tx) => {
    for (const { userId, email, webhook } of page.filter(may)) {
      const mail = { kind: "signal_changed", userId, origin, signalId: signal.id } as const;
      if (email) await queue.enqueueMail(tx, mail, `${signal.id} ${userId} mail`);
      if (webhook) await queue.enqueueSignalWebhook(tx, userId, { signal: signal.id, list, number });
    }
  });
  return page.length < pageSize ? null : (page.at(-1)?.userId ?? null);
}
