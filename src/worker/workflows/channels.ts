import { setTimeout as pause } from "node:timers/promises";
import { learnTelegramBot } from "#src/services/channels/learn-telegram-bot.ts";
import { readTelegram } from "#src/services/channels/read-telegram.ts";
import type { SystemContext } from "#src/services/context.ts";
import type { DeliveryTools } from "#src/services/outbox/deliver-message.ts";

/** Between attempts to learn the bot's name, and to become the one who reads. */
const learnMs = 30_000;
const idleMs = 5000;

/**
 * Reads what is written to the bot for as long as the worker lives. No workflow: how far it is read stands in a row, and
 * a message that was read twice does nothing the second time.
 */
export async function followTelegram(
  tools: SystemContext & Pick<DeliveryTools, "channels">,
  by: string,
  stopping: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> {
  let known = false;
  while (!stopping.aborted) {
    let restMs = 0;
    try {
      const channels = tools.channels();
      if (!known) {
        known = (await learnTelegramBot(tools, channels)) !== null;
        if (channels.telegram === null) return;
        if (!known) restMs = learnMs;
      } else if ((await readTelegram(tools, { tools: channels, by })) === "idle") restMs = idleMs;
    } catch (error) {
      failed(error);
      restMs = idleMs;
    }
    if (restMs > 0) await pause(restMs, undefined, { signal: stopping }).catch(() => {});
  }
}
