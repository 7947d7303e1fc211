import { webhookLimits, type CreatedEndpoint, type SaveEndpoint } from "#src/contract/messages/webhooks.ts";
import { insertChannel, lockChannels } from "#src/product/channels/queries/channels.ts";
import { Conflict } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { requireFresh } from "../accounts/public/fresh-sign-in.ts";
import { requireScope, type Context } from "../context.ts";
import { newWebhookSecret } from "../webhooks/public/new-secret.ts";
import { mailNewAddress, type Maker } from "./lib/mail-new-address.ts";
import { ownEndpointLocked, shownEndpoint } from "./lib/own-endpoint.ts";
import { checkUrl, sealEndpoint } from "./lib/seal-endpoint.ts";

/**
 * The secret is shown once.
 * @param input `by` on a page; `null`: a program
 * @throws ConfirmationNeeded; InvalidField; Conflict
 */
export async function createEndpoint(
  ctx: Context,
  { wanted, ...maker }: { readonly wanted: SaveEndpoint } & Maker,
): Promise<CreatedEndpoint> {
  requireScope(ctx, "webhooks:write");
  if (maker.by !== null) requireFresh(ctx, "endpoint", maker.by);
  const { db, actor, clock, settings } = ctx;
  const { url, name, events } = wanted;
  checkUrl(url, settings);
  const [id, secret] = [newId("whe"), newWebhookSecret()];
  return db.transaction(async (tx) => {
    const now = clock.now();
    if ((await lockChannels(tx, actor.owner, "endpoints")).length >= webhookLimits.perAccount)
      throw new Conflict(`an account can have ${webhookLimits.perAccount} webhooks; delete one first`);
    const sealed = sealEndpoint(db, id, { kind: "endpoint", url, secrets: [{ secret, until: null }] });
    const row = { id, owner: actor.owner, kind: "endpoint", name, events, connect: null } as const;
    await insertChannel(tx, { ...row, clientId: actor.app?.clientId ?? null, ...sealed }, now);
    await mailNewAddress(tx, ctx, maker, sealed.hint);
    return { ...shownEndpoint(ctx, await ownEndpointLocked(tx, ctx, id)), secret };
  });
}
