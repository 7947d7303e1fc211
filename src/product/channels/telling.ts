import { type Happening, ChannelTarget, type SentData } from "#src/contract/messages/channels.ts";
import { findList } from "../signals/queries/signal-lists.ts";
import type { SystemContext } from "../context.ts";
import { notePage } from "./public/note-happening.ts";
import { insertMessages, takeCollected, digestedAt, type ChannelMessage } from "../outbox/queries/outbox.ts";
import {
  channelsWithDigestDue,
  setNextDigest,
  blockDestination,
  blockedUntil,
  takeSlot,
} from "./queries/destinations.ts";
import { newId } from "#src/core/ids.ts";
import { nextDigest, quietUntil, stopUrl } from "./lib/targets.ts";
import { setTimeout as pause } from "node:timers/promises";
import { findChannel, pauseChannel, setTarget, type StoredChannel } from "./queries/channels.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import type { Tx } from "#src/core/db/database.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { SecretUnreadable } from "#src/core/errors.ts";
import { describeEvent, noteHealth, sendEvent } from "../endpoints/public/events.ts";
import type { Step, Tried } from "../outbox/public/retries.ts";
import { type ChannelTools, destinationOf, pacesOf, type Pace } from "./public/destination.ts";
import { type Composed, type Note, writeNote } from "./lib/note.ts";
import { send, type Sent } from "./public/send.ts";
import { wordsOf } from "./lib/event-texts.ts";

/**
 * Calling again tells nobody twice.
 * @param input `after` is the last channel; empty at first
 * @returns the last; `null` after the last page
 */
export async function noteHappeningPage(
  ctx: SystemContext,
  input: { readonly list: string; readonly once: string; readonly happening: Happening; readonly after: string },
): Promise<string | null> {
  const { db, clock } = ctx;
  const { list, ...rest } = input;
  const found = await findList(db.sql, list);
  if (found === null) return null;
  return db.transaction((tx) => notePage(tx, { ...rest, where: { owner: found.owner, list }, at: clock.now() }));
}

const atOnce = 50;

/** One message each, none of nothing. */
export async function makeDigests(ctx: SystemContext): Promise<number> {
  const { db, clock } = ctx;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const due = await channelsWithDigestDue(tx, now, atOnce);
    for (const { id, owner, manner, state } of due) {
      await setNextDigest(tx, id, nextDigest(manner, now));
      const collected = state === "active" ? await takeCollected(tx, id, now) : [];
      if (collected.length === 0) continue;
      const data = { event: "digest", from: now } as const;
      const message = { id: newId("msg"), channel: id, owner, data, once: `digest ${now}`, collected: false };
      await insertMessages(tx, [message], now);
    }
    return due.length;
  });
}

/** So close a place in the row is waited for here. */
const shortWaitMs = 1000;
const unreadable = "the channel's address cannot be decrypted; contact the operator of this server";

interface Given {
  readonly message: ChannelMessage;
  readonly channel: StoredChannel;
}

/** Tells a channel, or says what the message waits for. */
export async function tellChannel(
  ctx: SystemContext,
  { tools, message }: { readonly tools: ChannelTools; readonly message: ChannelMessage },
): Promise<Step> {
  const { db, clock } = ctx;
  const channel = await findChannel(db.sql, message.channel, null);
  if (channel === null) return { kind: "dropped", reason: "the channel was removed" };
  if (channel.state !== "active") return { kind: "dropped", reason: "the channel was paused" };
  const quiet = mayBeHeld(message.data) ? quietUntil(channel.manner, clock.now()) : null;
  if (quiet !== null)
    return channel.manner.quiet?.mode === "drop"
      ? { kind: "dropped", reason: "it arrived during quiet hours" }
      : { kind: "waits", state: "held", until: quiet };
  const given = { message, channel };
  const target = openTarget(ctx, channel);
  if (target === null)
    return tried(ctx, given, {
      status: null,
      verdict: { kind: "later", reason: unreadable },
      restMs: null,
      answer: null,
    });
  const slot = await placeInRow(ctx, message, pacesOf(target, channel.destination ?? destinationOf(target)));
  if (slot > clock.now() + shortWaitMs) return { kind: "waits", state: "waiting", until: slot, slotAt: slot };
  if (slot > clock.now()) await pause(slot - clock.now());
  const sent = await sendOnce(ctx, tools, given, { target, at: clock.now() });
  return sent === null ? { kind: "dropped", reason: "there was nothing left to send" } : tried(ctx, given, sent);
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

/** Tests are wanted now, digests have an hour. */
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

/** @returns when its turn comes at the destination */
async function placeInRow(
  { db, clock }: SystemContext,
  { slotAt }: ChannelMessage,
  paces: readonly Pace[],
): Promise<Instant> {
  const now = clock.now();
  const blocked = await blockedUntil(
    db.sql,
    paces.map(({ key }) => key),
  );
  if (slotAt !== null && slotAt >= blocked && slotAt <= now + shortWaitMs) return slotAt;
  return db.transaction(async (tx) => {
    let latest = now;
    // In one order, so that no two wait for each other.
    for (const { key, gapMs } of paces.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
      latest = Math.max(latest, await takeSlot(tx, key, gapMs, now));
    return latest;
  });
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

function tried(ctx: SystemContext, given: Given, sent: Sent): Tried {
  const { status, verdict, answer } = sent;
  const error = verdict.kind === "sent" ? null : verdict.reason;
  return {
    kind: "tried",
    verdict,
    status,
    error,
    answer,
    url: null,
    follow: (tx, at) => follow(ctx, tx, given, sent, at),
  };
}

/** For the channel, and all else for the same place. */
async function follow(ctx: SystemContext, tx: Tx, given: Given, { verdict, restMs }: Sent, at: Instant): Promise<void> {
  const { channel } = given;
  const { id, destination, events, hint } = channel;
  if (verdict.kind === "moved") {
    const moved = { kind: "telegram", chat: verdict.chat } as const;
    const target = ctx.db.vault.seal(JSON.stringify(moved), placeOf("channels.sealed_target", id));
    return setTarget(tx, id, { target, hint, destination: destinationOf(moved) }, at);
  }
  const rest = verdict.kind === "limited" ? verdict.afterMs : restMs;
  if (rest !== null && destination !== null) await blockDestination(tx, destination, at + rest);
  const paused =
    verdict.kind === "gone"
      ? (await pauseChannel(tx, id, verdict.reason, at)) && verdict.reason
      : events !== null && verdict.kind !== "refused" && (await noteHealth(tx, channel, verdict, at));
  if (paused) await mailPause(ctx, tx, given, paused);
}

/** Else nobody would know. */
async function mailPause({ queue }: SystemContext, tx: Tx, { channel, message }: Given, reason: string): Promise<void> {
  const { id, owner, name, events } = channel;
  const mail = { kind: "channel_paused", userId: owner, channel: id, endpoint: events !== null, name, reason } as const;
  await queue.enqueueMail(tx, mail, `mail channel_paused ${message.id} ${message.turn}`);
}
