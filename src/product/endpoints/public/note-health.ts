import { webhookLimits } from "#src/contract/messages/webhooks.ts";
import { clearFailing, markFailing, pauseChannel, type StoredChannel } from "#src/product/channels/queries/channels.ts";
import type { Tx } from "#src/core/db/database.ts";
import { dayMs, type Instant } from "#src/core/clock.ts";
import type { Verdict } from "#src/product/outbox/public/step.ts";

/**
 * Paused after days of failures.
 * @returns why it was paused now, else `null`
 */
export async function noteHealth(
  tx: Tx,
  { id, failingSince }: Pick<StoredChannel, "id" | "failingSince">,
  verdict: Verdict,
  at: Instant,
): Promise<string | null> {
  if (verdict.kind === "sent") {
    if (failingSince !== null) await clearFailing(tx, id);
    return null;
  }
  if (verdict.kind === "limited") return null;
  const since = await markFailing(tx, id, at);
  if (at - since < webhookLimits.pauseAfterDays * dayMs) return null;
  const reason = `every attempt has failed for ${webhookLimits.pauseAfterDays} days, the last because ${verdict.reason}`;
  return (await pauseChannel(tx, id, reason, at)) ? reason : null;
}
