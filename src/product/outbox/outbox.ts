import {
  takeDue,
  findMessage,
  insertAttempt,
  moveMessage,
  type QueuedMessage,
  type StoredMessage,
} from "./queries/outbox.ts";
import type { SystemContext } from "../context.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import type { ChannelTools } from "../channels/public/destination.ts";
import { tellChannel } from "../channels/telling.ts";
import { sendMail, type MailTools } from "../mail/mail.ts";
import { type Network, postSealed } from "../webhooks/public/post.ts";
import { tellJob } from "../webhooks/webhooks.ts";
import { mailDelaysMs, retryDelaysMs, type Step, type Tried, type Verdict } from "./public/retries.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import { findPlanHolder } from "../plans/queries/plans.ts";
import { findAlerts } from "../signals/queries/signal-alerts.ts";
import { findSignal } from "../signals/queries/signals.ts";

const atOnce = 200;
/** Longer than any attempt takes, and than the queue is behind. */
const lostMs = 15 * 60_000;

/** Any worker, each once. @returns how many */
export async function queueDueMessages(ctx: SystemContext): Promise<number> {
  const { db, queue, clock } = ctx;
  return db.transaction(async (tx) => {
    const due = await takeDue(tx, clock.now(), { lostMs, limit: atOnce });
    for (const message of due) await queue.enqueueDelivery(tx, message);
    return due.length;
  });
}

/** What messages are sent through. */
export interface DeliveryTools {
  /** For webhooks of jobs and of changed ratings. */
  readonly network: Network;
  /** Made with the first mail. */
  readonly mail: () => MailTools;
  /** Made with the first message, as for mails. */
  readonly channels: () => ChannelTools;
}

/** A channel's service that keeps a message waiting for longer has lost it. */
const longestLifeMs = 2 * 24 * 60 * 60_000;

/**
 * One step: held, placed, sent or ended. Repeatable; it may come twice if cut off.
 * @param input an earlier `turn` does nothing
 */
export async function deliverMessage(
  ctx: SystemContext,
  { tools, id, turn }: { readonly tools: DeliveryTools } & Pick<QueuedMessage, "id" | "turn">,
): Promise<void> {
  const { db, clock } = ctx;
  const message = await findMessage(db.sql, id);
  if (message === null || message.state !== "queued" || message.turn !== turn) return;
  const step = await take(ctx, tools, message);
  if (step.kind === "tried") return keep(ctx, message, step);
  const to =
    step.kind === "dropped"
      ? ({ state: "dropped", reason: step.reason } as const)
      : { state: step.state, dueAt: step.until, slotAt: step.slotAt ?? null };
  await db.transaction((tx) => moveMessage(tx, message, to, clock.now()));
}

/** By the kind of its destination. */
function take(ctx: SystemContext, tools: DeliveryTools, message: StoredMessage): Promise<Step> {
  switch (message.destination) {
    case "channel":
      return tellChannel(ctx, { tools: tools.channels(), message });
    case "job":
      return tellJob(ctx, { network: tools.network, message });
    case "alert":
      return tellAlert(ctx, { network: tools.network, message });
    case "mail":
      return sendMail(ctx, { tools: tools.mail(), message });
  }
}

/** Keeps an attempt, and says when the next one is made. */
async function keep({ db, clock }: SystemContext, message: StoredMessage, tried: Tried): Promise<void> {
  const { verdict, status, error, answer, url, follow } = tried;
  const now = clock.now();
  const wait = waitOf(message, verdict, now);
  const nextAt = wait === null ? null : now + wait;
  const id = newId(url === null ? "cha" : "whd");
  const sealed = url === null ? null : db.vault.seal(url, placeOf("webhook_deliveries.url", id));
  const { owner, attempts } = message;
  await db.transaction(async (tx) => {
    const attempt = { id, message: message.id, owner, number: attempts + 1, status, error, answer };
    await insertAttempt(tx, { ...attempt, url: sealed, nextAt }, now);
    const to = { attempted: countsAs(verdict), reason: verdict.kind === "sent" ? null : verdict.reason };
    if (nextAt !== null) await moveMessage(tx, message, { ...to, state: "waiting", dueAt: nextAt }, now);
    else await moveMessage(tx, message, { ...to, state: verdict.kind === "sent" ? "sent" : "failed" }, now);
    await follow?.(tx, now);
  });
}

function countsAs({ kind }: Verdict): "limited" | "failed" | "done" {
  return kind === "limited" ? "limited" : kind === "later" || kind === "moved" ? "failed" : "done";
}

/** `null`: no further attempt. A service's limit is no failure. */
function waitOf({ destination, failures, createdAt }: StoredMessage, verdict: Verdict, now: Instant): number | null {
  if (verdict.kind === "moved") return 0;
  if (verdict.kind !== "limited" && verdict.kind !== "later") return null;
  if (destination === "channel" && now - createdAt > longestLifeMs) return null;
  if (verdict.kind === "limited") return verdict.afterMs;
  return (destination === "mail" ? mailDelaysMs : retryDelaysMs)[failures + 1] ?? null;
}

/** While there are address, plan and signal. */
async function tellAlert(
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

/** After its workers stopped again and again. */
export async function giveUpMessage(ctx: SystemContext, message: Pick<QueuedMessage, "id" | "turn">): Promise<void> {
  const { db, clock } = ctx;
  const reason = "its delivery was interrupted repeatedly";
  await db.transaction((tx) => moveMessage(tx, message, { state: "failed", reason }, clock.now()));
}
