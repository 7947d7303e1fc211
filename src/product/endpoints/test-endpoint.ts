import type { EndpointDelivery } from "#src/contract/messages/webhooks.ts";
import { insertMessages } from "#src/product/outbox/queries/outbox.ts";
import { Conflict } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEndpointLocked } from "./lib/own-endpoint.ts";
import { oneDelivery } from "./lib/shown-deliveries.ts";

/** @throws NotFound; Conflict while paused */
export async function testEndpoint(ctx: Context, id: string): Promise<EndpointDelivery> {
  requireScope(ctx, "webhooks:write");
  const { db, actor, clock } = ctx;
  const message = newId("msg");
  return db.transaction(async (tx) => {
    const { state } = await ownEndpointLocked(tx, ctx, id);
    if (state === "paused") throw new Conflict("the webhook is paused; resume it first");
    const row = { id: message, channel: id, owner: actor.owner, once: message, collected: false };
    await insertMessages(tx, [{ ...row, data: { event: "test" } }], clock.now());
    return oneDelivery(tx.sql, id, message);
  });
}
