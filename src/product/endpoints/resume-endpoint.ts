import type { Endpoint } from "#src/contract/messages/webhooks.ts";
import { clearFailing, resumeChannel } from "#src/product/channels/queries/channels.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEndpointLocked, shownEndpoint } from "./lib/own-endpoint.ts";

/** Its days of failure begin anew. Repeatable. @throws NotFound */
export async function resumeEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  requireScope(ctx, "webhooks:write");
  const { db, actor, clock } = ctx;
  return db.transaction(async (tx) => {
    await ownEndpointLocked(tx, ctx, id);
    if (await resumeChannel(tx, id, actor.owner, clock.now())) await clearFailing(tx, id);
    return shownEndpoint(ctx, await ownEndpointLocked(tx, ctx, id));
  });
}
