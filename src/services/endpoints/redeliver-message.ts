import type { EndpointDelivery } from "#src/contract/webhooks.ts";
import { sendAgain } from "#src/db/queries/outbox.ts";
import { Conflict } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEndpointLocked } from "./lib/own-endpoint.ts";
import { oneDelivery } from "./lib/shown-deliveries.ts";

/** Sends a message that has ended once more, under its own id. @throws NotFound; Conflict while the webhook is paused or the message on its way */
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
    if (!(await sendAgain(tx, id, delivery, clock.now()))) throw new Conflict("the message is on its way already");
    return oneDelivery(tx.sql, id, delivery);
  });
}
