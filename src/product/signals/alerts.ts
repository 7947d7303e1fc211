import { type KeptAlerts, type SignalAlerts, houseList } from "#src/contract/signals/signals.ts";
import { NotificationSettings } from "#src/contract/accounts/users.ts";
import { findAlerts, putAlerts, followersOf, type Follower } from "./queries/signal-alerts.ts";
import { findUserById, setNotifications } from "../accounts/queries/users.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Context, SystemContext } from "../context.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { refuseHiddenHost } from "#src/core/network/private-hosts.ts";
import { newWebhookSecret } from "../webhooks/public/post.ts";
import { requireFresh, type By } from "../accounts/public/fresh-sign-in.ts";
import { notifyAccountChange } from "../accounts/profile.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { findList } from "./queries/signal-lists.ts";
import { findSignal } from "./queries/signals.ts";

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

/**
 * A new webhook needs a fresh sign-in and is mailed.
 * @throws ConfirmationNeeded; NotFound
 */
export async function changeAlerts(
  ctx: Context,
  { by, alerts: wanted }: { readonly by: By; readonly alerts: SignalAlerts },
): Promise<KeptAlerts> {
  const { webhook_url: before } = await getAlerts(ctx);
  const isNew = wanted.webhook_url !== null && wanted.webhook_url !== before;
  if (isNew) requireFresh(ctx, "alert_webhook", by);
  const kept = await saveAlerts(ctx, wanted);
  if (isNew)
    await notifyAccountChange(ctx, {
      kind: "account_changed",
      userId: ctx.actor.owner,
      origin: by.origin,
      at: ctx.clock.now(),
      change: "webhook_changed",
      subject: new URL(wanted.webhook_url ?? "").host,
    });
  return kept;
}

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
