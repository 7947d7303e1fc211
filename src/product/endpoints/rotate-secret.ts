import { webhookLimits, type RotatedSecret } from "#src/contract/messages/webhooks.ts";
import { updateEndpoint } from "#src/product/channels/queries/channels.ts";
import { toIso } from "#src/core/clock.ts";
import { requireFresh, type By } from "../accounts/public/fresh-sign-in.ts";
import { requireScope, type Context } from "../context.ts";
import { newWebhookSecret } from "../webhooks/public/new-secret.ts";
import { ownEndpointLocked, targetOf } from "./lib/own-endpoint.ts";
import { sealEndpoint } from "./lib/seal-endpoint.ts";

/**
 * The previous secret signs for another day, older ones end.
 * @throws NotFound; ConfirmationNeeded
 */
export async function rotateSecret(
  ctx: Context,
  { id, by }: { readonly id: string; readonly by: By | null },
): Promise<RotatedSecret> {
  requireScope(ctx, "webhooks:write");
  if (by !== null) requireFresh(ctx, "endpoint_secret", by);
  const { db, clock } = ctx;
  const secret = newWebhookSecret();
  return db.transaction(async (tx) => {
    const now = clock.now();
    const endpoint = await ownEndpointLocked(tx, ctx, id);
    const before = targetOf(ctx, endpoint);
    const until = now + webhookLimits.overlapHours * 60 * 60_000;
    const previous = before.secrets.filter((one) => one.until === null).map((one) => ({ ...one, until }));
    const target = { ...before, secrets: [{ secret, until: null }, ...previous] };
    const { name, events, madeBy } = endpoint;
    await updateEndpoint(
      tx,
      id,
      { name, events: events ?? [], clientId: madeBy?.clientId ?? null, ...sealEndpoint(db, id, target) },
      now,
    );
    return { secret, previous_expires_at: toIso(until) };
  });
}
