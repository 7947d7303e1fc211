import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import { followersOf, type Follower } from "./queries/signal-alerts.ts";
import { findList } from "./queries/signal-lists.ts";
import { findSignal } from "./queries/signals.ts";
import type { SystemContext } from "../context.ts";

/** Of one transaction. */
const pageSize = 200;

/**
 * For who wants them and has the plan. Names prevent repeats.
 * @param input `after` is the last user; empty at first
 * @returns the last; `null` after the last page
 */
export async function enqueueAlertPage(
  ctx: SystemContext,
  { signal: id, after }: { readonly signal: string; readonly after: string },
): Promise<string | null> {
  const { db, queue, clock } = ctx;
  const found = await findSignal(db.sql, id);
  const of = found === null || found.withdrawn !== null ? null : await findList(db.sql, found.signal.list);
  if (found === null || of === null) return null;
  const { list, number, symbol } = found.signal;
  const page = await followersOf(db.sql, symbol, of.owner, after, pageSize);
  const now = clock.now();
  const may = ({ held }: Follower): boolean => list !== houseList || entitlementsAt(held, now).signals;
  await db.transaction(async (tx) => {
    for (const { userId, email, webhook } of page.filter(may)) {
      const mail = { kind: "signal_changed", userId, signalId: id } as const;
      if (email) await queue.enqueueMail(tx, mail, `${id} ${userId} mail`);
      if (webhook) await queue.enqueueSignalWebhook(tx, userId, { signal: id, list, number });
    }
  });
  return page.length < pageSize ? null : (page.at(-1)?.userId ?? null);
}
