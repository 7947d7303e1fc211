import type { Endpoint, SaveEndpoint } from "#src/contract/messages/webhooks.ts";
import { updateEndpoint } from "#src/product/channels/queries/channels.ts";
import { requireFresh } from "../accounts/public/fresh-sign-in.ts";
import { requireScope, type Context } from "../context.ts";
import { mailNewAddress, type Maker } from "./lib/mail-new-address.ts";
import { ownEndpointLocked, shownEndpoint, targetOf } from "./lib/own-endpoint.ts";
import { checkUrl, sealEndpoint } from "./lib/seal-endpoint.ts";

/**
 * Secrets stay.
 * @param input `by` as for a new one
 * @throws NotFound; InvalidField; ConfirmationNeeded
 */
export async function saveEndpoint(
  ctx: Context,
  { id, wanted, ...maker }: { readonly id: string; readonly wanted: SaveEndpoint } & Maker,
): Promise<Endpoint> {
  requireScope(ctx, "webhooks:write");
  const { db, actor, clock, settings } = ctx;
  const { url, name, events } = wanted;
  checkUrl(url, settings);
  return db.transaction(async (tx) => {
    const endpoint = await ownEndpointLocked(tx, ctx, id);
    const before = targetOf(ctx, endpoint);
    const isMoved = before.url !== url;
    if (maker.by !== null && isMoved) requireFresh(ctx, "endpoint_address", maker.by);
    const sealed = sealEndpoint(db, id, { ...before, url });
    const clientId = (isMoved ? actor.app?.clientId : endpoint.madeBy?.clientId) ?? null;
    await updateEndpoint(tx, id, { name, events, clientId, ...sealed }, clock.now());
    if (isMoved) await mailNewAddress(tx, ctx, maker, sealed.hint);
    return shownEndpoint(ctx, await ownEndpointLocked(tx, ctx, id));
  });
}
