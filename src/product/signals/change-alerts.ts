import type { KeptAlerts, SignalAlerts } from "#src/contract/signals/signals.ts";
import type { Context } from "../context.ts";
import { requireFresh, type By } from "../accounts/public/fresh-sign-in.ts";
import { notifyAccountChange } from "../accounts/notify-account-change.ts";
import { getAlerts } from "./get-alerts.ts";
import { saveAlerts } from "./save-alerts.ts";

/**
 * A new webhook needs a fresh sign-in and is mailed.
 * @throws ConfirmationNeeded; NotFound
 */
export async function changeAlerts(
  ctx: Context,
  { by, alerts: wanted }: { readonly by: By; readonly alerts: SignalAlerts },
): Promise<KeptAlerts> {
  const { webhook_url: before } = await getAlerts(ctx);
  const isNew = wanted.webhook_url !== null && wanted.webhook_url !== before;
  if (isNew) requireFresh(ctx, "alert_webhook", by);
  const kept = await saveAlerts(ctx, wanted);
  if (isNew)
    await notifyAccountChange(ctx, {
      kind: "account_changed",
      userId: ctx.actor.owner,
      origin: by.origin,
      at: ctx.clock.now(),
      change: "webhook_changed",
      subject: new URL(wanted.webhook_url ?? "").host,
    });
  return kept;
}
