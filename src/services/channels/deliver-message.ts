import { setTimeout as pause } from "node:timers/promises";
import { ChannelTarget, type SentData } from "#src/contract/channels.ts";
import { findChannel, pauseChannel, setTarget, type StoredChannel } from "#src/db/queries/channels.ts";
import {
  blockDestination,
  blockedUntil,
  digestedAt,
  findMessage,
  insertAttempt,
  moveMessage,
  takeSlot,
  type StoredMessage,
} from "#src/db/queries/channel-messages.ts";
import { placeOf } from "#src/db/queries/sealed-columns.ts";
import type { Tx } from "#src/db/database.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import { SecretUnreadable } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import type { SystemContext } from "../context.ts";
import { describeEvent } from "../endpoints/lib/describe-event.ts";
import { noteHealth } from "../endpoints/lib/note-health.ts";
import { sendEvent } from "../endpoints/lib/send-event.ts";
import { retryDelaysMs } from "../webhooks/lib/retry-delays.ts";
import type { ChannelTools } from "./lib/channel-tools.ts";
import { destinationOf, pacesOf, type Pace } from "./lib/destination.ts";
import type { Composed, Note } from "./lib/note.ts";
import { send, type Sent } from "./lib/send.ts";
import { stopUrl } from "./lib/stop-link.ts";
import { quietUntil } from "./lib/times.ts";
import { wordsOf } from "./lib/words.ts";
import { writeNote } from "./lib/write-note.ts";

/** So close a place in the row is waited for here. */
const shortWaitMs = 1000;
/** A service that keeps a message waiting for longer has lost it. */
const longestLifeMs = 2 * 24 * 60 * 60_000;
const unreadable = "the channel's address cannot be decrypted; contact the operator of this server";

interface Given {
  readonly message: StoredMessage;
  readonly channel: StoredChannel;
}

/**
 * Takes a message one step on: it is held, waits for its place, is sent, or ends. What happens next stands in its row.
 * Repeatable: one that was cut off after the service took it may come twice.
 * @param input `turn` of an earlier queueing does nothing
 */
export async function deliverMessage(
  ctx: SystemContext,
  { tools, id, turn }: { readonly tools: ChannelTools; readonly id: string; readonly turn: number },
): Promise<void> {
  const { db, clock } = ctx;
  const message = await findMessage(db.sql, id);
  if (message === null || message.state !== "queued" || message.turn !== turn) return;
  const channel = await findChannel(db.sql, message.channel, null);
  if (channel === null) return;
  const given = { message, channel };
  const drop = (reason: string) => end(ctx, given, "dropped", reason);
  if (channel.state !== "active") return drop("the channel was paused");
  const quiet = mayBeHeld(message.data) ? quietUntil(channel.manner, clock.now()) : null;
  if (quiet !== null)
    return channel.manner.quiet?.mode === "drop" ? drop("it came in quiet hours") : hold(ctx, given, quiet);
  const target = openTarget(ctx, channel);
  if (target === null)
    return retry(ctx, given, {
      status: null,
      verdict: { kind: "later", reason: unreadable },
      restMs: null,
      answer: null,
    });
  const at = await placeInRow(ctx, given, pacesOf(target, channel.destination ?? destinationOf(target)));
  if (at === null) return;
  const sent = await sendOnce(ctx, tools, given, { target, at });
  if (sent === null) return drop("there was nothing left to tell");
  await conclude(ctx, given, sent);
}

/** @returns `null`: there is nothing to say of it any more */
async function sendOnce(
  ctx: SystemContext,
  tools: ChannelTools,
  given: Given,
  { target, at }: { readonly target: ChannelTarget; readonly at: Instant },
): Promise<Sent | null> {
  const { message, channel } = given;
  const { id, data, createdAt } = message;
  if (target.kind === "endpoint") {
    const event = await describeEvent(ctx, { ...channel, events: channel.events ?? [] }, data);
    if (event === null) return null;
    return sendEvent(tools, { target, message: { ...event, timestamp: toIso(createdAt) }, id, at });
  }
  const composed = await compose(ctx, tools, given);
  return composed === null ? null : send(tools, { target, message: composed, data, id, at });
}

/** A test is asked for now, and a digest has an hour of its own. */
function mayBeHeld({ event }: SentData): boolean {
  return event !== "test" && event !== "digest";
}

