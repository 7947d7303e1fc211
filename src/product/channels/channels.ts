import { randomBytes } from "node:crypto";
import {
  type ChannelChoices,
  type ChannelManner,
  type MadeChannel,
  type NewChannel,
  type ShownAttempt,
  type ShownChannel,
  type ShownMessage,
  channelKinds,
  channelLimits,
  labelOf,
  otherLists,
  usualChoices,
  usualManner,
} from "#src/contract/messages/channels.ts";
import {
  channelsOf,
  deleteChannel,
  findChannel,
  insertChannel,
  lockChannels,
  pauseChannel as pause,
  resumeChannel as resume,
  updateChannel,
} from "./queries/channels.ts";
import { findReportLanguage } from "../accounts/queries/users.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { findBot } from "./queries/destinations.ts";
import { Conflict, InvalidInput, NotFound } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { newId } from "#src/core/ids.ts";
import { type By, requireFresh } from "../accounts/public/fresh-sign-in.ts";
import type { Context, SystemContext } from "../context.ts";
import { destinationOf } from "./public/destination.ts";
import { channelToStop, nextDigest, readTarget, shownChannel } from "./lib/targets.ts";
import { attemptsOf, messagesOf } from "../outbox/queries/outbox-log.ts";
import { type ChannelMessage, insertMessages, releaseCollected } from "../outbox/queries/outbox.ts";
import { symbolsOfSignals } from "../signals/queries/signals.ts";
import { toIso } from "#src/core/clock.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import { listsOf } from "../signals/queries/signal-lists.ts";

/**
 * Mails the owner; Telegram is connected by the returned link.
 * @returns what is shown once
 * @throws ConfirmationNeeded; InvalidField; Conflict; InvalidInput without a bot
 */
export async function createChannel(
  ctx: Context,
  { by, wanted }: { readonly by: By; readonly wanted: NewChannel },
): Promise<MadeChannel> {
  requireFresh(ctx, "channel", by);
  const { db, actor, clock, queue, settings } = ctx;
  const id = newId("chn");
  const bot = wanted.kind === "telegram" ? await findBot(db.sql) : null;
  if (wanted.kind === "telegram" && bot === null) throw new InvalidInput("this server has no Telegram bot");
  const read = wanted.kind === "telegram" ? null : readTarget(wanted, settings);
  const token = read === null ? randomBytes(24).toString("base64url") : null;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const before = await lockChannels(tx, actor.owner, "channels");
    if (before.length >= channelLimits.perAccount)
      throw new Conflict(`an account can have ${channelLimits.perAccount} channels; remove one first`);
    const language = (await findReportLanguage(tx.sql, actor.owner)) ?? usualManner.language;
    await insertChannel(
      tx,
      {
        id,
        owner: actor.owner,
        kind: wanted.kind,
        name: wanted.name,
        target:
          read === null ? null : db.vault.seal(JSON.stringify(read.target), placeOf("channels.sealed_target", id)),
        hint: read?.hint ?? "",
        destination: read === null ? null : destinationOf(read.target),
        events: null,
        told: { choices: usualChoices, manner: { ...usualManner, language } },
        connect:
          token === null ? null : { digest: sha256(token), expiresAt: now + channelLimits.connectMinutes * 60_000 },
      },
      now,
    );
    await queue.enqueueMail(tx, {
      kind: "account_changed",
      userId: actor.owner,
      origin: by.origin,
      at: now,
      change: "channel_added",
      subject: channelKinds[wanted.kind],
    });
    return {
      id,
      name: wanted.name,
      connect: token === null || bot === null ? null : `https://t.me/${bot.username}?start=${token}`,
      secret: read?.target.kind === "webhook" ? read.target.secret : null,
    };
  });
}

/** Of the delivery log. */
const mostMessages = 50;

/** A channel of the actor's with its delivery log, newest first. @throws NotFound */
export async function getChannel(
  ctx: Context,
  id: string,
): Promise<{ readonly channel: ShownChannel; readonly log: readonly ShownMessage[] }> {
  const { db, actor } = ctx;
  const channel = await findChannel(db.sql, id, { owner: actor.owner, which: "channels" });
  if (channel === null) throw new NotFound("there is no such channel");
  const messages = await messagesOf(db.sql, id, { limit: mostMessages });
  const [attempts, symbols] = await Promise.all([
    attemptsOf(
      db.sql,
      messages.map((message) => message.id),
    ),
    symbolsOfSignals(
      db.sql,
      messages.flatMap(({ data }) => ("signal" in data ? [data.signal] : [])),
    ),
  ]);
  const byMessage = Map.groupBy(attempts, ({ message }) => message);
  const log = messages.map((message) => ({
    ...told(message, symbols),
    attempts: (byMessage.get(message.id) ?? []).map(({ number, status, error, at }): ShownAttempt => ({
      number,
      status,
      error,
      at: toIso(at),
    })),
  }));
  return { channel: shownChannel(channel), log };
}

