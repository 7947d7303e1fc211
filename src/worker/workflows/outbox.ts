import { DBOS } from "@dbos-inc/dbos-sdk";
import type { SystemContext } from "#src/services/context.ts";
import { deliverMessage, type DeliveryTools } from "#src/services/outbox/deliver-message.ts";

/** One turn of a message of the outbox. What it came to stands in the message's row, and so does what follows. */
export async function runDelivery(tools: SystemContext & DeliveryTools, id: string, turn: number): Promise<void> {
  await DBOS.runStep(() => deliverMessage(tools, { tools, id, turn }), { name: "deliver" });
}
