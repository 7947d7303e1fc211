import type { ShownChannel } from "#src/contract/messages/channels.ts";
import { channelsOf } from "./queries/channels.ts";
import { findBot } from "./queries/telegram-bot.ts";
import type { Context } from "../context.ts";
import { shownChannel } from "./lib/shown-channel.ts";

/** The actor's channels, and whether a chat of Telegram can be connected. */
export async function listChannels(
  ctx: Context,
): Promise<{ readonly channels: readonly ShownChannel[]; readonly telegram: boolean }> {
  const { db, actor } = ctx;
  const [channels, bot] = await Promise.all([channelsOf(db.sql, actor.owner, "channels"), findBot(db.sql)]);
  return { channels: channels.map(shownChannel), telegram: bot !== null };
}
