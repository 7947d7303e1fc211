import type { Endpoint, SaveEndpoint } from "#src/contract/webhooks.ts";
import { updateEndpoint } from "#src/db/queries/webhook-endpoints.ts";
import { requireFresh, type By } from "../accounts/lib/fresh-sign-in.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEndpointLocked, shownEndpoint, targetOf } from "./lib/own-endpoint.ts";
import { checkUrl, sealEndpoint } from "./lib/seal-endpoint.ts";

/**
 * Changes address, name and events of one of the actor's; its secrets stay.
 * @param input `by` as for a new one: another address is another place that events go to
 * @throws NotFound; InvalidField; ConfirmationNeeded
 */
export async function saveEndpoint(
  ctx: Context,
  { id, wanted, by }: { readonly id: string; readonly wanted: SaveEndpoint; readonly by: By | null },
): Promise<Endpoint> {
  requireScope(ctx, "webhooks:write");
  const { db, clock, settings } = ctx;
  const { url, name, events } = wanted;
  checkUrl(url, settings);
  return db.transaction(async (tx) => {
    const before = targetOf(ctx, await ownEndpointLocked(tx, ctx, id));
    if (by !== null && before.url !== url) requireFresh(ctx, "endpoint_address", by);
    await updateEndpoint(tx, id, { name, events, ...sealEndpoint(db, id, { ...before, url }) }, clock.now());
    return shownEndpoint(ctx, await ownEndpointLocked(tx, ctx, id));
  });
}
