import { forgetBot, keepBot } from "./queries/telegram-bot.ts";
import type { SystemContext } from "../context.ts";
import type { ChannelTools } from "./public/channel-tools.ts";
import { askBotName } from "./lib/telegram-updates.ts";

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
