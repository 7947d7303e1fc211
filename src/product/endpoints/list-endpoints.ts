import type { Endpoint } from "#src/contract/messages/webhooks.ts";
import { channelsOf } from "#src/product/channels/queries/channels.ts";
import { requireScope, type Context } from "../context.ts";
import { shownEndpoint } from "./lib/own-endpoint.ts";

/** The actor's, oldest first. */
export async function listEndpoints(ctx: Context): Promise<Endpoint[]> {
  requireScope(ctx, "webhooks:read");
  const endpoints = await channelsOf(ctx.db.sql, ctx.actor.owner, "endpoints");
  return endpoints.map((endpoint) => shownEndpoint(ctx, endpoint));
}
