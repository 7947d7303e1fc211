import { DBOS } from "@dbos-inc/dbos-sdk";
import type { WebhookEvent } from "#src/contract/jobs.ts";
import { attemptDelivery } from "#src/services/webhooks/attempt-delivery.ts";
import type { SystemContext } from "#src/services/context.ts";
import type { Network } from "#src/services/webhooks/lib/post.ts";
import { retryDelaysMs } from "#src/services/webhooks/lib/retry-delays.ts";
import { runStep } from "../outages.ts";

type Tools = SystemContext & { readonly network: Network };

/**
 * Tells a job's webhook of its end, and tries again for about a day. Durable: the pauses outlive the worker, and a
 * finished attempt is not made again.
 */
export async function runWebhook(tools: Tools, analysisId: string, event: WebhookEvent): Promise<void> {
  for (const [index, delay] of retryDelaysMs.entries()) {
    if (delay > 0) await DBOS.sleep(delay);
    const number = index + 1;
    const { done } = await runStep(
      () => attemptDelivery(tools, { network: tools.network, analysisId, event, number }),
      {
        name: `attempt ${number}`,
      },
    );
    if (done) return;
  }
}
