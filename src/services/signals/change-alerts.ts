import type { KeptAlerts, SignalAlerts } from "#src/contract/signals.ts";
import type { Context, JobSettings } from "../context.ts";
import { requireFresh, type By } from "../accounts/confirm-identity.ts";
import { tellOwner } from "../accounts/tell-owner.ts";
import { getAlerts } from "./get-alerts.ts";
import { saveAlerts } from "./save-alerts.ts";

/**
 * As `saveAlerts`, for whoever changes their own: a new webhook needs a fresh sign-in, and they are mailed of it.
 * @throws ConfirmationNeeded; NotFound for an account nobody signs in to
 */
export async function changeAlerts(
  ctx: Pick<Context, "db" | "queue" | "actor" | "clock"> & {
    readonly settings: Pick<JobSettings, "webhookAllowPrivate">;
  },
  by: By,
  wanted: SignalAlerts,
): Promise<KeptAlerts> {
  const { webhook_url: before } = await getAlerts(ctx);
  const isNew = wanted.webhook_url !== null && wanted.webhook_url !== before;
  if (isNew) requireFresh(ctx, by);
  const kept = await saveAlerts(ctx, wanted);
  if (isNew)
    await tellOwner(ctx, {
      kind: "account_changed",
      userId: ctx.actor.owner,
      origin: by.origin,
      at: ctx.clock.now(),
      change: "webhook_changed",
      subject: new URL(wanted.webhook_url ?? "").host,
    });
  return kept;
}
