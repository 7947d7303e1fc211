import type { Happening } from "#src/contract/messages/channels.ts";
import { noteHappeningPage } from "#src/product/channels/telling.ts";
import type { SystemContext } from "#src/product/context.ts";
import { deliverMessage, type DeliveryTools } from "#src/product/outbox/outbox.ts";
import { enqueueAlertPage } from "#src/product/signals/alerts.ts";
import { runStep } from "../outages.ts";

/** The message's row says what follows. */
export async function runDelivery(tools: SystemContext & DeliveryTools, id: string, turn: number): Promise<void> {
  await runStep(() => deliverMessage(tools, { tools, id, turn }), { name: "deliver" });
}

/** Tells those who follow a list of what happened on it. */
export async function runHappening(
  tools: SystemContext,
  list: string,
  once: string,
  happening: Happening,
): Promise<void> {
  await eachPage("page", (after) => noteHappeningPage(tools, { list, once, happening, after }));
  if (happening.event === "rating_changed")
    await eachPage("alerts", (after) => enqueueAlertPage(tools, { signal: happening.signal, after }));
}

/** Durable: a page that was dealt with is not dealt with again. */
async function eachPage(name: string, work: (after: string) => Promise<string | null>): Promise<void> {
  for (let after: string | null = "", page = 1; after !== null; page += 1) {
    const from: string = after;
    after = await runStep(() => work(from), { name: `${name} ${page}` });
  }
}
