import type { KeptAlerts, SignalAlerts } from "#src/contract/signals/signals.ts";
import { NotificationSettings } from "#src/contract/accounts/users.ts";
import { findAlerts, putAlerts } from "./queries/signal-alerts.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { findUserById, setNotifications } from "#src/product/accounts/queries/users.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Context } from "../context.ts";
import { refuseHiddenHost } from "../webhooks/public/refuse-private-hosts.ts";
import { newWebhookSecret } from "../webhooks/public/new-secret.ts";

/**
 * A new address gets a new secret.
 * @throws InvalidField; NotFound
 */
export async function saveAlerts(
  ctx: Context,
  { email, webhook_url: webhookUrl, symbols }: SignalAlerts,
): Promise<KeptAlerts> {
  const { db, actor, clock, settings } = ctx;
  if (webhookUrl !== null) refuseHiddenHost("webhook_url", webhookUrl, settings);
  const at = clock.now();
  return db.transaction(async (tx) => {
    const [user, before] = [await findUserById(tx.sql, actor.owner), await findAlerts(tx.sql, actor.owner)];
    if (user === null) throw new NotFound("this account is for API keys only and cannot sign in");
    const notifications = NotificationSettings.parse(user.notifications);
    await setNotifications(tx.sql, actor.owner, { ...notifications, signals: email }, at);
    const { vault } = db;
    const kept = before === null || before.webhookUrl === null ? null : before;
    const same = kept !== null && kept.webhookUrl !== null && vault.open(kept.webhookUrl) === webhookUrl;
    const webhookSecret =
      webhookUrl === null
        ? null
        : same && kept.webhookSecret !== null
          ? vault.open(kept.webhookSecret)
          : newWebhookSecret();
    const wanted = symbols === null ? null : [...new Set(symbols.map((symbol) => symbol.trim().toUpperCase()))];
    const sealed = (column: "webhook_url" | "webhook_secret", text: string | null): Sealed | null =>
      text === null ? null : vault.seal(text, placeOf(`signal_alerts.${column}`, actor.owner));
    const stored = {
      webhookUrl: sealed("webhook_url", webhookUrl),
      webhookSecret: sealed("webhook_secret", webhookSecret),
      symbols: wanted,
    };
    await putAlerts(tx.sql, actor.owner, stored, at);
    return { email, webhook_url: webhookUrl, webhook_secret: webhookSecret, symbols: wanted };
  });
}
