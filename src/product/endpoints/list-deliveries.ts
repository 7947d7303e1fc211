import type { EndpointDelivery } from "#src/contract/messages/webhooks.ts";
import { messagesOf } from "#src/product/outbox/queries/outbox-log.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEndpoint } from "./lib/own-endpoint.ts";
import { shownDeliveries } from "./lib/shown-deliveries.ts";

/** Newest first. @param input `before`: last of the page before @throws NotFound */
export async function listDeliveries(
  ctx: Context,
  input: { readonly id: string; readonly before: string | null; readonly limit: number },
): Promise<{ readonly deliveries: readonly EndpointDelivery[]; readonly older: string | null }> {
  requireScope(ctx, "webhooks:read");
  const { id, before, limit } = input;
  await ownEndpoint(ctx, id);
  const { sql } = ctx.db;
  const found = await messagesOf(sql, id, { before, limit: limit + 1 });
  const deliveries = await shownDeliveries(sql, found.slice(0, limit));
  return { deliveries, older: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}
