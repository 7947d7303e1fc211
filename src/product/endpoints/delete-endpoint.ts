import { deleteChannel } from "#src/product/channels/queries/channels.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEndpointLocked } from "./lib/own-endpoint.ts";

/** Deletes one of the actor's with its deliveries. @throws NotFound */
export async function deleteEndpoint(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "webhooks:write");
  await ctx.db.transaction(async (tx) => {
    await ownEndpointLocked(tx, ctx, id);
    await deleteChannel(tx, id, ctx.actor.owner);
  });
}
