import type { EndpointDelivery } from "#src/contract/messages/webhooks.ts";
import { sendAgain } from "#src/product/outbox/queries/outbox.ts";
import { Conflict } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEndpointLocked } from "./lib/own-endpoint.ts";
import { oneDelivery } from "./lib/shown-deliveries.ts";

/** Under its own id. @throws NotFound; Conflict while paused or on its way */
export async function redeliverMessage(
  ctx: Context,
  { id, delivery }: { readonly id: string; readonly delivery: string },
): Promise<EndpointDelivery> {
  requireScope(ctx, "webhooks:write");
  const { db, clock } = ctx;
  return db.transaction(async (tx) => {
    const { state } = await ownEndpointLocked(tx, ctx, id);
    await oneDelivery(tx.sql, id, delivery);
    if (state === "paused") throw new Conflict("the webhook is paused; resume it first");
    if (!(await sendAgain(tx, id, delivery, clock.now()))) throw new Conflict("the message is already being delivered");
    return oneDelivery(tx.sql, id, delivery);
  });
}
