import { setTimeout as pause } from "node:timers/promises";
import type { Happening } from "#src/contract/channels.ts";
import { deliverMessage } from "#src/services/channels/deliver-message.ts";
import { learnTelegramBot } from "#src/services/channels/learn-telegram-bot.ts";
import type { ChannelTools } from "#src/services/channels/lib/channel-tools.ts";
import { noteHappeningPage } from "#src/services/channels/note-happening-page.ts";
import { readTelegram } from "#src/services/channels/read-telegram.ts";
import type { SystemContext } from "#src/services/context.ts";
import { runStep } from "../outages.ts";

export interface ChannelWorkerTools extends SystemContext {
  /** Made with the first message: the keys that its links need are read then. */
  readonly channels: () => ChannelTools;
}

/** One step of a message. What it came to stands in the message's row, and so does what follows. */
export async function runChannelMessage(tools: ChannelWorkerTools, id: string, turn: number): Promise<void> {
  await runStep(() => deliverMessage(tools, { tools: tools.channels(), id, turn }), { name: "deliver" });
}

/** Tells those who follow the house list. Durable: a page that was dealt with is not dealt with again. */
export async function runHappening(
  tools: SystemContext,
  list: string,
  once: string,
  happening: Happening,
): Promise<void> {
  for (let after: string | null = "", page = 1; after !== null; page += 1) {
    const from: string = after;
    after = await runStep(() => noteHappeningPage(tools, { list, once, happening, after: from }), {
      name: `page ${page}`,
    });
  }
}

/** Between attempts to learn the bot's name, and to become the one who reads. */
const learnMs = 30_000;
const idleMs = 5000;

/**
 * Reads what is written to the bot for as long as the worker lives. No workflow: how far it is read stands in a row, and
 * a message that was read twice does nothing the second time.
 */
export async function followTelegram(
  tools: ChannelWorkerTools,
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
