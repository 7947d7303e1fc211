import type { Happening } from "#src/contract/messages/channels.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { insertMessages } from "#src/product/outbox/queries/outbox.ts";
import { channelsFor, type HeldChannel } from "#src/product/channels/queries/destinations.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";

/** Of one transaction. */
const pageSize = 500;

/** Only the house list has no owner. */
export interface Where {
  readonly owner: string | null;
  readonly list: string | null;
}

/** Many are told page by page. */
export type ChannelQueue = Pick<JobQueue, "enqueueHappening">;

/**
 * In the caller's transaction, once under a name.
 * @param once such as the id with the event
 */
export async function noteHappening(
  tx: Tx,
  queue: ChannelQueue,
  {
    where,
    once,
    happening,
    at,
  }: { readonly where: Where; readonly once: string; readonly happening: Happening; readonly at: Instant },
): Promise<void> {
  const { owner, list } = where;
  // Of a changed rating mails and webhooks tell too.
  if (list !== null && (owner === null || happening.event === "rating_changed"))
    return queue.enqueueHappening(tx, list, once, happening);
  await notePage(tx, { where, once, happening, at, after: "" });
}

/** @returns the last channel; `null` after the last page */
export async function notePage(
  tx: Tx,
  given: {
    readonly where: Where;
    readonly once: string;
    readonly happening: Happening;
    readonly at: Instant;
    readonly after: string;
  },
): Promise<string | null> {
  const { where, once, happening, at, after } = given;
  const { chosen, last } = await channelsFor(tx.sql, { ...where, happening }, { after, limit: pageSize });
  const may = ({ held }: HeldChannel): boolean => where.list !== houseList || entitlementsAt(held, at).signals;
  const rows = chosen.filter(may).map(({ channel: { id, owner, manner } }) => ({
    id: newId("msg"),
    channel: id,
    owner,
    data: happening,
    once,
    collected: manner.digest !== null,
  }));
  await insertMessages(tx, rows, at);
  return last;
}
