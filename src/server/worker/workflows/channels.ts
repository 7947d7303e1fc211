import { setTimeout as pause } from "node:timers/promises";
import { learnTelegramBot, readTelegram } from "#src/product/channels/telegram.ts";
import type { SystemContext } from "#src/product/context.ts";
import type { DeliveryTools } from "#src/product/outbox/outbox.ts";

/** For the bot's name, and for the lease. */
const learnMs = 30_000;
const idleMs = 5000;

/** No workflow: a row says how far, and reading twice is harmless. */
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
