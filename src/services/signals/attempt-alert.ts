import { entitlementsAt } from "#src/contract/plans.ts";
import { houseList } from "#src/contract/signals.ts";
import { findPlanHolder } from "#src/db/queries/plans.ts";
import { findAlerts, insertSignalDelivery } from "#src/db/queries/signal-alerts.ts";
import { placeOf } from "#src/db/queries/sealed-columns.ts";
import { findSignal } from "#src/db/queries/signals.ts";
import { newId } from "#src/platform/ids.ts";
import type { SystemContext } from "../context.ts";
import { isDelivered, postSealed } from "../webhooks/lib/post-sealed.ts";
import type { Network } from "../webhooks/lib/post.ts";

export interface AlertAttempt {
  readonly network: Network;
  readonly owner: string;
  readonly signalId: string;
  /** From 1. */
  readonly number: number;
}

/**
 * Tells somebody's webhook of a changed rating, once, and keeps what came of it.
 * @returns `done`: it was told (2xx), wants to hear no more (410), or there is nothing to tell any more, since the
 *   address, the plan or the signal is gone; else it is to be tried again
 */
export async function attemptAlert(
  ctx: SystemContext,
  { network, owner, signalId, number }: AlertAttempt,
): Promise<{ done: boolean }> {
  const { db, clock } = ctx;
  const [found, alerts, held] = await Promise.all([
    findSignal(db.sql, signalId),
    findAlerts(db.sql, owner),
    findPlanHolder(db.sql, owner),
  ]);
  if (found === null || found.withdrawn !== null || held === null) return { done: true };
  if (alerts === null || alerts.webhookUrl === null || alerts.webhookSecret === null) return { done: true };
  const at = clock.now();
  const { signal, hash } = found;
  if (signal.list === houseList && !entitlementsAt(held, at).signals) return { done: true };
  const body = JSON.stringify({ type: "signal.changed", timestamp: signal.published_at, data: { ...signal, hash } });
  const { url, ...answered } = await postSealed(
    { vault: db.vault, network },
    { url: alerts.webhookUrl, secret: alerts.webhookSecret },
    { id: `${signalId}_changed`, at, body },
  );
  const id = newId("whd");
  await insertSignalDelivery(db.sql, {
    id,
    owner,
    list: signal.list,
    number: signal.number,
    url: db.vault.seal(url, placeOf("signal_deliveries.url", id)),
    attempt: number,
    ...answered,
    at,
  });
  return { done: isDelivered(answered) };
}
