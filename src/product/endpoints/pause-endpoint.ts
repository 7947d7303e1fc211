import type { Endpoint } from "#src/contract/messages/webhooks.ts";
import { pauseChannel } from "#src/product/channels/queries/channels.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEndpointLocked, shownEndpoint } from "./lib/own-endpoint.ts";

/** Repeatable. @throws NotFound */
export async function pauseEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  requireScope(ctx, "webhooks:write");
  return ctx.db.transaction(async (tx) => {
    await ownEndpointLocked(tx, ctx, id);
    await pauseChannel(tx, id, null, ctx.clock.now());
    return shownEndpoint(ctx, await ownEndpointLocked(tx, ctx, id));
  });
}