function openTarget({ db }: SystemContext, { target }: StoredChannel): ChannelTarget | null {
  if (target === null) return null;
  try {
    return ChannelTarget.parse(JSON.parse(db.vault.open(target)));
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

async function end(
  { db, clock }: SystemContext,
  { message }: Given,
  state: "dropped" | "failed",
  reason: string,
): Promise<void> {
  await db.transaction((tx) => moveMessage(tx, message, { state, reason }, clock.now()));
}

async function hold({ db, clock }: SystemContext, { message }: Given, until: Instant): Promise<void> {
  await db.transaction((tx) => moveMessage(tx, message, { state: "held", dueAt: until }, clock.now()));
}

/**
 * Waits for the message's place among what is sent to the same destination, if it is close.
 * @returns when it is; `null`: later, which then stands in its row
 */
async function placeInRow(ctx: SystemContext, { message }: Given, paces: readonly Pace[]): Promise<Instant | null> {
  const { db, clock } = ctx;
  const now = clock.now();
  const keys = paces.map(({ key }) => key);
  const blocked = await blockedUntil(db.sql, keys);
  const kept = message.slotAt !== null && message.slotAt >= blocked && message.slotAt <= now + shortWaitMs;
  const slot = kept
    ? (message.slotAt ?? now)
    : await db.transaction(async (tx) => {
        let latest = now;
        // In one order, so that no two wait for each other.
        for (const { key, gapMs } of paces.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
          latest = Math.max(latest, await takeSlot(tx, key, gapMs, now));
        if (latest > now + shortWaitMs)
          await moveMessage(tx, message, { state: "waiting", dueAt: latest, slotAt: latest }, now);
        return latest;
      });
  if (slot > now + shortWaitMs) return null;
  if (slot > now) await pause(slot - now);
  return clock.now();
}

async function compose(ctx: SystemContext, tools: ChannelTools, { message, channel }: Given): Promise<Composed | null> {
  const words = wordsOf(channel.manner);
  const { origin } = tools;
  const to = { owner: channel.owner, origin, words };
  const frame = {
    more: words.more,
    manage: { label: words.manage, url: `${origin}/settings/channels/${channel.id}` },
    stop: { label: words.stop, url: stopUrl(tools, origin, channel.id) },
  };
  const { data } = message;
  if (data.event !== "digest") {
    const note = await writeNote(ctx, data, to);
    return note === null ? null : { heading: null, notes: [note], ...frame };
  }
  const notes: Note[] = [];
  for (const { data: one } of await digestedAt(ctx.db.sql, channel.id, data.from)) {
    const note = one.event === "digest" ? null : await writeNote(ctx, one, to);
    if (note !== null) notes.push(note);
  }
  if (notes.length === 0) return null;
  return { heading: `Conclave: ${words.digest(notes.length)}, ${words.day(data.from)}`, notes, ...frame };
}

async function conclude(ctx: SystemContext, given: Given, sent: Sent): Promise<void> {
  const { db, clock } = ctx;
  const { message, channel } = given;
  const { verdict, restMs } = sent;
  const now = clock.now();
  if (verdict.kind === "limited" || verdict.kind === "later") return retry(ctx, given, sent);
  await db.transaction(async (tx) => {
    if (verdict.kind === "moved") {
      const moved = { kind: "telegram", chat: verdict.chat } as const;
      const sealed = db.vault.seal(JSON.stringify(moved), placeOf("channels.sealed_target", channel.id));
      await setTarget(tx, channel.id, { target: sealed, hint: channel.hint, destination: destinationOf(moved) }, now);
      await noteAttempt(tx, given, sent, now, now);
      await moveMessage(tx, message, { state: "waiting", dueAt: now, attempted: "failed" }, now);
      return;
    }
    if (restMs !== null && channel.destination !== null) await blockDestination(tx, channel.destination, now + restMs);
    await noteAttempt(tx, given, sent, null, now);
    const reason = verdict.kind === "sent" ? undefined : verdict.reason;
    await moveMessage(
      tx,
      message,
      {
        state: verdict.kind === "sent" ? "sent" : "failed",
        attempted: "done",
        ...(reason !== undefined && { reason }),
      },
      now,
    );
    if (verdict.kind === "sent" && channel.events !== null) await noteHealth(tx, channel, sent, now);
    if (verdict.kind === "gone" && (await pauseChannel(tx, channel.id, verdict.reason, now)))
      await mailPause(ctx, tx, given, verdict.reason);
  });
}

/** Else nobody would know. */
async function mailPause({ queue }: SystemContext, tx: Tx, { channel, message }: Given, reason: string): Promise<void> {
  const { id, owner, name, events } = channel;
  const mail = { kind: "channel_paused", userId: owner, channel: id, endpoint: events !== null, name, reason } as const;
  await queue.enqueueMail(tx, mail, `mail channel_paused ${message.id} ${message.turn}`);
}

/** Another attempt later; after about a day of failures none. A limit of the service is no failure of the message. */
async function retry(ctx: SystemContext, given: Given, sent: Sent): Promise<void> {
  const { db, clock } = ctx;
  const { message, channel } = given;
  const { verdict } = sent;
  const now = clock.now();
  const limited = verdict.kind === "limited";
  const reason = verdict.kind === "sent" ? "" : verdict.reason;
  const wait = limited ? verdict.afterMs : retryDelaysMs[message.failures + 1];
  const over = wait === undefined || now - message.createdAt > longestLifeMs;
  await db.transaction(async (tx) => {
    await noteAttempt(tx, given, sent, over ? null : now + wait, now);
    if (limited && channel.destination !== null) await blockDestination(tx, channel.destination, now + verdict.afterMs);
    const attempted = limited ? "limited" : "failed";
    if (over) await moveMessage(tx, message, { state: "failed", reason, attempted }, now);
    else await moveMessage(tx, message, { state: "waiting", dueAt: now + wait, reason, attempted }, now);
    const paused = channel.events === null ? null : await noteHealth(tx, channel, sent, now);
    if (paused !== null) await mailPause(ctx, tx, given, paused);
  });
}

async function noteAttempt(
  tx: Tx,
  { message }: Given,
  { status, verdict, answer }: Sent,
  nextAt: Instant | null,
  at: Instant,
): Promise<void> {
  const error = verdict.kind === "sent" ? null : verdict.reason;
  const { id, owner, attempts } = message;
  await insertAttempt(
    tx,
    { id: newId("cha"), message: id, owner, number: attempts + 1, status, error, answer, nextAt },
    at,
  );
}
