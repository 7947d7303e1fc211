import { forgetBot, keepBot, leaseUpdates, noteUpdates } from "./queries/destinations.ts";
import type { SystemContext } from "../context.ts";
import type { ChannelTools } from "./public/channel-tools.ts";
import { channelsTo, findConnecting, pauseChannel, setTarget } from "./queries/channels.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { sha256 } from "#src/core/hash.ts";
import { destinationOf, jsonOf } from "./public/destination.ts";
import { inert } from "./lib/note.ts";
import { z } from "zod";
import { exchange } from "#src/product/webhooks/public/post.ts";

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

const Chat = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string().optional(),
  first_name: z.string().optional(),
});

/** What is read of an update; everything else of it is passed over. */
const Update = z.object({
  update_id: z.number(),
  message: z.object({ chat: Chat, text: z.string().optional() }).optional().catch(undefined),
  channel_post: z.object({ chat: Chat, text: z.string().optional() }).optional().catch(undefined),
  my_chat_member: z
    .object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) })
    .optional()
    .catch(undefined),
});
export type Update = z.infer<typeof Update>;

/** Seconds of Telegram's long poll, and a little more. */
const holdSeconds = 20;
const wayMs = 10_000;

/** How long somebody may read updates without saying so again. */
const leaseMs = holdSeconds * 1000 + 2 * wayMs;

const nothing = { ok: false } as const;

/** `null`: no good answer. No error holds the token. */
async function ask<T>(
  { telegram, trusted }: ChannelTools,
  method: string,
  body: object,
  shape: z.ZodType<T>,
): Promise<T | null> {
  if (telegram === null) return null;
  const network = { ...trusted, timeoutMs: holdSeconds * 1000 + wayMs };
  const answer = await exchange(`${telegram.apiUrl}/bot${telegram.token}/${method}`, {}, JSON.stringify(body), network);
  const read = jsonOf(
    answer.body,
    z.union([z.object({ ok: z.literal(true), result: shape }), z.object({ ok: z.literal(false) })]),
  );
  const said = read ?? nothing;
  return said.ok ? said.result : null;
}

/** @see https://core.telegram.org/bots/api#getme */
async function askBotName(tools: ChannelTools): Promise<string | null> {
  return (await ask(tools, "getMe", {}, z.object({ username: z.string() })))?.username ?? null;
}

/** Waits for updates from `offset` on. @see https://core.telegram.org/bots/api#getupdates */
async function askUpdates(tools: ChannelTools, offset: number): Promise<Update[] | null> {
  const wanted = { offset, timeout: holdSeconds, allowed_updates: ["message", "channel_post", "my_chat_member"] };
  const raw = await ask(tools, "getUpdates", wanted, z.array(z.unknown()));
  return (
    raw?.flatMap((one) => {
      const read = Update.safeParse(one);
      return read.success ? [read.data] : [];
    }) ?? null
  );
}

/** A short answer in a chat; whether it arrives is nobody's concern. */
async function reply(tools: ChannelTools, chat: number, text: string): Promise<void> {
  await ask(tools, "sendMessage", { chat_id: chat, text }, z.unknown());
}