function told(
  { id, data, state, reason, createdAt, dueAt }: ChannelMessage,
  symbols: ReadonlyMap<string, string>,
): Omit<ShownMessage, "attempts"> {
  const event = data.event === "test" ? "Test message" : data.event === "digest" ? "Digest" : labelOf(data.event);
  const about = "signal" in data ? (symbols.get(data.signal) ?? "") : "symbol" in data ? data.symbol : "";
  return {
    id,
    event,
    about,
    state,
    reason,
    created_at: toIso(createdAt),
    due_at: dueAt === null ? null : toIso(dueAt),
  };
}

/** The actor's channels, and whether a chat of Telegram can be connected. */
export async function listChannels(
  ctx: Context,
): Promise<{ readonly channels: readonly ShownChannel[]; readonly telegram: boolean }> {
  const { db, actor } = ctx;
  const [channels, bot] = await Promise.all([channelsOf(db.sql, actor.owner, "channels"), findBot(db.sql)]);
  return { channels: channels.map(shownChannel), telegram: bot !== null };
}

export interface SavedChannel {
  readonly id: string;
  readonly name: string;
  readonly choices: ChannelChoices;
  readonly manner: ChannelManner;
}

/** Sends what a removed digest had collected. @throws NotFound */
export async function saveChannel(ctx: Context, { id, name, choices, manner }: SavedChannel): Promise<void> {
  const { db, actor, clock } = ctx;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const channel = await findChannel(tx.sql, id, { owner: actor.owner, which: "channels" });
    if (channel === null) throw new NotFound("there is no such channel");
    const own = await listsOf(tx.sql, actor.owner);
    const known = new Set([otherLists, houseList, ...own.map((list) => list.id)]);
    const lists = Object.fromEntries(Object.entries(choices.lists).filter(([list]) => known.has(list)));
    const nextDigestAt = nextDigest(manner, now);
    await updateChannel(tx.sql, id, { name, choices: { ...choices, lists }, manner, nextDigestAt }, now);
    if (manner.digest === null) await releaseCollected(tx, id, now);
  });
}

/** Repeatable. @throws NotFound */
export async function pauseChannel(ctx: Context, id: string): Promise<void> {
  const { db, actor, clock } = ctx;
  await db.transaction(async (tx) => {
    if ((await findChannel(tx.sql, id, { owner: actor.owner, which: "channels" })) === null)
      throw new NotFound("there is no such channel");
    await pause(tx, id, null, clock.now());
  });
}

/** Sends to a channel of the actor's again; repeatable. @throws NotFound */
export async function resumeChannel(ctx: Context, id: string): Promise<void> {
  const { db, actor, clock } = ctx;
  await db.transaction(async (tx) => {
    if ((await findChannel(tx.sql, id, { owner: actor.owner, which: "channels" })) === null)
      throw new NotFound("there is no such channel");
    await resume(tx, id, actor.owner, clock.now());
  });
}

/** Deletes a channel of the actor's with its log. @throws NotFound */
export async function removeChannel(ctx: Context, id: string): Promise<void> {
  const { db, actor } = ctx;
  await db.transaction(async (tx) => {
    if (!(await deleteChannel(tx, id, actor.owner))) throw new NotFound("there is no such channel");
  });
}

/** Also in quiet hours. @throws NotFound; Conflict while paused */
export async function testChannel(ctx: Context, id: string): Promise<void> {
  const { db, actor, clock } = ctx;
  await db.transaction(async (tx) => {
    const channel = await findChannel(tx.sql, id, { owner: actor.owner, which: "channels" });
    if (channel === null) throw new NotFound("there is no such channel");
    if (channel.state === "connecting") throw new Conflict("the chat is not connected yet; open the link first");
    if (channel.state === "paused") throw new Conflict("the channel is paused; resume it first");
    const message = newId("msg");
    const row = { id: message, channel: id, owner: actor.owner, once: message, collected: false };
    await insertMessages(tx, [{ ...row, data: { event: "test" } }], clock.now());
  });
}

/** Without its address. @throws NotFound */
export async function readStopLink(
  ctx: SystemContext,
  { secret, token }: { readonly secret: string; readonly token: string },
): Promise<{ readonly kind: string; readonly stopped: boolean }> {
  const id = channelToStop(secret, token);
  const channel = id === null ? null : await findChannel(ctx.db.sql, id, null);
  if (channel === null) throw new NotFound("there is no such channel");
  return { kind: channelKinds[channel.kind], stopped: channel.state !== "active" };
}

/** Repeatable. False for a link we did not make. */
export async function stopChannel(
  ctx: SystemContext,
  { secret, token }: { readonly secret: string; readonly token: string },
): Promise<boolean> {
  const { db, clock } = ctx;
  const id = channelToStop(secret, token);
  if (id === null) return false;
  await db.transaction((tx) => pause(tx, id, "it was stopped by the link in a message", clock.now()));
  return true;
}
