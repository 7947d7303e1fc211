import { entitlementsAt } from "#src/contract/plans.ts";
import { houseList } from "#src/contract/signals.ts";
import type { StoredMessage } from "#src/product/outbox/queries/outbox.ts";
import { findPlanHolder } from "#src/product/plans/queries/plans.ts";
import { findAlerts } from "./queries/signal-alerts.ts";
import { findSignal } from "./queries/signals.ts";
import type { SystemContext } from "../context.ts";
import type { Step } from "../outbox/public/step.ts";
import { postSealed } from "../webhooks/public/post-sealed.ts";
import type { Network } from "../webhooks/public/post.ts";

/** While there are address, plan and signal. */
export async function tellAlert(
  ctx: SystemContext,
  {
    network,
    message: { owner, data },
  }: { readonly network: Network; readonly message: Extract<StoredMessage, { destination: "alert" }> },
): Promise<Step> {
  const { db, clock } = ctx;
  const [found, alerts, held] = await Promise.all([
    findSignal(db.sql, data.signal),
    findAlerts(db.sql, owner),
    findPlanHolder(db.sql, owner),
  ]);
  if (found === null || found.withdrawn !== null) return { kind: "dropped", reason: "the signal was withdrawn" };
  if (alerts === null || alerts.webhookUrl === null || alerts.webhookSecret === null)
    return { kind: "dropped", reason: "the webhook was removed" };
  const at = clock.now();
  const { signal, hash } = found;
  if (held === null || (signal.list === houseList && !entitlementsAt(held, at).signals))
    return { kind: "dropped", reason: "the plan has no live signals" };
  const body = JSON.stringify({ type: "signal.changed", timestamp: signal.published_at, data: { ...signal, hash } });
  const to = { url: alerts.webhookUrl, secret: alerts.webhookSecret };
  return postSealed({ vault: db.vault, network }, to, { id: `${data.signal}_changed`, at, body });
}
