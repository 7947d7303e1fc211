import type { KeptAlerts } from "#src/contract/signals/signals.ts";
import { NotificationSettings } from "#src/contract/accounts/users.ts";
import { findAlerts } from "./queries/signal-alerts.ts";
import { findUserById } from "#src/product/accounts/queries/users.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Context } from "../context.ts";

/** @throws NotFound for an account nobody signs in to */
export async function getAlerts(ctx: Context): Promise<KeptAlerts> {
  const { db, actor } = ctx;
  const [user, kept] = await Promise.all([findUserById(db.sql, actor.owner), findAlerts(db.sql, actor.owner)]);
  if (user === null) throw new NotFound("this account is for API keys only and cannot sign in");
  const opened = (secret: Sealed | null | undefined): string | null =>
    secret === null || secret === undefined ? null : db.vault.open(secret);
  return {
    email: NotificationSettings.parse(user.notifications).signals,
    webhook_url: opened(kept?.webhookUrl),
    webhook_secret: opened(kept?.webhookSecret),
    symbols: kept?.symbols === undefined || kept.symbols === null ? null : [...kept.symbols],
  };
}
