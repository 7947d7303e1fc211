import type { Endpoint } from "#src/contract/messages/webhooks.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEndpoint, shownEndpoint } from "./lib/own-endpoint.ts";

/** One of the actor's. @throws NotFound */
export async function getEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  requireScope(ctx, "webhooks:read");
  return shownEndpoint(ctx, await ownEndpoint(ctx, id));
}
