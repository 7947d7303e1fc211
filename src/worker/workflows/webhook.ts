import { DBOS } from "@dbos-inc/dbos-sdk";
import type { WebhookEvent } from "#src/contract/jobs.ts";
import { attemptDelivery } from "#src/services/webhooks/deliver-webhook.ts";
import { attemptDelaysMs } from "#src/services/webhooks/schedule.ts";

type Tools = Parameters<typeof attemptDelivery>[0];

/**
 * Tells a job's webhook of its end, and tries again for about a day. Durable: the pauses outlive the worker, and a
 * finished attempt is not made again.
 */
export async function runWebhook(tools: Tools, analysisId: string, event: WebhookEvent): Promise<void> {
  for (const [index, delay] of attemptDelaysMs.entries()) {
    if (delay > 0) await DBOS.sleep(delay);
    const number = index + 1;
    const { done } = await DBOS.runStep(() => attemptDelivery(tools, { analysisId, event, number }), {
      name: `attempt ${number}`,
    });
    if (done) return;
  }
}
