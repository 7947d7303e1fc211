import { forgetBot, keepBot, leaseUpdates, noteUpdates } from "./queries/destinations.ts";
import type { SystemContext } from "../context.ts";
import type { ChannelTools } from "./public/channel-tools.ts";
import { askBotName, askUpdates, leaseMs, reply, type Update } from "./lib/telegram-updates.ts";
import { channelsTo, findConnecting, pauseChannel, setTarget } from "./queries/channels.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { sha256 } from "#src/core/hash.ts";
import { destinationOf } from "./public/destination.ts";
import { inert } from "./lib/times.ts";

/**
 * Pages link to it.
 * @returns `null` when it could not be learned
 */
export async function learnTelegramBot(ctx: SystemContext, tools: ChannelTools): Promise<string | null> {
  const { db } = ctx;
  if (tools.telegram === null) {
    await forgetBot(db.sql);
    return null;
  }
  const name = await askBotName(tools);
  if (name !== null && /^\w{3,64}$/.test(name)) await keepBot(db.sql, name);
  return name;
}

/**
 * One worker at a time.
 * @param by the worker
 * @returns `idle`: another one, or no answer
 */
export async function readTelegram(
  ctx: SystemContext,
  { tools, by }: { readonly tools: ChannelTools; readonly by: string },
): Promise<"read" | "idle"> {
  const { db, clock } = ctx;
  const at = clock.now();
  const from = await leaseUpdates(db.sql, by, { at, until: at + leaseMs });
  if (from === null) return "idle";
  const updates = await askUpdates(tools, from);
  if (updates === null) return "idle";
  for (const update of updates) {
    await follow(ctx, tools, update);
    await noteUpdates(db.sql, update.update_id + 1);
  }
  return "read";
}

async function follow(ctx: SystemContext, tools: ChannelTools, update: Update): Promise<void> {
  const { my_chat_member: member } = update;
  if (member !== undefined) {
    if (["kicked", "left"].includes(member.new_chat_member.status))
      await leave(ctx, member.chat.id, "the bot was blocked or removed from the chat");
    return;
  }
  const message = update.message ?? update.channel_post;
  const [, command, token] = /^\/(start|stop)(?:@\w+)?(?:\s+([\w-]{8,64}))?\s*$/.exec(message?.text ?? "") ?? [];
  if (message === undefined || command === undefined) return;
  const { chat } = message;
  if (command === "stop") {
    const paused = await leave(ctx, chat.id, "it was stopped in Telegram");
    await reply(
      tools,
      chat.id,
      paused > 0 ? "Stopped. Resume the channel in your settings." : "Nothing is sent to this chat.",
    );
    return;
  }
  const connected = token === undefined ? null : await connect(ctx, chat, token);
  const text =
    connected === null
      ? "This link has expired or was used before. Create a new one in your settings, under Channels."
      : `Connected. Messages from “${connected}” will arrive here. Send /stop to end them.`;
  await reply(tools, chat.id, text);
}

/** @returns the channel's name; `null` for a token that connects nothing */
async function connect(
  { db, clock }: SystemContext,
  chat: NonNullable<Update["message"]>["chat"],
  token: string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const channel = await findConnecting(tx, sha256(token), now);
    if (channel === null) return null;
    const target = { kind: "telegram", chat: String(chat.id) } as const;
    const sealed = db.vault.seal(JSON.stringify(target), placeOf("channels.sealed_target", channel.id));
    const hint = chat.type === "private" ? "private chat" : inert(chat.title ?? chat.type, 60);
    await setTarget(tx, channel.id, { target: sealed, hint, destination: destinationOf(target) }, now);
    return channel.name;
  });
}

/** Nothing more is sent to a chat. @returns how many channels led there */
async function leave({ db, clock }: SystemContext, chat: number, reason: string): Promise<number> {
  return db.transaction(async (tx) => {
    const channels = await channelsTo(tx, destinationOf({ kind: "telegram", chat: String(chat) }));
    for (const { id } of channels) await pauseChannel(tx, id, reason, clock.now());
    return channels.length;
  });
}
