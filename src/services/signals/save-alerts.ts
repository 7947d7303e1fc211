import type { KeptAlerts, SignalAlerts } from "#src/contract/signals.ts";
import { NotificationSettings } from "#src/contract/users.ts";
import { findAlerts, putAlerts } from "#src/db/queries/signal-alerts.ts";
import { findUserById, setNotifications } from "#src/db/queries/users.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";
import { refuseHiddenHost } from "../webhooks/address.ts";
import { newWebhookSecret } from "../webhooks/secret.ts";

/**
 * How the actor wants to be told of changed ratings. A new address gets a new secret.
 * @throws InvalidField for a webhook that leads inside; NotFound for an account nobody signs in to
 */
export async function saveAlerts(
  {
    db,
    actor,
    clock,
    settings,
  }: Pick<Context, "db" | "actor" | "clock"> & {
    readonly settings: Pick<Context["settings"], "webhookAllowPrivate">;
  },
  { email, webhook_url: webhookUrl, symbols }: SignalAlerts,
): Promise<KeptAlerts> {
  if (webhookUrl !== null) refuseHiddenHost("webhook_url", webhookUrl, settings);
  const at = clock.now();
  return db.transaction(async (tx) => {
    const [user, before] = [await findUserById(tx.sql, actor.owner), await findAlerts(tx.sql, actor.owner)];
    if (user === null) throw new NotFound("nobody signs in to this account");
    const notifications = NotificationSettings.parse(user.notifications);
    await setNotifications(tx.sql, actor.owner, { ...notifications, signals: email }, at);
    const same = before !== null && before.webhookUrl === webhookUrl;
    const webhookSecret = webhookUrl === null ? null : same ? before.webhookSecret : newWebhookSecret();
    const wanted = symbols === null ? null : [...new Set(symbols.map((symbol) => symbol.trim().toUpperCase()))];
    await putAlerts(tx.sql, actor.owner, { webhookUrl, webhookSecret, symbols: wanted }, at);
    return { email, webhook_url: webhookUrl, webhook_secret: webhookSecret, symbols: wanted };
  });
}
