import { z } from "zod";
import { exchange } from "#src/product/webhooks/public/post.ts";
import { jsonOf } from "../public/destination.ts";
import type { ChannelTools } from "../public/channel-tools.ts";

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
export const leaseMs = holdSeconds * 1000 + 2 * wayMs;

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
export async function askBotName(tools: ChannelTools): Promise<string | null> {
  return (await ask(tools, "getMe", {}, z.object({ username: z.string() })))?.username ?? null;
}

/** Waits for updates from `offset` on. @see https://core.telegram.org/bots/api#getupdates */
export async function askUpdates(tools: ChannelTools, offset: number): Promise<Update[] | null> {
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
export async function reply(tools: ChannelTools, chat: number, text: string): Promise<void> {
  await ask(tools, "sendMessage", { chat_id: chat, text }, z.unknown());
}
